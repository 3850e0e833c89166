import { afterAll, beforeAll, expect, test } from 'bun:test'
import { join } from 'node:path'
import { pngOf } from '@pictoglyph/images/test/sample-image'
import { openSite, type SiteFixture } from '@pictoglyph/images/test/site-fixture'
import { cleanEnvironment } from './command.ts'
import { openDocumentFolder } from './document-folder.ts'

let site: SiteFixture
let variables: Record<string, string>

beforeAll(async () => {
  site = await openSite()
  const key = await site.createKey({ defaultCategoryId: site.categoryId })
  variables = { PICTOGLYPH_IMAGES_URL: site.url, PICTOGLYPH_KEY: key }
})

afterAll(() => site[Symbol.asyncDispose]())

let nextColour = 1
const picture = () => pngOf(nextColour++)
const openFolder = (files: Readonly<Record<string, string | Uint8Array>>) =>
  openDocumentFolder(files, variables)
const withoutLinks = (text: string) =>
  text.replaceAll(new RegExp(`${RegExp.escape(site.url)}/i/\\w+`, 'g'), 'LINK')

/** A host of pictures on this machine. */
const openHost = (fetch: (request: Request) => Response | Promise<Response>) =>
  Bun.serve({ hostname: '127.0.0.1', port: 0, fetch })

test('static folders, more keys, folders and patterns; undone, every byte is as it was', async () => {
  const files = {
    'content/a.md': '---\r\nhero: /one.png\r\n---\r\n{{< figure src="/one.png" >}} ![[two.png|300]]\r\n',
    'content/deep/b.md': '[![x](/one.png#center)](../two.png "t") <img src=../two.png>\n',
    'content/c.mdx': '<Photo src={"/one.png"} />\n',
    'content/.hidden.md': '![](/one.png)\n',
  }
  await using folder = await openFolder({
    ...files,
    'static/one.png': picture(),
    'content/two.png': picture(),
  })
  const options = ['--static', 'static', '--front-matter', 'hero']
  const first = await folder.rehost(['content/**/b.md', 'content/c.mdx', ...options])
  expect([first.code, first.err]).toEqual([
    0,
    '4 images of 2 documents moved, 0 could not, 0 of other hosts left, 0 not understood.\n',
  ])
  expect(await folder.rehost(['content', ...options])).toMatchObject({ code: 0 })
  const texts = await Promise.all(Object.keys(files).map(folder.read))
  expect(texts.map(withoutLinks)).toEqual([
    '---\r\nhero: LINK.png\r\n---\r\n{{< figure src="LINK.png" >}} ![300](LINK.png)\r\n',
    '[![x](LINK.png#center)](LINK.png "t") <img src="LINK.png">\n',
    '<Photo src={"LINK.png"} />\n',
    '![](/one.png)\n',
  ])
  expect(await folder.rehost(['content', '--check', ...options])).toMatchObject({ code: 0 })
  expect(await folder.rehost(['content', '--undo'])).toMatchObject({ code: 0, err: '' })
  expect(await Promise.all(Object.keys(files).map(folder.read))).toEqual(Object.values(files))
})

test('--from and --front-matter take no document, and --from * is refused with the reason', async () => {
  await using folder = await openFolder({
    'a.md': '![](one.png)',
    'b.md': '![](one.png)',
    'one.png': picture(),
  })
  expect(await folder.rehost(['--from', 'old.example', 'a.md'])).toMatchObject({ code: 0 })
  expect(await folder.rehost(['--front-matter', 'hero', 'b.md'])).toMatchObject({ code: 0 })
  for (const name of ['a.md', 'b.md']) expect(withoutLinks(await folder.read(name))).toBe('![](LINK.png)')
  const refused = await folder.rehost(['--from', '*', 'a.md'])
  expect([refused.code, refused.err]).toEqual([
    1,
    expect.stringContaining('those of every host are not all yours'),
  ])
})

test('what an image shows becomes its title, wherever in the document that is said', async () => {
  await using folder = await openFolder({
    'a.md': '---\ncover: one.png\n---\n![Our   "green"\ngarden](one.png) ![later](one.png)\n',
    'one.png': picture(),
  })
  expect(await folder.rehost(['a.md'])).toMatchObject({ code: 0 })
  const [id = ''] = /(?<=\/i\/)\w+/.exec(await folder.read('a.md')) ?? []
  const page = await (await fetch(`${site.url}/p/${id}`)).text()
  expect(page).toContain('<title>Our &quot;green&quot; garden')
  expect(page).not.toContain('one.png')
})

test('an SVG is judged in the dry run as in the run', async () => {
  await using folder = await openFolder({
    'a.md': '![](logo.svg)',
    'logo.svg': '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><path d="M0 0h9v9z"/></svg>',
  })
  const dry = await folder.rehost(['a.md', '--dry-run'])
  expect(dry.code).toBe(1)
  expect(dry.err).toContain('a.md:1: logo.svg: The file is of type image/svg+xml.')
  expect((await folder.rehost(['a.md'])).err).toBe(dry.err)
})

test('addresses that lead to one placeholder stay, but the first, and are named', async () => {
  const bytes = picture()
  await using host = openHost(async ({ url }) => {
    if (url.endsWith('/gone.png')) return new Response(bytes)
    // The first of the document is the last that comes.
    if (url.endsWith('/a.png')) await Bun.sleep(200)
    return Response.redirect('/gone.png')
  })
  const text = `![](${host.url}a.png) ![](${host.url}b.png)`
  await using folder = await openFolder({ 'a.md': text })
  const { code, err } = await folder.rehost(['a.md', '--allow-private', '--from', '127.0.0.1'])
  expect([code, err]).toEqual([1, expect.stringContaining('It may be a placeholder.')])
  expect(withoutLinks(await folder.read('a.md'))).toBe(`![](LINK.png) ![](${host.url}b.png)`)
})

test('redirects from the old addresses, for each server', async () => {
  await using folder = await openFolder({
    'a.md': '![](/two%20words.png) ![](/one.png)',
    'static/one.png': picture(),
    'static/two words.png': picture(),
  })
  await folder.rehost(['a.md', '--static', 'static'])
  const lines = async (kind: string) => {
    const { out } = await folder.rehost(['--redirects', kind, '--static', 'static'])
    return withoutLinks(out).trimEnd().split('\n')
  }
  expect(await lines('nginx')).toEqual([
    'location = /one.png { return 301 LINK.png; }',
    'location = "/two words.png" { return 301 LINK.png; }',
  ])
  expect(await lines('caddy')).toEqual(['redir /one.png LINK.png 301', 'redir "/two words.png" LINK.png 301'])
  expect(await lines('netlify')).toEqual(['/one.png LINK.png 301', '/two%20words.png LINK.png 301'])
})

test('Ctrl-C ends it after the document at hand, and it says where it stands', async () => {
  const asked = Promise.withResolvers<void>()
  const goesOn = Promise.withResolvers<void>()
  await using host = openHost(async () => {
    asked.resolve()
    await goesOn.promise
    return new Response(picture())
  })
  const text = `![](${host.url}a.png)`
  await using folder = await openFolder({ 'a.md': text, 'b.md': text.replace('a.png', 'b.png') })
  const main = join(import.meta.dir, '../../people/src/main.ts')
  const words = ['rehost', 'a.md', 'b.md', '--allow-private', '--from', '127.0.0.1']
  const child = Bun.spawn([process.execPath, main, ...words], {
    cwd: folder.path,
    env: cleanEnvironment(variables),
    stderr: 'pipe',
  })
  await asked.promise
  child.kill('SIGINT')
  goesOn.resolve()
  const [err, code] = await Promise.all([new Response(child.stderr).text(), child.exited])
  expect([code, err]).toEqual([130, expect.stringContaining('Stopped after 1 of 2 documents.')])
  expect(withoutLinks(await folder.read('a.md'))).toBe('![](LINK.png)')
  expect(await folder.read('b.md')).toBe(text.replace('a.png', 'b.png'))
})
