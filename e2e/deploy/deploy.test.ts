import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigurationError, readConfiguration } from '../../apps/cli/src/configuration.ts'
import { startSite } from '../site/running-site.ts'
import { temporaryDirectory } from '../site/temporary-directory.ts'
import { foldersIn } from './behind-nginx.ts'
import { findNginx } from './nginx-program.ts'

const root = join(import.meta.dir, '../..')
const read = (path: string): Promise<string> => Bun.file(join(root, path)).text()
const described = [
  'deploy/Dockerfile',
  'deploy/compose.yaml',
  'deploy/compose.one.yaml',
  'deploy/pictoglyph.service',
  'deploy/pictoglyph-backup.service',
  'deploy/pictoglyph-fsck.service',
  'deploy/pictoglyph-command',
  'deploy/nginx.conf',
]

test.each([...described, 'deploy/Caddyfile', 'docs/operating.md', 'docs/night.md', 'docs/guide/server.md'])(
  'every PICTOGLYPH_ variable in %s is one that the server knows',
  async (path) => {
    const names = new Set((await read(path)).match(/PICTOGLYPH_[A-Z_]+[A-Z]/g))
    expect(names.size).toBeGreaterThan(0)
    expect([...names].filter((name) => !isKnown(name))).toEqual([])
  },
)

interface Compose {
  services: Record<string, ComposeService>
  networks: Record<string, { internal?: boolean } | null>
}

interface ComposeService {
  image?: string
  environment?: Record<string, string>
  volumes?: string[]
  user?: string
  cap_drop?: string[]
  logging?: { options: Record<string, string> }
  networks?: string[] | Record<string, unknown>
  ports?: string[]
  build?: { dockerfile: string }
}

const readCompose = async () => Bun.YAML.parse(await read('deploy/compose.yaml')) as Compose

const networksOf = ({ networks = [] }: ComposeService): string[] =>
  Array.isArray(networks) ? networks : Object.keys(networks)

test('the compose file configures replicas, a console and the nightly work as the server accepts them', async () => {
  const { services } = await readCompose()
  const servers = Object.entries(services).filter(
    ([, { environment }]) => environment?.PICTOGLYPH_DATABASE_URL,
  )
  expect(servers.map(([name]) => name)).toEqual(['replica-1', 'replica-2', 'console', 'nightly'])
  for (const [, { environment = {}, build }] of servers) {
    const filled = Object.entries(environment).map(([name, value]) => [
      name,
      String(value).replace(
        /\$\{[A-Z_0-9]+(?::-|:\?)([^}]*)\}/g,
        (_, otherwise: string) => otherwise || 'secret-of-the-tests',
      ),
    ])
    const configuration = readConfiguration(Object.fromEntries(filled))
    expect(configuration.limiterUrl).toBe('redis://:secret-of-the-tests@redis:6379')
    expect(configuration.storeCredentials.accessKeyId).toBe('secret-of-the-tests')
    if (build !== undefined) expect(existsSync(join(root, build.dockerfile))).toBe(true)
  }
  // An image that each of them built would be built at once, several times.
  expect(servers.filter(([, { build }]) => build !== undefined).map(([name]) => name)).toEqual(['replica-1'])
  expect(services['replica-1']?.environment).toEqual(services['replica-2']?.environment ?? {})
  const mounted = Object.values(services)
    .flatMap(({ volumes = [] }) => volumes)
    .filter((volume) => volume.startsWith('./'))
  for (const volume of mounted)
    expect(existsSync(join(root, 'deploy', volume.split(':')[0] ?? ''))).toBe(true)
})

test('every container of the compose files bounds its log and its rights, and no store is root', async () => {
  const one = Bun.YAML.parse(await read('deploy/compose.one.yaml')) as Compose
  const { services } = await readCompose()
  for (const [name, { logging, cap_drop, user, image }] of [
    ...Object.entries(services),
    ...Object.entries(one.services),
  ]) {
    expect([name, logging?.options['max-size'], cap_drop]).toEqual([name, '10m', ['ALL']])
    // Our own image and Prometheus' have a user; one container gives the store's folder away.
    const isAsImage = image === 'pictoglyph' || image?.startsWith('prom/') === true
    if (!isAsImage && name !== 's3-owner') expect([name, user]).toEqual([name, expect.any(String)])
  }
})

test('Prometheus beside the compose file asks every server of it, at the port of its metrics', async () => {
  const { services } = await readCompose()
  const settings = await read('deploy/monitoring/prometheus-compose.yml')
  const [, targets = ''] = /targets: \[(.*)\]/.exec(settings) ?? []
  const watched = Object.entries(services).filter(
    ([, { environment }]) => environment?.PICTOGLYPH_SERVICES !== undefined,
  )
  const wanted = watched.map(([name, { environment }]) => `'${name}:${environment?.PICTOGLYPH_METRICS_PORT}'`)
  expect(targets.split(', ')).toEqual(wanted)
  for (const [name, service] of watched)
    expect([name, networksOf(services.prometheus!).some((one) => networksOf(service).includes(one))]).toEqual(
      [name, true],
    )
})

test('in the compose file nothing that the public reaches shares a network with the console', async () => {
  const { services, networks } = await readCompose()
  expect(networks.stores?.internal).toBe(true)
  const testConsole = services.console
  if (testConsole === undefined) throw new Error('there is no console')
  expect(testConsole.ports).toEqual(['127.0.0.1:8082:8082'])
  const outsideStores = networksOf(testConsole).filter((network) => network !== 'stores')
  for (const [name, service] of Object.entries(services)) {
    // Its page, too, is for this machine alone.
    if (name === 'prometheus') expect(service.ports).toEqual(['127.0.0.1:9090:9090'])
    if (name === 'console' || name === 'prometheus') continue
    expect(networksOf(service).filter((network) => outsideStores.includes(network))).toEqual([])
    if (service.ports !== undefined) expect(networksOf(service)).not.toContain('stores')
  }
})

test('every image of the compose file is named by its exact version', async () => {
  const { services } = await readCompose()
  const images = Object.values(services).map(({ image }) => image ?? '')
  const inexact = images.filter((image) => image !== 'pictoglyph' && !/:v?\d+\.\d+(\.\d+)?(-|$)/.test(image))
  expect(inexact).toEqual([])
})

test('the secrets of the compose file are made once, all of them, and readable by their owner alone', async () => {
  await using directory = await temporaryDirectory()
  for (const name of ['make-env', 'example.env'])
    await copyFile(join(root, 'deploy', name), join(directory.path, name))
  const make = () => Bun.spawnSync(['sh', join(directory.path, 'make-env')])
  expect(make().exitCode).toBe(0)
  const path = join(directory.path, '.env')
  const values = new Map(
    (await Bun.file(path).text()).split('\n').map((line) => line.split('=') as [string, string]),
  )
  const secrets = [...values].filter(([name]) => /PASSWORD|KEY|TOKEN/.test(name)).map(([, value]) => value)
  expect(secrets.every((secret) => /^[0-9a-f]{48}$/.test(secret))).toBe(true)
  expect(new Set(secrets).size).toBe(6)
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  const required = (await read('deploy/compose.yaml')).matchAll(/\$\{([A-Z_0-9]+)(?::-|:\?)/g)
  for (const [, name = ''] of required) expect([...values.keys()]).toContain(name)

  const before = await Bun.file(path).text()
  expect(make().exitCode).toBe(1)
  expect(await Bun.file(path).text()).toBe(before)
})

test('neither git nor the image takes the secrets along', async () => {
  expect((await read('.gitignore')).split('\n')).toContain('/deploy/.env')
  expect((await read('deploy/Dockerfile.dockerignore')).split('\n')).toContain('deploy/.env')
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
    const balancer = (await read('deploy/balancer.conf'))
      .replaceAll(/replica-\d/g, '127.0.0.1')
      .replaceAll(' /tmp/', ` ${directory.path}/`)
    // Certificates are the reader's own.
    const server = (await read('deploy/nginx.conf'))
      .replaceAll(/^ *ssl_certificate.*$/gm, '')
      .replaceAll(' ssl ', ' ')
      // Trying it opens them, and low ports are root's.
      .replaceAll(
        /listen (\[::\]:)?(\d+)/g,
        (_, six, port) => `listen unix:${directory.path}/${six ? 6 : 4}-${port}`,
      )
    const paths = {
      balancer: join(directory.path, 'balancer.conf'),
      server: join(directory.path, 'server.conf'),
    }
    await mkdir(join(directory.path, 'logs'))
    await writeFile(paths.balancer, balancer)
    const folders = foldersIn(directory.path)
    await writeFile(
      paths.server,
      `pid ${directory.path}/pid;\nevents {}\nhttp {\naccess_log off;\n${folders}\n${server}}\n`,
    )
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
