import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { pngOf } from '@pictoglyph/images/test/sample-image'
import { openSite, type SiteFixture } from '@pictoglyph/images/test/site-fixture'
import { cleanEnvironment, pictoglyph } from './command.ts'

let site: SiteFixture
let variables: Record<string, string>

beforeAll(async () => {
  site = await openSite()
  const key = await site.createKey({ defaultCategoryId: site.categoryId })
  variables = { PICTOGLYPH_IMAGES_URL: site.url, PICTOGLYPH_KEY: key }
})

afterAll(() => site[Symbol.asyncDispose]())

let nextColour = 1

/** Files that no other test has. */
async function writeImages(
  ...names: string[]
): Promise<{ paths: string[]; bytes: Uint8Array<ArrayBuffer>[] }> {
  const images = names.map((name) => ({ path: join(site.directory, name), bytes: pngOf(nextColour++) }))
  await Promise.all(images.map(({ path, bytes }) => Bun.write(path, bytes)))
  return { paths: images.map(({ path }) => path), bytes: images.map(({ bytes }) => bytes) }
}

const lines = (text: string) => text.trimEnd().split('\n')
const bytesAt = async (link: string) => (await fetch(link)).bytes()

test('upload prints a link for each file, in order, and nothing else', async () => {
  const { paths, bytes } = await writeImages('a.png', 'b.png', 'c.png', 'd.png', 'e.png', 'f.png')
  const { code, out, err } = await pictoglyph(variables, ['upload', '--concurrency', '3', ...paths])
  expect([code, err]).toEqual([0, ''])
  expect(await Promise.all(lines(out).map(bytesAt))).toEqual(bytes)
})

test('upload finds the files of patterns that the shell has left alone', async () => {
  const { bytes } = await writeImages('glob/1.png', 'glob/2 two.png', 'glob/deep/3.png')
  const pattern = join(site.directory, 'glob/**/*.png')
  const { code, out } = await pictoglyph(variables, ['upload', pattern])
  expect(code).toBe(0)
  expect(await Promise.all(lines(out).map(bytesAt))).toEqual(bytes)
})

test('a file whose name reads as a pattern is that file', async () => {
  const { paths } = await writeImages('what [is] this?.png')
  const { out } = await pictoglyph(variables, ['upload', ...paths])
  expect(await bytesAt(out.trim())).toEqual(pngOf(nextColour - 1))
})

test('upload reads standard input for -', async () => {
  const { paths } = await writeImages('piped.png')
  const child = Bun.spawn([join(import.meta.dir, '../bin/pictoglyph'), 'upload', '-'], {
    env: cleanEnvironment(variables),
    stdin: Bun.file(paths[0] ?? ''),
    stdout: 'pipe',
  })
  expect(await bytesAt((await new Response(child.stdout).text()).trim())).toEqual(pngOf(nextColour - 1))
})

test('upload prints any format, with the title that was given', async () => {
  const { paths } = await writeImages('titled.png')
  const words = ['upload', ...paths, '--title', 'A [b] c', '--format', 'markdown']
  const { out } = await pictoglyph(variables, words)
  expect(out).toStartWith(`![A \\[b\\] c](${site.url}/i/`)
})

test('a format that there is not is refused before anything is sent', async () => {
  const { paths } = await writeImages('format.png')
  const before = await site.kept()
  const { code, err } = await pictoglyph(variables, ['upload', ...paths, '--format', 'latex'])
  expect([code, err]).toEqual([
    1,
    expect.stringContaining('There is no format "latex". There are: url, markdown'),
  ])
  expect(await site.kept()).toEqual(before)
})

test('each failure is told with its reason, the other files are uploaded, and the exit code is 1', async () => {
  const { paths } = await writeImages('good.png', 'bad.png')
  await Bun.write(paths[1] ?? '', 'no image')
  const { code, out, err } = await pictoglyph(variables, ['upload', ...paths])
  expect(code).toBe(1)
  expect(lines(out)).toHaveLength(1)
  expect(err).toContain('bad.png: The file is text.')
  expect(err).toContain('(TYPE_NOT_ALLOWED)')
})

test('a missing category is a failure with a hint', async () => {
  const { paths } = await writeImages('homeless.png')
  const { code, err } = await pictoglyph(variables, ['upload', '--key', site.apiKey, ...paths])
  expect(code).toBe(1)
  expect(err).toContain('CATEGORY_MISSING')
  expect(err).toContain('Give --category ID')
})

test('--json prints an object for each file and keeps standard error empty', async () => {
  const { paths } = await writeImages('json.png', 'json-bad.png')
  await Bun.write(paths[1] ?? '', 'no image')
  const { code, out, err } = await pictoglyph(variables, ['upload', '--json', ...paths])
  expect([code, err]).toEqual([1, ''])
  const [good, bad] = lines(out).map((line) => JSON.parse(line))
  expect(good).toMatchObject({ ok: true, file: paths[0], data: { type: 'image/png' } })
  expect(bad).toMatchObject({ ok: false, file: paths[1], error: { code: 'TYPE_NOT_ALLOWED', status: 400 } })
})

test('--dry-run tells whether a file would be accepted and uploads nothing', async () => {
  const { paths } = await writeImages('dry.png', 'dry-bad.png')
  await Bun.write(paths[1] ?? '', 'no image')
  const before = await site.kept()
  const { code, out } = await pictoglyph(variables, ['upload', '--dry-run', ...paths])
  expect(code).toBe(1)
  expect(out).toContain('dry.png: accepted: image/png, 3 × 2')
  expect(out).toContain('dry-bad.png: refused: The file is text.')
  expect(await site.kept()).toEqual(before)
})

test('what can mean no file is refused before anything is uploaded', async () => {
  const { paths } = await writeImages('first.png')
  const before = await site.kept()
  const wrong = { '/no/such/file.png': 'There is no file', '/no/such/*.png': 'No file matches' }
  for (const [word, reason] of [...Object.entries(wrong), [site.directory, 'is a directory'] as const]) {
    const { code, err } = await pictoglyph(variables, ['upload', ...paths, word])
    expect(code).toBe(1)
    expect(err).toContain(reason)
  }
  expect(await site.kept()).toEqual(before)
})

test('upload says what is missing or not there', async () => {
  const { paths } = await writeImages('unsent.png')
  const withoutKey = await pictoglyph({ PICTOGLYPH_IMAGES_URL: site.url }, ['upload', ...paths])
  expect([withoutKey.code, withoutKey.err]).toEqual([
    1,
    'pictoglyph: No API key: give --key or set PICTOGLYPH_KEY.\n',
  ])
  const wrongUrl = await pictoglyph(variables, ['upload', '--url', 'img.example.org', ...paths])
  expect(wrongUrl.code).toBe(1)
  const wrongKey = await pictoglyph(variables, ['upload', '--key', 'pgl_wrong', ...paths])
  expect(wrongKey.err).toContain('(UNAUTHORIZED)')
})

test('on a terminal a bar shows how far it is, and goes away', async () => {
  const { paths } = await writeImages('terminal.png')
  let seen = ''
  const child = Bun.spawn([join(import.meta.dir, '../bin/pictoglyph'), 'upload', ...paths], {
    env: cleanEnvironment({ ...variables, TERM: 'xterm' }),
    terminal: {
      cols: 100,
      rows: 24,
      data: (_, bytes) => {
        seen += new TextDecoder().decode(bytes)
      },
    },
  })
  expect(await child.exited).toBe(0)
  child.terminal?.close()
  expect(seen).toContain('Uploading')
  expect(Bun.stripANSI(seen)).toContain(`${site.url}/i/`)
})

test('a folder that was uploaded is uploaded again by hashes, and each file has an end that was asked for', async () => {
  const sent: number[] = []
  await using proxy = Bun.serve({
    port: 0,
    async fetch(request) {
      const body = await request.bytes()
      sent.push(body.length)
      const { pathname, search } = new URL(request.url)
      return fetch(site.url + pathname + search, { method: 'POST', headers: request.headers, body })
    },
  })
  const paths = await Promise.all(
    Array.from({ length: 5 }, async (_, index) => {
      const path = join(site.directory, `large/${index}.png`)
      await Bun.write(path, [pngOf(nextColour++), new Uint8Array(70_000)])
      return path
    }),
  )
  const run = () =>
    pictoglyph({ ...variables, PICTOGLYPH_IMAGES_URL: `http://localhost:${proxy.port}` }, [
      ...['upload', '--expires-in', '1h', '--json', ...paths],
    ])
  const first = await run()
  expect(first.code).toBe(0)
  expect(sent.filter((bytes) => bytes > 70_000)).toHaveLength(5)
  sent.length = 0
  const second = await run()
  const idsOf = (out: string) => lines(out).map((line) => JSON.parse(line).data.id)
  expect(idsOf(second.out)).toEqual(idsOf(first.out))
  for (const line of lines(second.out)) {
    expect(JSON.parse(line).data).toMatchObject({ deduped: true, expiresAt: expect.any(String) })
  }
  expect(sent).toHaveLength(5)
  expect(Math.max(...sent)).toBeLessThan(900)
})
