import { existsSync } from 'node:fs'
import { appendFile, chmod, cp, mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** Outside of the repository, and kept: making a Debian takes minutes. */
const cache = '/var/cache/pictoglyph-machine'
/** By it, the machine reaches the servers of packages through this one. */
const world = `10.78.${process.pid % 250}`
const programs = [
  'systemd',
  'systemd-sysv',
  'dbus',
  'iproute2',
  'iptables',
  'procps',
  'curl',
  'ca-certificates',
  'sudo',
]
/** What the guide installs: it is in the kept Debian, so that its lines find it there. And a server for `ssh`. */
const ofTheGuide = ['bubblewrap', 'nginx', 'fail2ban', 'nftables', 'python3-systemd', 'openssl']
const ofAnyRelease = ['certbot', 'python3-certbot-nginx', 'openssh-server']
/** The others have an older Node, in place of which the guide takes NodeSource's. */
const withNode = ['trixie']

/** Debian with systemd as process 1, in name spaces of its own. */
export interface Machine extends AsyncDisposable {
  readonly root: string
  /** Its address, and a command prefix that runs in a network name space from which that address is reached. */
  readonly address: string
  readonly fromOutside: readonly string[]
  /** Runs lines of a shell there as root. @throws {Error} with what they print if they fail */
  run(lines: string): Promise<string>
  reboot(): Promise<void>
}

/** Boots a fresh Debian of a release such as `bookworm`, with further packages. Needs root on Debian. */
export async function startMachine(release: string, further: readonly string[] = []): Promise<Machine> {
  await using opened = new AsyncDisposableStack()
  const made = await debianOfTheGuide(release, further)
  const root = await mkdtemp('/var/tmp/pictoglyph-machine-')
  opened.defer(() => rm(root, { recursive: true, force: true }))
  await shell(['cp', '-a', `${made}/.`, root])
  const name = `pg${process.pid}`
  await Bun.write(join(root, 'etc/hostname'), `${name}\n`)
  await appendFile(join(root, 'etc/hosts'), `127.0.0.1 localhost ${name}\n::1 localhost\n`)

  await settingsOfThisMachine(root)
  const outside = `${name}out`
  await Bun.write('/proc/sys/net/ipv4/ip_forward', '1')
  const translation = ['POSTROUTING', '-s', `${world}.0/30`, '-j', 'MASQUERADE']
  await shell(['iptables', '-t', 'nat', '-A', ...translation])
  opened.defer(async () => void (await shell(['iptables', '-t', 'nat', '-D', ...translation])))
  await shell(['ip', 'netns', 'add', outside])
  opened.defer(async () => void (await shell(['ip', 'netns', 'del', outside])))
  let running = await boot(root, name, outside)
  opened.defer(() => running.end())
  const held = opened.move()
  return {
    root,
    address: '10.77.0.1',
    fromOutside: ['ip', 'netns', 'exec', outside],
    run: (lines) => running.run(lines),
    async reboot() {
      await running.end()
      running = await boot(root, name, outside)
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

/** What it needs to reach the servers of packages, as this machine does. */
async function settingsOfThisMachine(root: string): Promise<void> {
  await cp('/etc/resolv.conf', join(root, 'etc/resolv.conf'), { dereference: true })
  const authorities = 'etc/ssl/certs/ca-certificates.crt'
  await cp(join('/', authorities), join(root, authorities), { dereference: true })
  await Bun.write(join(root, 'root/.npmrc'), `cafile=/${authorities}\n`)
}

async function debianOfTheGuide(release: string, further: readonly string[]): Promise<string> {
  const hasNode = withNode.includes(release)
  const wanted = [...ofAnyRelease, ...(hasNode ? ['nodejs', 'npm'] : []), ...further]
  return debianWith(release, wanted, async (draft) => {
    if (!hasNode) await shell([join(import.meta.dir, 'node-package'), draft])
  })
}

/** The folder of a Debian with packages beyond those of any machine. It is made once, and kept. */
export async function debianWith(
  release: string,
  packages: readonly string[],
  finish: (draft: string) => Promise<void> = async () => {},
): Promise<string> {
  const made = join(cache, `${release}-${Bun.hash(packages.join()).toString(36)}`)
  if (existsSync(made)) return made
  const draft = `${made}.${process.pid}`
  await shell(['cp', '-a', await freshDebian(release), draft])
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

async function freshDebian(release: string): Promise<string> {
  const made = join(cache, `guide-${release}`)
  if (existsSync(made)) return made
  const draft = `${made}.${process.pid}`
  const wanted = [...programs, ...ofTheGuide].join(',')
  await shell(['debootstrap', '--variant=minbase', `--include=${wanted}`, release, draft, await mirror()])
  await rename(draft, made)
  return made
}

async function mirror(): Promise<string> {
  const policy = await shell(['apt-cache', 'policy', 'base-files'])
  const address = /\s(https?:\/\/\S+) bookworm\/main/.exec(policy)?.[1]
  if (address === undefined) throw new Error('This machine knows no server of Debian packages.')
  return address
}

async function boot(root: string, name: string, outside: string) {
  const process1 = Bun.spawn([join(import.meta.dir, 'boot'), root, name], {
    stdio: ['ignore', 'ignore', 'ignore'],
  })
  const pid = await childOf(process1.pid)
  const enter = ['nsenter', '-t', pid, '-m', '-u', '-i', '-n', '-p', '-C', '-r', '-w', '--']
  const clean = [
    'env',
    '-i',
    'HOME=/root',
    'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  ]
  const run = (lines: string) => shell([...enter, ...clean, 'bash', '-euo', 'pipefail', '-c', lines])
  await until(() => run('(systemctl is-system-running || true) | grep -E "running|degraded"'))
  await shell(['ip', 'link', 'add', `${name}a`, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', pid])
  await shell(['ip', 'link', 'set', `${name}a`, 'netns', outside])
  await shell(['ip', '-n', outside, 'addr', 'add', '10.77.0.2/24', 'dev', `${name}a`])
  await shell(['ip', '-n', outside, 'link', 'set', `${name}a`, 'up'])
  await shell(['ip', '-n', outside, 'link', 'set', 'lo', 'up'])
  await run('ip addr add 10.77.0.1/24 dev eth0; ip link set eth0 up')
  await shell(['ip', 'link', 'add', `${name}w`, 'type', 'veth', 'peer', 'name', 'world', 'netns', pid])
  await shell(['ip', 'addr', 'add', `${world}.1/30`, 'dev', `${name}w`])
  await shell(['ip', 'link', 'set', `${name}w`, 'up'])
  await run(`ip addr add ${world}.2/30 dev world; ip link set world up; ip route add default via ${world}.1`)
  return {
    run,
    async end() {
      // Its process 1 ends by itself; the call that tells it so may end with it.
      await run('systemctl poweroff').catch(() => '')
      await Promise.race([process1.exited, Bun.sleep(20_000)])
      process1.kill('SIGKILL')
      await process1.exited
    },
  }
}

async function childOf(parent: number): Promise<string> {
  let found = ''
  await until(async () => {
    found = (await shell(['pgrep', '-P', String(parent), '-x', 'systemd|init'])).trim()
  })
  return found
}

/** Tries again for half a minute. */
async function until(work: () => Promise<unknown>): Promise<void> {
  for (const deadlineMs = performance.now() + 30_000; ; await Bun.sleep(200)) {
    try {
      await work()
      return
    } catch (error) {
      if (performance.now() > deadlineMs) throw error
    }
  }
}

/** Puts this repository, as it is exported, into a folder of the machine. */
export async function exportRepository(machine: Machine, repository: string, folder: string): Promise<void> {
  const git = ['git', '-C', repository]
  const changed = (await shell([...git, 'stash', 'create'])).trim()
  const archive = join(machine.root, 'export.tar')
  await shell([...git, 'archive', '-o', archive, changed || 'HEAD'])
  await machine.run(`mkdir -p ${folder} && tar -xf /export.tar -C ${folder} && rm /export.tar`)
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
