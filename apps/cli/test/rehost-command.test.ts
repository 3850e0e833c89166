import { afterAll, beforeAll, expect, test } from 'bun:test'
import { chmod, readdir, stat, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { pngOf } from '@pictoglyph/images/test/sample-image'
import { openSite, type SiteFixture } from '@pictoglyph/images/test/site-fixture'
import { bashLine, cleanEnvironment } from './command.ts'
import { openDocumentFolder } from './document-folder.ts'

const command = join(import.meta.dir, '../bin/pictoglyph')
let site: SiteFixture
let variables: Record<string, string>

beforeAll(async () => {
  site = await openSite()
  const key = await site.createKey({ defaultCategoryId: site.categoryId })
  variables = { PICTOGLYPH_IMAGES_URL: site.url, PICTOGLYPH_KEY: key }
})

afterAll(() => site[Symbol.asyncDispose]())

let nextColour = 1

const openFolder = (files: Readonly<Record<string, string | Uint8Array>>) =>
  openDocumentFolder(files, variables)

const picture = () => pngOf(nextColour++)
const linkPattern = () => new RegExp(`${RegExp.escape(site.url)}/i/\\w+\\.png`, 'g')
const linksIn = (text: string): string[] => text.match(linkPattern()) ?? []
const withoutLinks = (text: string): string => text.replace(linkPattern(), 'LINK')
const bytesAt = async (link = '') => (await fetch(link)).bytes()

test('images of a Markdown document become links, and nothing else of it changes', async () => {
  const [one, two, three] = [picture(), picture(), picture()]
  await using folder = await openFolder({
    'posts/a.md': `\ufeff# 图\r\n\r\n![one](img/one.png "One") and [link](one.html)\r\n> <img src='../two%20words.png?raw=1'>\r\n\r\n![x][Ref]\r\n\r\n[ref]: <img/three (3).png>\r\n\r\n\`![one](img/one.png)\`\r\n`,
    'posts/img/one.png': one,
    'two words.png': two,
    'posts/img/three (3).png': three,
  })
  await chmod(join(folder.path, 'posts/a.md'), 0o640)
  const { code, out, err } = await folder.rehost(['posts/a.md'])
  expect([code, err, out]).toEqual([0, '', `posts/a.md: 3 images now on ${site.url}\n`])
  const text = await folder.read('posts/a.md')
  expect(withoutLinks(text)).toBe(
    `\ufeff# 图\r\n\r\n![one](LINK "One") and [link](one.html)\r\n> <img src='LINK'>\r\n\r\n![x][Ref]\r\n\r\n[ref]: <LINK>\r\n\r\n\`![one](img/one.png)\`\r\n`,
  )
  expect(await Promise.all(linksIn(text).map(bytesAt))).toEqual([one, two, three])
  expect((await stat(join(folder.path, 'posts/a.md'))).mode & 0o777).toBe(0o640)
})

test('images of an HTML document become links, lists and posters too, from its base', async () => {
  const [one, two, three] = [picture(), picture(), picture()]
  const text = (a: string, b: string, c: string) =>
    `<!doctype html><base href="static/"><!-- <img src="1.png"> -->\n<IMG alt=x SRC=${a} srcset="${b} 2x, ${c} 3x"><video poster="${a === '1.png' ? '1.png' : a.slice(1, -1)}"></video><pre>&lt;img src="1.png"></pre>`
  await using folder = await openFolder({
    'page.html': text('1.png', '2.png', '/static/3.png'),
    'static/1.png': one,
    'static/2.png': two,
    'static/3.png': three,
  })
  expect(await folder.rehost(['page.html'])).toMatchObject({ code: 0, err: '' })
  const after = await folder.read('page.html')
  expect(withoutLinks(after)).toBe(text('"LINK"', 'LINK', 'LINK'))
  expect(await Promise.all(linksIn(after).map(bytesAt))).toEqual([one, two, three, one])
})

test('an address with a space is an image where its file is there, and told of where it is not', async () => {
  await using folder = await openFolder({
    'a.md': '![d](img/sp ace.png "t")\n![e](img/no ne.png)\n[f](img/sp ace.png)\n',
    'img/sp ace.png': picture(),
  })
  const checked = await folder.rehost(['a.md', '--check'])
  expect(checked.code).toBe(1)
  expect(checked.err).toContain('a.md:1: img/sp ace.png: This image is not on the service.')
  expect(checked.err).toContain('a.md:2: img/no ne.png: This looks like the address of a picture')
  expect(checked.err).toContain('a.md:3: img/sp ace.png: This looks like the address of a picture')
  expect(await folder.rehost(['a.md'])).toMatchObject({ code: 0 })
  expect(withoutLinks(await folder.read('a.md'))).toBe(
    '![d](LINK "t")\n![e](img/no ne.png)\n[f](img/sp ace.png)\n',
  )
})

test('run twice it changes nothing, the mapping file included', async () => {
  await using folder = await openFolder({ 'a.md': '![](a.png) ![](a.png)', 'a.png': picture() })
  await folder.rehost(['a.md'])
  const files = async () => [await folder.read('a.md'), await folder.read('rehosted.jsonl')]
  const [first, map = ''] = await files()
  const [link = ''] = linksIn(first ?? '')
  expect(map).toBe(`${JSON.stringify({ file: 'a.md', from: 'a.png', to: link })}\n`)
  const kept = await site.kept()
  expect(await folder.rehost(['a.md'])).toEqual({ code: 0, out: '', err: '' })
  expect(await files()).toEqual([first ?? '', map])
  expect(await site.kept()).toEqual(kept)
})

test('links to another address than the one that is asked are known from the mapping file', async () => {
  await using folder = await openFolder({ 'a.md': '![](a.png)', 'a.png': picture() })
  const within = site.url.replace('localhost', '127.0.0.1')
  await folder.rehost(['a.md', '--url', within])
  expect(withoutLinks(await folder.read('a.md'))).toBe('![](LINK)')
  expect(await folder.rehost(['a.md', '--url', within, '--check'])).toMatchObject({ code: 0, err: '' })
  const elsewhere = await folder.rehost(['a.md', '--url', within, '--check', '--map', 'other.jsonl'])
  expect(elsewhere.code).toBe(1)
})

test('an image that is missing is told with its line, the others move, and the exit code is 1', async () => {
  await using folder = await openFolder({
    'a.md': '\n![](gone.png)\n![](a.png)\n![](text.png)\n',
    'a.png': picture(),
    'text.png': 'no picture',
  })
  const { code, err } = await folder.rehost(['a.md'])
  expect(code).toBe(1)
  expect(err).toContain('a.md:2: gone.png: There is no file')
  expect(err).toContain('a.md:4: text.png: ')
  expect(withoutLinks(await folder.read('a.md'))).toBe('\n![](gone.png)\n![](LINK)\n![](text.png)\n')
})

test('a document reads no picture outside of its folder and of the one that it is run in', async () => {
  await using outside = await openFolder({ 'secret.png': picture() })
  await using folder = await openFolder({
    'run/a.md': '',
    'documents/b.md': `![](../c.png) ![](${outside.path}/secret.png) ![](${pathToFileURL(outside.path)}/secret.png) ![](link.png)`,
    'documents/d.md': '![](deep/e.png) ![](/f.png)',
    'documents/deep/e.png': picture(),
    'run/f.png': picture(),
    'c.png': picture(),
  })
  await symlink(join(outside.path, 'secret.png'), join(folder.path, 'documents/link.png'))
  const before = await folder.read('documents/b.md')
  const kept = await site.kept()
  const line = `cd ${folder.path}/run && "$0" rehost`
  const refused = await bashLine(`${line} ../documents/b.md`, variables)
  expect([refused.code, refused.err.match(/There is no file/g)?.length]).toEqual([1, 4])
  expect(await folder.read('documents/b.md')).toBe(before)
  expect(await site.kept()).toEqual(kept)
  expect(await bashLine(`${line} ../documents/d.md`, variables)).toMatchObject({ code: 0, err: '' })
})

test('--check names every image that is not on the service, changes nothing, and asks nobody', async () => {
  await using folder = await openFolder({
    'a.md': `![](a.png)\n![](https://example.org/b.png)\n![](${site.url}/i/x.png) ![](data:image/png;base64,AA)`,
    'c.md': `![](${site.url}/i/x.png)`,
  })
  const unreachable = { PICTOGLYPH_KEY: '' }
  const { code, err, out } = await folder.rehost(['--check', 'a.md', 'c.md'], unreachable)
  expect([code, out]).toEqual([1, ''])
  expect(err.trimEnd().split('\n')).toEqual([
    'a.md:1: a.png: This image is not on the service.',
    'a.md:2: https://example.org/b.png: This image is not on the service.',
    '2 not on the service, 0 of other hosts left, 0 not understood.',
  ])
  expect(await folder.rehost(['--check', 'c.md'], unreachable)).toEqual({ code: 0, out: '', err: '' })
  expect((await readdir(folder.path)).toSorted()).toEqual(['a.md', 'c.md'])
})

test('--dry-run tells what would move, sends nothing and writes nothing', async () => {
  await using folder = await openFolder({ 'a.md': '![](a.png)\n![](gone.png)', 'a.png': picture() })
  const kept = await site.kept()
  const { code, out, err } = await folder.rehost(['--dry-run', 'a.md'])
  expect([code, out]).toEqual([1, 'a.md:1: a.png would move\n'])
  expect(err).toContain('a.md:2: gone.png: There is no file')
  expect(await folder.read('a.md')).toBe('![](a.png)\n![](gone.png)')
  expect(await readdir(folder.path)).not.toContain('rehosted.jsonl')
  expect(await site.kept()).toEqual(kept)
})

test('--json prints an object for each document', async () => {
  await using folder = await openFolder({
    'a.md': '![](a.png)\n![](gone.png)',
    'a.png': picture(),
    'b.txt': '',
  })
  const { code, out, err } = await folder.rehost(['--json', 'a.md', 'b.txt'])
  expect([code, err]).toEqual([1, ''])
  const [a, b] = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
  const [to] = linksIn(await folder.read('a.md'))
  expect(a).toEqual({
    ok: false,
    file: 'a.md',
    images: [
      { line: 1, from: 'a.png', to },
      { line: 2, from: 'gone.png', reason: expect.stringContaining('There is no file') },
    ],
  })
  expect(b).toMatchObject({ ok: false, file: 'b.txt', error: { code: 'BAD_REQUEST' } })
})

test('what a document holds moves no cursor of the terminal', async () => {
  await using folder = await openFolder({ 'a.md': '![](<a\u001b[2J.png>)' })
  const { err } = await folder.rehost(['a.md'])
  expect(err).toContain('a\\u001b[2J.png')
  expect(err).not.toContain('\u001b')
})

test('images of other hosts are left, and moved where the host is named', async () => {
  const bytes = picture()
  await using host = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch: ({ url }) => (url.endsWith('/old.png') ? Response.redirect('/new.png') : new Response(bytes)),
  })
  const text = `![](${host.url}old.png) ![](${host.url}old.png)`
  await using folder = await openFolder({ 'a.md': text })
  const left = await folder.rehost(['a.md'])
  expect([left.code, left.out]).toEqual([0, ''])
  expect(left.err).toBe(
    `Left where they are: 2 images of other hosts. To move them: --from 127.0.0.1:${host.port}\n`,
  )
  const refused = await folder.rehost(['a.md', '--from', '127.0.0.1'])
  expect(refused.code).toBe(1)
  expect(refused.err).toContain('127.0.0.1 is not on the internet')
  expect(await folder.read('a.md')).toBe(text)
  await folder.write({ 'named.md': text.replaceAll('127.0.0.1', 'localhost') })
  const named = await folder.rehost(['named.md', '--from', 'localhost'])
  expect([named.code, named.err]).toEqual([1, expect.stringContaining('localhost is not on the internet')])
  const moved = await folder.rehost(['a.md', '--allow-private', '--from', '127.0.0.1'])
  expect(moved).toMatchObject({ code: 0, err: '' })
  expect(await bytesAt(linksIn(await folder.read('a.md'))[0])).toEqual(bytes)
})

test('a host that refuses, leads on for ever or has no picture is a failure of that image alone', async () => {
  await using host = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    fetch({ url }) {
      if (url.endsWith('/round.png')) return Response.redirect('/round.png')
      if (url.endsWith('/page.png')) return new Response('<html>')
      if (url.endsWith('/file.png')) return Response.redirect('file:///etc/passwd')
      return new Response('', { status: 403 })
    },
  })
  await using folder = await openFolder({
    'a.md': ['403', 'round', 'page', 'file'].map((name) => `![](${host.url}${name}.png)`).join('\n'),
    'b.md': '![](http://127.0.0.1:9/closed.png)',
  })
  const words = ['a.md', 'b.md', '--allow-private', '--from', '127.0.0.1', '127.0.0.1:9']
  const { code, err } = await folder.rehost(words)
  expect(code).toBe(1)
  for (const reason of [
    'answers 403',
    'leads on and on',
    'is no picture',
    'it leads to file:',
    'fetched: ',
  ]) {
    expect(err).toContain(reason)
  }
})

test('killed midway and run again it finishes, and no picture is stored twice', async () => {
  const names = Array.from({ length: 12 }, (_, at) => `${at}`)
  await using folder = await openFolder(
    Object.fromEntries(
      names.flatMap((name) => [
        [`${name}.md`, `![](${name}.png) ![](same.png)`],
        [`${name}.png`, picture()],
      ]),
    ),
  )
  await folder.write({ 'same.png': picture() })
  const kept = await site.kept()
  const documents = names.map((name) => `${name}.md`)
  const child = Bun.spawn([command, 'rehost', ...documents], {
    cwd: folder.path,
    env: cleanEnvironment(variables),
    stdout: 'pipe',
  })
  const reader = child.stdout.getReader()
  await reader.read()
  child.kill('SIGKILL')
  await child.exited
  await reader.cancel()
  for (const name of names) {
    const text = await folder.read(`${name}.md`)
    expect(['![](LINK) ![](LINK)', `![](${name}.png) ![](same.png)`]).toContain(withoutLinks(text))
  }
  const again = await folder.rehost(documents)
  expect([again.code, again.err]).toEqual([
    0,
    expect.stringMatching(/^\d+ images of \d+ documents moved, 0 could not/),
  ])
  for (const name of names) expect(withoutLinks(await folder.read(`${name}.md`))).toBe('![](LINK) ![](LINK)')
  expect((await site.kept()).images).toBe(kept.images + names.length + 1)
  const map = (await folder.read('rehosted.jsonl')).trimEnd().split('\n')
  expect(new Set(map).size).toBe(map.length)
  expect(map.length).toBe(2 * names.length)
  expect((await readdir(folder.path)).filter((name) => name.endsWith('.partial'))).toEqual([])
})

test('a document that is nested too deeply is named, and the others move', async () => {
  await using folder = await openFolder({
    'a.md': `{\n${'- '.repeat(200_000)}\n}\n`,
    'b.md': '![](b.png)',
    'b.png': picture(),
  })
  const { code, err } = await folder.rehost(['a.md', 'b.md'])
  expect([code, err]).toEqual([1, expect.stringContaining('a.md: a.md is nested too deeply.')])
  expect(withoutLinks(await folder.read('b.md'))).toBe('![](LINK)')
})

test('what is no document, no UTF-8 or not there is refused, and so is a run without a key', async () => {
  await using folder = await openFolder({ 'a.png': picture(), 'latin.md': Uint8Array.of(0xe9), 'a.md': '' })
  expect((await folder.rehost(['a.png'])).err).toContain('neither Markdown (.md, .mdx) nor HTML (.html)')
  expect((await folder.rehost(['latin.md'])).err).toContain('is not valid UTF-8')
  expect((await folder.rehost(['gone.md'])).err).toContain('There is no file gone.md')
  expect((await folder.rehost(['a.md'], { PICTOGLYPH_KEY: '' })).err).toContain('set PICTOGLYPH_KEY')
  const both = await folder.rehost(['a.md', '--check', '--dry-run'])
  expect([both.code, both.err]).toEqual([1, expect.stringContaining('--check')])
})
