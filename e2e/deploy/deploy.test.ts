import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigurationError, readConfiguration } from '../../apps/cli/src/configuration.ts'
import { startSite } from '../site/running-site.ts'
import { temporaryDirectory } from '../site/temporary-directory.ts'
import { findNginx } from './nginx-program.ts'

const root = join(import.meta.dir, '../..')
const read = (path: string): Promise<string> => Bun.file(join(root, path)).text()
const described = [
  'deploy/Dockerfile',
  'deploy/compose.yaml',
  'deploy/pictoglyph.service',
  'deploy/nginx.conf',
]

test.each([...described, 'deploy/Caddyfile', 'docs/operating.md'])(
  'every PICTOGLYPH_ variable in %s is one that the server knows',
  async (path) => {
    const names = new Set((await read(path)).match(/PICTOGLYPH_[A-Z_]+[A-Z]/g))
    expect(names.size).toBeGreaterThan(0)
    expect([...names].filter((name) => !isKnown(name))).toEqual([])
  },
)

interface Compose {
  services: Record<
    string,
    { environment?: Record<string, string>; volumes?: string[]; build?: { dockerfile: string } }
  >
}

test('the compose file configures two replicas that the server accepts, alike but for their own folder', async () => {
  const { services } = Bun.YAML.parse(await read('deploy/compose.yaml')) as Compose
  const replicas = Object.values(services).filter(({ environment }) => environment?.PICTOGLYPH_DATABASE_URL)
  expect(replicas).toHaveLength(2)
  for (const { environment = {}, build } of replicas) {
    const filled = Object.entries(environment).map(([name, value]) => [
      name,
      value.replace(/\$\{[A-Z_0-9]+(?::-|:\?)([^}]*)\}/g, (_, otherwise: string) => otherwise || 'secret'),
    ])
    const configuration = readConfiguration(Object.fromEntries(filled))
    expect(configuration.limiterUrl).toBe('redis://redis:6379')
    expect(configuration.storeCredentials.accessKeyId).toBe('secret')
    expect(existsSync(join(root, build?.dockerfile ?? ''))).toBe(true)
  }
  const [first, second] = replicas.map(({ environment }) => environment)
  expect(first).toEqual(second ?? {})
  for (const volume of services.balancer?.volumes ?? []) {
    expect(existsSync(join(root, 'deploy', volume.split(':')[0] ?? ''))).toBe(true)
  }
})

test('the unit starts a program that is there', async () => {
  const [, program = ''] =
    /^ExecStart=\/opt\/pictoglyph\/(\S+) serve$/m.exec(await read('deploy/pictoglyph.service')) ?? []
  expect(existsSync(join(root, program))).toBe(true)
})

test('the health check tells a server that is ready from none', async () => {
  await using directory = await temporaryDirectory()
  const check = (images: string) =>
    Bun.spawn([process.execPath, join(root, 'deploy/healthcheck.ts')], {
      env: { PICTOGLYPH_SERVICES: 'images', PICTOGLYPH_IMAGES_PORT: images },
      stdio: ['ignore', 'ignore', 'ignore'],
    }).exited
  let port = ''
  {
    await using site = await startSite({ dataDirectory: directory.path })
    port = new URL(site.urls.images).port
    expect(await check(port)).toBe(0)
  }
  expect(await check(port)).toBe(1)
})

// `left-out.ts` says so where it is missing.
const nginx = findNginx()
if (nginx !== null) {
  test('nginx takes the configurations', async () => {
    await using directory = await temporaryDirectory()
    const balancer = (await read('deploy/balancer.conf')).replaceAll(/replica-\d/g, '127.0.0.1')
    // Certificates are the reader's own.
    const server = (await read('deploy/nginx.conf'))
      .replaceAll(/^ *ssl_certificate.*$/gm, '')
      .replaceAll(' ssl ', ' ')
    const paths = {
      balancer: join(directory.path, 'balancer.conf'),
      server: join(directory.path, 'server.conf'),
    }
    await mkdir(join(directory.path, 'logs'))
    await writeFile(paths.balancer, `pid ${directory.path}/pid;\n${balancer}`)
    await writeFile(paths.server, `pid ${directory.path}/pid;\nevents {}\nhttp {\n${server}}\n`)
    for (const path of Object.values(paths)) {
      const run = Bun.spawn([nginx, '-t', '-q', '-e', 'stderr', '-p', directory.path, '-c', path], {
        stderr: 'pipe',
      })
      const [messages, code] = await Promise.all([new Response(run.stderr).text(), run.exited])
      expect([code, messages]).toEqual([0, ''])
    }
  })
}

function isKnown(name: string): boolean {
  try {
    readConfiguration({ [name]: 'anything' })
    return true
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    return !error.problems.some((problem) => problem.includes('is not a variable'))
  }
}
