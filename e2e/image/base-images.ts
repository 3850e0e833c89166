import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildah, run } from './buildah.ts'

const debian = 'docker.io/library/debian:bookworm-slim'
const node = 'docker.io/library/node:22-bookworm-slim'

/**
 * Makes the two images that `deploy/Dockerfile` builds on, under their official names, of Debian's packages and this
 * machine's own Node: so the Dockerfile is built as it stands where no image can be fetched. What this machine needs
 * to reach its package servers goes into the second, of which nothing is kept.
 */
export async function makeBaseImages(): Promise<void> {
  const known = await buildah(['images', '--format', '{{.Name}}:{{.Tag}}'])
  if (known.includes(debian) && known.includes(node)) return
  const folder = await mkdtemp(join(tmpdir(), 'pictoglyph-image-'))
  try {
    await run(['debootstrap', '--variant=minbase', 'bookworm', folder, await mirror()])
    // The official slim image has neither documentation nor lists of packages.
    for (const part of [
      'usr/share/doc',
      'usr/share/man',
      'usr/share/locale',
      'var/lib/apt/lists',
      'var/cache/apt',
    ]) {
      await rm(join(folder, part), { recursive: true, force: true })
    }
    const base = await buildah(['from', 'scratch'])
    await buildah(['add', base, folder, '/'])
    await buildah(['config', '--cmd', 'bash', base])
    await buildah(['commit', '--rm', base, debian])
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
  await makeNodeImage()
}

/** The machine's own Node and npm, with the libraries that it is linked to. */
async function makeNodeImage(): Promise<void> {
  const base = await buildah(['from', '--pull=never', debian])
  const program = Bun.which('node')
  if (program === null) throw new Error('This machine has no Node.')
  await buildah(['copy', base, program, '/usr/local/bin/node'])
  const libraries = (await run(['ldd', program])).matchAll(/=> (\/\S+)/g)
  for (const [, library = ''] of libraries)
    await buildah(['copy', base, library, `/usr/local/lib/node/${library.split('/').at(-1)}`])
  const modules = (await run(['npm', 'root', '-g'])).trim()
  await buildah(['copy', base, join(modules, 'npm'), '/usr/local/lib/node_modules/npm'])
  await buildah([
    'run',
    base,
    '--',
    'ln',
    '-s',
    '../lib/node_modules/npm/bin/npm-cli.js',
    '/usr/local/bin/npm',
  ])
  const certificates = process.env.NODE_EXTRA_CA_CERTS ?? '/etc/ssl/certs/ca-certificates.crt'
  await buildah(['copy', base, certificates, '/usr/local/share/machine-certificates.crt'])
  const settings = [
    'LD_LIBRARY_PATH=/usr/local/lib/node',
    'NODE_EXTRA_CA_CERTS=/usr/local/share/machine-certificates.crt',
  ]
  await buildah(['config', ...settings.flatMap((setting) => ['--env', setting]), base])
  await buildah(['commit', '--rm', base, node])
}

/** The server that this machine gets Debian's packages from. */
async function mirror(): Promise<string> {
  const policy = await run(['apt-cache', 'policy', 'base-files'])
  const address = /\s(https?:\/\/\S+) bookworm\/main/.exec(policy)?.[1]
  if (address === undefined) throw new Error('This machine knows no server of Debian packages.')
  return address
}
