import { afterAll, beforeAll, expect, test } from 'bun:test'
import { link, mkdir, symlink, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import { pngOf } from '@pictoglyph/images/test/sample-image'
import { openSite, type SiteFixture } from '@pictoglyph/images/test/site-fixture'
import { z } from 'zod'
import { cleanEnvironment, pictoglyph } from './command.ts'
import { temporaryFolder } from './temporary-folder.ts'

const command = join(import.meta.dir, '../bin/pictoglyph')
let site: SiteFixture
let key: string
let folder: Awaited<ReturnType<typeof temporaryFolder>>

beforeAll(async () => {
  site = await openSite()
  key = await site.createKey({ defaultCategoryId: site.categoryId })
  folder = await temporaryFolder()
})

afterAll(async () => {
  await site[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

let nextColour = 1

/** A file that no other test has, under the test's folder. */
async function write(path: string, content: string | Uint8Array = pngOf(nextColour++)): Promise<string> {
  const place = join(folder.path, path)
  await Bun.write(place, content)
  return place
}

const toolAnswer = z.object({
  content: z.tuple([z.object({ type: z.literal('text'), text: z.string() })]),
  structuredContent: z.record(z.string(), z.unknown()).optional(),
  isError: z.boolean().optional(),
})

interface Agent extends AsyncDisposable {
  readonly client: Client
  /** What a tool answers. */
  call(name: string, words: object): Promise<Record<string, unknown>>
  /** What it says where it refuses. */
  refusal(name: string, words: object): Promise<string>
}

/** An agent that has started the command as its tool server. */
async function openAgent(words: readonly string[], variables: Record<string, string> = {}): Promise<Agent> {
  const client = new Client({ name: 'test', version: '1' })
  const environment = { PICTOGLYPH_IMAGES_URL: site.url, PICTOGLYPH_KEY: key, ...variables }
  await client.connect(
    new StdioClientTransport({
      command,
      args: ['mcp', ...words],
      env: cleanEnvironment(environment),
      cwd: folder.path,
    }),
  )
  const run = async (name: string, given: object) =>
    toolAnswer.parse(await client.callTool({ name, arguments: { ...given } }))
  return {
    client,
    async call(name, given) {
      const { content, structuredContent, isError } = await run(name, given)
      if (isError || structuredContent === undefined) throw new Error(content[0].text)
      expect(JSON.parse(content[0].text)).toEqual(structuredContent)
      return structuredContent
    },
    async refusal(name, given) {
      const { content, isError } = await run(name, given)
      expect([content[0].text, isError]).toEqual([expect.any(String), true])
      return content[0].text
    },
    [Symbol.asyncDispose]: () => client.close(),
  }
}

test('an agent sees four tools, each with what it takes', async () => {
  await using agent = await openAgent(['--root', folder.path])
  const { tools } = await agent.client.listTools()
  const described = tools.map(({ name, inputSchema }) => [name, Object.keys(inputSchema.properties ?? {})])
  expect(Object.fromEntries(described)).toEqual({
    upload_image: ['path', 'title', 'description', 'categoryId', 'albumId', 'expiresIn'],
    find_images: ['name', 'limit'],
    encode: ['text', 'charset', 'preset', 'key'],
    decode: ['cipher', 'key'],
  })
  const changing = { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true }
  for (const { name, annotations } of tools) {
    const expected = name === 'upload_image' ? changing : { readOnlyHint: true }
    expect({ name, annotations }).toMatchObject({ name, annotations: expected })
  }
})

test('an agent uploads a picture by its path, absolute or from an allowed folder, and gets its link', async () => {
  await using agent = await openAgent(['--root', folder.path])
  const path = await write('shots/first.png')
  const image = await agent.call('upload_image', { path, title: 'A [b]' })
  expect(image).toMatchObject({ type: 'image/png', width: 3, height: 2, deduped: false })
  expect(image.markdown).toBe(`![A \\[b\\]](${image.url})`)
  expect(await (await fetch(String(image.url))).bytes()).toEqual(await Bun.file(path).bytes())
  const again = await agent.call('upload_image', { path: 'shots/first.png' })
  expect(again).toMatchObject({ id: image.id, deduped: true })
})

test('nothing outside of the allowed folders is read, whatever the path', async () => {
  await write('outside/secret.png')
  await mkdir(join(folder.path, 'allowed/deep'), { recursive: true })
  await symlink('../outside', join(folder.path, 'allowed/way-out'))
  await symlink('../outside/secret.png', join(folder.path, 'allowed/picture.png'))
  await symlink('/proc/self/root', join(folder.path, 'allowed/everything'))
  await write('allowed-not/secret.png')
  await using agent = await openAgent(['--root', join(folder.path, 'allowed')])
  const before = await site.kept()
  const paths = [
    '../outside/secret.png',
    'deep/../../outside/secret.png',
    'way-out/secret.png',
    'picture.png',
    join('everything', folder.path, 'outside/secret.png'),
    join(folder.path, 'outside/secret.png'),
    join(folder.path, 'allowed-not/secret.png'),
    '/etc/passwd',
    'no-such.png',
    'deep',
    '.',
  ]
  for (const path of paths) {
    const reason = `There is no file ${path} in ${join(folder.path, 'allowed')}.`
    expect(await agent.refusal('upload_image', { path })).toBe(reason)
  }
  expect(await site.kept()).toEqual(before)
})

test('a link that stays within the allowed folders is followed', async () => {
  await write('linked/real/picture.png')
  await symlink('real/picture.png', join(folder.path, 'linked/to-it.png'))
  await using agent = await openAgent(['--root', join(folder.path, 'linked')])
  expect(await agent.call('upload_image', { path: 'to-it.png' })).toMatchObject({ type: 'image/png' })
})

test('several folders may be named, one of them by a link, and no folder stands for the one it starts in', async () => {
  await write('one/a.png')
  await write('two/b.png')
  await symlink('two', join(folder.path, 'second'))
  const [one, second] = [join(folder.path, 'one'), join(folder.path, 'second')]
  await using agent = await openAgent(['--root', one, second])
  for (const path of ['a.png', 'b.png', join(second, 'b.png')]) {
    expect(await agent.call('upload_image', { path })).toMatchObject({ type: 'image/png' })
  }
  const within = `${one}, ${join(folder.path, 'two')}`
  expect(await agent.refusal('upload_image', { path: 'c.png' })).toBe(`There is no file c.png in ${within}.`)
  await using rootless = await openAgent([])
  expect(await rootless.call('upload_image', { path: 'one/a.png' })).toMatchObject({ deduped: true })
  const { code, err } = await pictoglyph({}, ['mcp', '--root', join(folder.path, 'gone')])
  expect([code, err]).toEqual([1, `pictoglyph: There is no folder ${join(folder.path, 'gone')}.\n`])
}, 30_000)

test('what is no picture is never sent, and a pipe is not waited for', async () => {
  await using agent = await openAgent(['--url', 'http://127.0.0.1:9'])
  await write('passwords.png', 'hunter2')
  expect(await agent.refusal('upload_image', { path: 'passwords.png' })).toStartWith(
    'passwords.png is no picture: ',
  )
  await Bun.$`mkfifo ${join(folder.path, 'pipe.png')}`
  expect(await agent.refusal('upload_image', { path: 'pipe.png' })).toStartWith('There is no file pipe.png')
})

test('the key stands in no answer: not where it is refused, not where the service repeats it', async () => {
  const path = await write('keyed.png')
  await using echo = Bun.serve({
    port: 0,
    fetch: ({ headers }) =>
      Response.json(
        { ok: false, error: { code: 'X', message: `${headers.get('authorization')}` } },
        { status: 400 },
      ),
  })
  for (const [secret, url] of [
    [`${key.slice(0, -1)}${key.endsWith('A') ? 'B' : 'A'}`, site.url],
    ['pgl_with a\u0007bell', site.url],
    ['pgl_chosen', echo.url.href],
  ] as const) {
    await using agent = await openAgent(['--url', url], { PICTOGLYPH_KEY: secret })
    const refusal = await agent.refusal('upload_image', { path })
    expect(refusal).not.toBe('')
    expect(refusal).not.toContain(secret)
  }
})

test('an agent that asks for an end is told where the image has none', async () => {
  const path = await write('ending.png')
  const image = {
    id: 'a',
    url: 'https://x/a.png',
    pageUrl: 'https://x/a',
    formats: { markdown: '', html: '' },
    type: 'image/png',
    sizeBytes: 1,
    width: 3,
    height: 2,
  }
  await using older = Bun.serve({ port: 0, fetch: () => Response.json({ ok: true, data: image }) })
  await using agent = await openAgent(['--url', older.url.href])
  expect(await agent.call('upload_image', { path, expiresIn: '1h' })).toMatchObject({
    expiresAt: null,
    note: 'This image has no end, and stays.',
  })
  expect(await agent.call('upload_image', { path })).not.toContainKey('expiresAt')
  expect(await agent.refusal('upload_image', { path, expiresIn: 'soon' })).toContain('such as 30s')
})

test('without a key only uploads are refused, and the answer says what to set', async () => {
  const path = await write('unsent.png')
  await using agent = await openAgent([], { PICTOGLYPH_KEY: '' })
  expect(await agent.refusal('upload_image', { path })).toContain('set PICTOGLYPH_KEY')
  expect(await agent.call('encode', { text: 'a' })).toMatchObject({ charset: 'roar', preset: 'classic' })
})

test('an agent finds pictures of the allowed folders, the newest first, and no others', async () => {
  const names = ['find/a.png', 'find/b.JPG', 'find/deep/c.webp']
  for (const [at, name] of names.entries()) {
    const path = await write(name)
    const day = new Date(Date.UTC(2026, 0, at + 1))
    await utimes(path, day, day)
  }
  await write('find/notes.txt')
  await write('find/node_modules/d.png')
  await write('find/.hidden/e.png')
  await write('outside/f.png')
  await symlink('../outside', join(folder.path, 'find/way-out'))
  await link(join(folder.path, 'find/a.png'), join(folder.path, 'find/z.png'))
  const root = join(folder.path, 'find')
  await using agent = await openAgent(['--root', root])
  const { images, areMore } = z
    .object({ images: z.array(z.object({ path: z.string(), modifiedAt: z.string() })), areMore: z.boolean() })
    .parse(await agent.call('find_images', {}))
  const found = images.map(({ path, modifiedAt }) => [path.slice(root.length + 1), modifiedAt.slice(0, 10)])
  expect(found.slice(0, 2)).toEqual([
    ['deep/c.webp', '2026-01-03'],
    ['b.JPG', '2026-01-02'],
  ])
  expect(found.map(([path]) => path).toSorted()).toEqual(['a.png', 'b.JPG', 'deep/c.webp', 'z.png'])
  expect(areMore).toBe(false)
  const named = await agent.call('find_images', { name: 'DEEP', limit: 1 })
  expect(named).toMatchObject({ images: [{ path: join(root, 'deep/c.webp') }], areMore: false })
  expect(await agent.call('find_images', { limit: 3 })).toMatchObject({ areMore: true })
})

test('what an agent encodes it decodes, with a key and without', async () => {
  await using agent = await openAgent([])
  for (const [text, chosen] of [
    ['你好 🙂', {}],
    ['secret', { preset: 'rc4', charset: 'meow', key: 'k' }],
  ] as const) {
    const { cipher } = await agent.call('encode', { text, ...chosen })
    const given = 'key' in chosen ? { key: chosen.key } : {}
    expect(await agent.call('decode', { cipher, ...given })).toMatchObject({ text })
  }
  expect(await agent.refusal('decode', { cipher: 'no cipher at all' })).not.toBe('')
  expect(await agent.refusal('encode', { text: 'a', preset: 'rot13' })).toContain('preset')
})

test('the server ends by itself, with 0, once its input is closed, and writes nothing but messages', async () => {
  const hello = {
    jsonrpc: '2.0',
    id: 1,
    method: 'initialize',
    params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
  }
  const { code, out, err } = await pictoglyph({}, ['mcp'], `${JSON.stringify(hello)}\n`)
  expect([code, err]).toEqual([0, ''])
  expect(JSON.parse(out)).toMatchObject({ id: 1, result: { serverInfo: { name: 'pictoglyph' } } })
})
