import { afterAll, beforeAll, expect, test } from 'bun:test'
import { cp, mkdir, readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pngOf } from '@pictoglyph/images/test/sample-image'
import { type CommandResult, runCommand } from '../clients/run-command.ts'
import { root } from '../house/markdown.ts'
import { type RunningSite, startSite } from '../site/running-site.ts'
import { temporaryDirectory } from '../site/temporary-directory.ts'

const cleanup = new AsyncDisposableStack()
afterAll(() => cleanup.disposeAsync())
let folder: string
let site: RunningSite

/** Runs the installed command in the stranger's folder, with Node and npm alone in the path. */
function npx(words: readonly string[], input?: string): Promise<CommandResult> {
  const variables = {
    PICTOGLYPH_IMAGES_URL: site.urls.images,
    PICTOGLYPH_KEY: site.credentials?.apiKey ?? '',
    npm_config_offline: 'true',
  }
  const line = ['npx', '--no-install', 'pictoglyph-client', ...words]
  if (input === undefined) return runCommand(line, { cwd: folder, path: '/usr/bin:/bin', variables })
  const piped = ['sh', '-c', 'printf %s "$0" | "$@"', input, ...line]
  return runCommand(piped, { cwd: folder, path: '/usr/bin:/bin', variables })
}

beforeAll(async () => {
  const { path } = cleanup.use(await temporaryDirectory())
  const data = cleanup.use(await temporaryDirectory())
  site = cleanup.use(await startSite({ dataDirectory: data.path }))
  folder = join(path, 'project')
  await mkdir(folder)
  const packed = join(path, 'packed')
  expect(await runCommand([process.execPath, join(root, 'deploy/libraries.ts'), packed])).toMatchObject({
    exitCode: 0,
  })
  const [archive = ''] = (await readdir(packed)).filter((name) => /^pictoglyph-client-\d/.test(name))
  await Bun.write(join(folder, 'package.json'), '{"private":true}')
  const install = ['npm', 'install', '--offline', '--no-audit', '--no-fund', join(packed, archive)]
  expect(await runCommand(install, { cwd: folder, path: '/usr/bin:/bin' })).toMatchObject({ exitCode: 0 })
}, 120_000)

test('it is one package below 5 MB, for Node, without a shell script as its entry', async () => {
  const installed = (await readdir(join(folder, 'node_modules'))).filter((name) => !name.startsWith('.'))
  expect(installed).toEqual(['pictoglyph-client'])
  const own = join(folder, 'node_modules/pictoglyph-client')
  const sizes = await Promise.all(
    (await readdir(own)).map(async (name) => (await stat(join(own, name))).size),
  )
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(5_000_000)
  const manifest = await Bun.file(join(own, 'package.json')).json()
  expect(manifest).toMatchObject({ bin: { 'pictoglyph-client': 'main.js' }, engines: { node: '>=20.9' } })
  expect([manifest.dependencies, manifest.private]).toEqual([undefined, undefined])
  expect(await Bun.file(join(own, 'main.js')).text()).toStartWith('#!/usr/bin/env node\n')
  expect(await Bun.file(join(own, 'LICENSES-OF-PACKAGES')).text()).toContain('==== commander ')
})

test('plain Node uploads, encodes, decodes and prints configurations', async () => {
  await cp(join(root, 'examples/photograph.jpg'), join(folder, 'A photograph.jpg'))
  const words = ['upload', '--category', 'general', '--title-from-name', '--format', 'markdown', '*.jpg']
  const uploaded = await npx(words)
  expect(uploaded).toMatchObject({ exitCode: 0, stderr: '' })
  expect(uploaded.stdout).toMatch(/^!\[A photograph\]\(http:\/\/\S+\.jpg\)\n$/)
  const encoded = await npx(['encode', '--preset', 'aesgcm', '--key', 'a key'], '你好')
  expect(encoded).toMatchObject({ exitCode: 0, stderr: '' })
  expect((await npx(['decode', '--key', 'a key'], encoded.stdout)).stdout).toBe('你好')
  expect((await npx(['client', 'sharex'])).stdout).toContain('/api/v1/upload')
  expect((await npx(['completion', 'bash'])).stdout).toContain('complete -o default')
}, 60_000)

test('plain Node serves the tools of an agent', async () => {
  const lines = [
    {
      jsonrpc: '2.0',
      id: 1,
      method: 'initialize',
      params: { protocolVersion: '2025-06-18', capabilities: {} },
    },
    { jsonrpc: '2.0', method: 'notifications/initialized' },
    { jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name: 'encode', arguments: { text: 'hi' } } },
  ]
  const { stdout, stderr, exitCode } = await npx(
    ['mcp'],
    `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`,
  )
  const answers = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect([exitCode, stderr, answers.map(({ id }) => id).toSorted()]).toEqual([0, '', [1, 2]])
}, 60_000)

/** Every form in which documents show pictures. */
const forms = [
  (path: string) => `![words](${path})`,
  (path: string) => `![words][r]\n\n[r]: ${path} "title"`,
  (path: string) => `<img src="${path}" alt="x">`,
  (path: string) => `<img src=${path}>`,
  (path: string) => `[![](${path})](${path})`,
  (path: string) => `![[${path}|300]]`,
  (path: string) => `![[${path}|words]]`,
  (path: string) => `{{< figure src="${path}" alt="x" >}}`,
  (path: string) => `![dark](${path}#gh-dark-mode-only)`,
  (path: string) => `<picture><source srcset="${path} 2x"></picture>`,
]

test('a blog of 40 posts with every form moves, stays as it is, and comes back byte for byte', async () => {
  const before = new Map<string, string>()
  for (let n = 0; n < 40; n++) {
    const path = `img/${n}.png`
    await Bun.write(join(folder, 'blog', path), pngOf(n + 1))
    const isJsx = n % 8 === 7
    const text = [
      `---\ntitle: Post ${n}\ncover:\n  image: /${path}\nimages: [/${path}]\nhero: /${path}\n---\n`,
      ...forms.map((form) => form(`/${path}`)),
      isJsx ? `<Photo src={"/${path}"} />` : '`![code](/img/x.png)`',
    ].join(n % 2 === 0 ? '\n\n' : '\r\n\r\n')
    before.set(`blog/post-${n}.${isJsx ? 'mdx' : 'md'}`, text)
  }
  for (const [name, text] of before) await Bun.write(join(folder, name), text)
  const read = async () => Promise.all([...before.keys()].map((name) => Bun.file(join(folder, name)).text()))
  const words = ['rehost', 'blog', '--static', 'blog', '--category', 'general', '--front-matter', 'hero']
  const moved = await npx(words)
  expect([moved.exitCode, moved.stderr]).toEqual([
    0,
    expect.stringContaining('of 40 documents moved, 0 could not'),
  ])
  const after = await read()
  for (const text of after) {
    expect(text.replaceAll('![code](/img/x.png)', '')).not.toMatch(/\/img\/\d/)
    expect(text).toContain('![300](http')
  }
  expect(await npx([...words, '--check'])).toMatchObject({ exitCode: 0 })
  expect(await npx(words)).toMatchObject({ exitCode: 0, stdout: '' })
  expect(await read()).toEqual(after)
  const redirects = await npx(['rehost', '--redirects', 'nginx', '--static', 'blog'])
  expect(redirects.stdout.trimEnd().split('\n')).toHaveLength(40)
  expect(redirects.stdout).toMatch(/^location = \/img\/0\.png \{ return 301 http\S+\.png; \}$/m)
  expect(await npx(['rehost', '--undo', 'blog'])).toMatchObject({ exitCode: 0, stderr: '' })
  expect(await read()).toEqual([...before.values()])
}, 120_000)
