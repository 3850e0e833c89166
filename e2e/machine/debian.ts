import { existsSync } from 'node:fs'
import { appendFile, chmod, cp, mkdir, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Outside of the repository, and kept: making a Debian takes minutes. */
const cache = '/var/cache/pictoglyph-machine'

/** A Debian that others begin with. */
export interface Base {
  name: string
  packages: readonly string[]
}

/**
 * The folder of a Debian with packages beyond those of its base. It is made once, and kept.
 * @param finish changes it before it is kept
 */
export async function debianWith(
  release: string,
  packages: readonly string[],
  { base, finish = async () => {} }: { base: Base; finish?: (draft: string) => Promise<void> },
): Promise<string> {
  const made = join(cache, `${release}-${base.name}-${Bun.hash(packages.join()).toString(36)}`)
  if (existsSync(made)) return made
  const draft = `${made}.${process.pid}`
  await shell(['cp', '-a', await freshDebian(release, base), draft])
  await cp('/etc/resolv.conf', join(draft, 'etc/resolv.conf'), { dereference: true })
  const startsNothing = join(draft, 'usr/sbin/policy-rc.d')
  await Bun.write(startsNothing, '#!/bin/sh\nexit 101\n')
  await chmod(startsNothing, 0o755)
  const inside = ['chroot', draft, 'env', 'DEBIAN_FRONTEND=noninteractive']
  await shell([...inside, 'apt-get', 'update'])
  await shell([...inside, 'apt-get', 'install', '-y', '--no-install-recommends', ...packages])
  await shell([...inside, 'apt-get', 'clean'])
  await finish(draft)
  await rm(startsNothing)
  await rename(draft, made)
  return made
}

async function freshDebian(release: string, { name, packages }: Base): Promise<string> {
  const made = join(cache, `${name}-${release}`)
  if (existsSync(made)) return made
  const draft = `${made}.${process.pid}`
  const wanted = `--include=${packages.join()}`
  await shell(['debootstrap', '--variant=minbase', wanted, release, draft, await mirror()])
  await rename(draft, made)
  return made
}

async function mirror(): Promise<string> {
  const policy = await shell(['apt-cache', 'policy', 'base-files'])
  const address = /\s(https?:\/\/\S+) bookworm\/main/.exec(policy)?.[1]
  if (address === undefined) throw new Error('This machine knows no server of Debian packages.')
  return address
}

/** Lets a Debian, and npm of the user with this home, reach the servers of packages as this machine does. */
export async function reachPackages(debian: string, home: string): Promise<void> {
  await cp('/etc/resolv.conf', join(debian, 'etc/resolv.conf'), { dereference: true })
  const authorities = 'etc/ssl/certs/ca-certificates.crt'
  await cp(join('/', authorities), join(debian, authorities), { dereference: true })
  await appendFile(join(debian, home, '.npmrc'), `cafile=/${authorities}\n`)
}

/** Puts a repository, with its changes, into a folder as if it were cloned there. */
export async function exportRepository(repository: string, folder: string): Promise<void> {
  const git = ['git', '-C', repository]
  // Files with new times and their old content would make the next command fail.
  await shell([...git, 'update-index', '-q', '--refresh'])
  const changed = (await shell([...git, 'stash', 'create'])).trim()
  await mkdir(folder, { recursive: true })
  const archive = join(folder, 'export.tar')
  await shell([...git, 'archive', '-o', archive, changed || 'HEAD'])
  await shell(['tar', '-xf', archive, '-C', folder])
  await rm(archive)
}

/** Runs a command and gives what it prints. @throws {Error} with its messages where it fails */
export async function shell(command: readonly string[]): Promise<string> {
  const child = Bun.spawn([...command], { stdin: 'ignore', stdout: 'pipe', stderr: 'pipe' })
  const [printed, messages, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  if (code !== 0) throw new Error(`${command.at(-1)} ended with ${code}:\n${printed}${messages}`)
  return printed
}
