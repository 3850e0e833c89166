/** `npm run release`: what it makes is the same twice, and runs where there is neither Node nor npm. */
import { expect, test } from 'bun:test'
import { mkdir, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '@pictoglyph/web/test/free-port'
import { startPictoglyph } from '../../apps/cli/test/command.ts'
import { run } from '../../deploy/release/packages.ts'
import { noIsolation } from '../../packages/renditions/test/isolation/isolation-here.ts'
import { sampleImage } from '../site/sample-image.ts'
import { temporaryDirectory } from '../site/temporary-directory.ts'

const root = join(import.meta.dir, '../..')
const targets = ['linux-arm64', 'linux-arm64-musl', 'linux-x64', 'linux-x64-musl']
const { version } = await Bun.file(join(root, 'package.json')).json()
const nameOf = (target: string) => `pictoglyph-${version}-${target}`

// It takes a minute, and npm's registry: `npm run test:release`.
if (process.env.PICTOGLYPH_TEST_RELEASE === '1') {
  test('what is released is the same twice, for its machine, and runs in an empty folder', async () => {
    await using folder = await temporaryDirectory()
    const [first, second] = [join(folder.path, 'first'), join(folder.path, 'second')]
    const release = ['npm', 'run', 'release', '--']
    await run([...release, first], root)
    await run(['env', `TMPDIR=${folder.path}`, ...release, second, 'linux-x64'], root)
    await holdsEveryTarget(first)
    await isTheSame(first, second)
    for (const target of targets) await run(['tar', '-xzf', join(first, `${nameOf(target)}.tar.gz`)], first)
    for (const target of targets) await isForItsMachine(join(first, nameOf(target)), target)
    await runsAlone(join(first, nameOf('linux-x64')))
  }, 600_000)
}

async function holdsEveryTarget(folder: string): Promise<void> {
  const files = targets.flatMap((target) => [`${nameOf(target)}.cdx.json`, `${nameOf(target)}.tar.gz`])
  expect((await readdir(folder)).toSorted()).toEqual(['SHA256SUMS', ...files].toSorted())
  await run(['sha256sum', '--check', '--strict', 'SHA256SUMS'], folder)
  expect((await Bun.file(join(folder, 'SHA256SUMS')).text()).trim().split('\n')).toHaveLength(files.length)
}

async function isTheSame(first: string, second: string): Promise<void> {
  for (const ending of ['tar.gz', 'cdx.json']) {
    const file = `${nameOf('linux-x64')}.${ending}`
    expect(await hashOf(join(second, file))).toBe(await hashOf(join(first, file)))
  }
}

async function hashOf(path: string): Promise<string> {
  return new Bun.CryptoHasher('sha256').update(await Bun.file(path).bytes()).digest('hex')
}

/** Programs and libraries are for the target's processor; a bill names the runtime and sharp; no path of ours is inside. */
async function isForItsMachine(contents: string, target: string): Promise<void> {
  const native = ['pictoglyph']
  for await (const path of new Bun.Glob('lib/**/*.{node,so.*}').scan(contents)) native.push(path)
  expect(native).toHaveLength(3)
  for (const path of native) {
    // ELF: the machine is the half-word at 18; 62 is x86-64, 183 is AArch64.
    const head = new DataView(await Bun.file(join(contents, path)).slice(0, 20).arrayBuffer())
    expect([path, head.getUint16(18, true)]).toEqual([path, target.includes('arm64') ? 183 : 62])
  }
  const bill = await Bun.file(`${contents}.cdx.json`).json()
  expect([bill.bomFormat, bill.specVersion]).toEqual(['CycloneDX', '1.5'])
  const names: string[] = bill.components.map(({ name }: { name: string }) => name)
  const [cpu, libc] = [
    target.includes('arm64') ? 'arm64' : 'x64',
    target.endsWith('musl') ? 'linuxmusl' : 'linux',
  ]
  for (const name of ['pictoglyph', 'bun', 'hono', 'sharp', `@img/sharp-${libc}-${cpu}`])
    expect(names).toContain(name)
  const licences = await Bun.file(join(contents, 'LICENSES-OF-PACKAGES')).text()
  for (const name of names.filter((one) => !/^(@pictoglyph\/|pictoglyph(-client)?$)/.test(one)))
    expect(licences).toContain(`==== ${name} `)
  for (const path of [...native, 'lib/reader.js', 'lib/sharp-worker.js'])
    expect([path, await holds(join(contents, path), root)]).toEqual([path, false])
  expect(await Bun.file(join(contents, 'pictoglyph.service')).text()).toContain(
    '\nExecStart=/opt/pictoglyph/pictoglyph serve\n',
  )
}

async function holds(path: string, text: string): Promise<boolean> {
  return Buffer.from(await Bun.file(path).arrayBuffer()).includes(text)
}

/** A site from its first start to a page of the console, by the executable, without an environment. */
async function runsAlone(contents: string): Promise<void> {
  const program = join(contents, 'pictoglyph')
  await using folder = await temporaryDirectory()
  const directory = join(folder.path, 'data')
  await mkdir(directory)
  const [images, text, testConsole] = [await freePort(), await freePort(), await freePort()]
  const variables = [
    `PICTOGLYPH_DATA_DIR=${directory}`,
    `PICTOGLYPH_IMAGES_PORT=${images}`,
    `PICTOGLYPH_TEXT_PORT=${text}`,
    `PICTOGLYPH_CONSOLE_PORT=${testConsole}`,
  ]
  const addressOf = (port: number) => `http://localhost:${port}`
  // bubblewrap is found by PATH, and nothing else of an environment is there.
  const bare = ['-i', 'PATH=/usr/bin', ...variables, program]
  await using server = startPictoglyph({}, [...bare, 'serve'], '/usr/bin/env')
  const password = await server.printed(/password +(\S+)/)
  const sample = await server.printed(/file=@([^"]+)/)
  expect(await Bun.file(sample).exists()).toBe(true)
  await server.logged('serving')

  // It has to see its runtime and sharp's files from where it is kept.
  if (noIsolation === undefined) await server.logged('renditions are made in isolation')

  const { key } = JSON.parse(
    await run(
      [
        '/usr/bin/env',
        ...bare,
        'key',
        'create',
        '--user',
        'admin',
        '--permission',
        'images:upload',
        '--json',
      ],
      root,
    ),
  )
  const form = new FormData()
  form.set('categoryId', 'general')
  form.set('file', new File([sampleImage(1, 1_000_000)], 'picture.png'))
  const upload = await fetch(`${addressOf(images)}/api/v1/upload`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: form,
  })
  const { data } = await upload.json()
  expect((await fetch(data.url)).headers.get('content-type')).toBe('image/png')
  expect((await fetch(`${data.url.replace(/\.png$/, '')}/thumbnail`)).headers.get('content-type')).toBe(
    'image/webp',
  )

  const post = { method: 'POST', headers: { 'content-type': 'application/json' } }
  // Long enough for the thread that packs.
  const written = '今天天气不错，我们去公园吧。'.repeat(100)
  const secret = { text: written, charsetId: 'roar', algorithmId: 'aesgcm', key: 'otter' }
  const encrypted = await fetch(`${addressOf(text)}/api/public/encrypt`, {
    ...post,
    body: JSON.stringify(secret),
  })
  const { data: cipher } = await encrypted.json()
  const body = JSON.stringify({ cipher: cipher.cipher, key: 'otter' })
  const decrypted = await (await fetch(`${addressOf(text)}/api/public/decrypt`, { ...post, body })).json()
  expect(decrypted.data.text).toBe(written)

  await pageWithScripts(data.pageUrl)
  await pageWithScripts(`${addressOf(images)}/docs`)
  await pageWithScripts(`${addressOf(text)}/`)
  const cookie = await signIn(addressOf(testConsole), password)
  await pageWithScripts(`${addressOf(testConsole)}/images?q=picture`, { cookie })
  expect(await server.stop()).toBe(0)
}

/** A page is there, and so is every script and style that it names. */
async function pageWithScripts(address: string, headers: Record<string, string> = {}): Promise<void> {
  const page = await fetch(address, { headers })
  expect([address, page.status]).toEqual([address, 200])
  const named = (await page.text()).matchAll(/(?:src|href)="([^"]+\.(?:js|css))"/g)
  const paths = [...named].map(([, path = '']) => path)
  expect(paths).not.toEqual([])
  for (const path of paths) {
    const part = await fetch(new URL(path, page.url), { headers })
    expect([path, part.status]).toEqual([path, 200])
    expect((await part.text()).length).toBeGreaterThan(100)
  }
}

async function signIn(address: string, password: string): Promise<string> {
  const page = await fetch(`${address}/sign-in`)
  const csrf = /name="csrf" value="([^"]+)"/.exec(await page.text())?.[1] ?? ''
  const answer = await fetch(`${address}/sign-in`, {
    method: 'POST',
    headers: { origin: address, cookie: cookiesOf(page) },
    body: new URLSearchParams({ csrf, name: 'admin', password }),
    redirect: 'manual',
  })
  expect(answer.status).toBe(303)
  return cookiesOf(answer)
}

const cookiesOf = (answer: Response) =>
  answer.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
