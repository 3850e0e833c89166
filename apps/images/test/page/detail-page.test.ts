import { expect, test } from 'bun:test'
import { findUser, setDisplayName } from '@pictoglyph/site/accounts/users'
import { findOwnAlbum, setAlbumPublic } from '@pictoglyph/site/albums'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { postUpload } from '../post-upload.ts'
import { pngFile, pngOf } from '../sample-image.ts'
import { openSite, type SiteFixture } from '../site-fixture.ts'

const hostileTitle = `"><script>alert(1)</script>[/img]](x) '&`

async function pageOf(site: SiteFixture, language = 'en', title = hostileTitle): Promise<string> {
  const fields = { categoryId: site.categoryId, title, description: '<b>bold</b>\nsecond line' }
  const { body } = await postUpload(site.url, { key: site.apiKey, file: pngFile(1), fields })
  const answer = await fetch(body.data.pageUrl, { headers: { 'Accept-Language': language } })
  expect(answer.status).toBe(200)
  return answer.text()
}

/** The attributes and text of elements, as a browser parses them. */
async function elements(
  html: string,
  selector: string,
): Promise<{ text: string; attributes: Map<string, string> }[]> {
  const found: { text: string; attributes: Map<string, string> }[] = []
  const rewriter = new HTMLRewriter().on(selector, {
    element(element) {
      found.push({ text: '', attributes: new Map(element.attributes as Iterable<[string, string]>) })
    },
    text(chunk) {
      const last = found.at(-1)
      if (last !== undefined) last.text += chunk.text
    },
  })
  await rewriter.transform(new Response(html)).text()
  return found
}

test('no title and no description can become markup', async () => {
  await using site = await openSite()
  const html = await pageOf(site)
  expect(html).not.toContain('<script>alert')
  expect(html).not.toContain('<b>bold')
  expect(await elements(html, 'script:not([src])')).toEqual([])
  expect(await elements(html, '.description')).toHaveLength(1)
})

test('the page has tags for social networks', async () => {
  await using site = await openSite()
  const html = await pageOf(site, 'en', 'Sea')
  const tags = new Map(
    (await elements(html, 'meta')).map(({ attributes }) => [
      attributes.get('property') ?? attributes.get('name'),
      attributes.get('content'),
    ]),
  )
  expect(tags.get('og:title')).toBe('Sea')
  expect(tags.get('og:image')).toStartWith(`${site.url}/i/`)
  expect(tags.get('og:image:width')).toBe('3')
  expect(tags.get('twitter:card')).toBe('summary_large_image')
})

test('the page contains every copy format without script', async () => {
  await using site = await openSite()
  const fields = await elements(await pageOf(site, 'en', 'Sea'), 'input[readonly]')
  expect(fields.length).toBeGreaterThanOrEqual(7)
  const values = fields.map(({ attributes }) => attributes.get('value') ?? '')
  expect(values.some((value) => value.startsWith('![Sea]('))).toBe(true)
  expect(values.some((value) => value.startsWith('[img]'))).toBe(true)
})

test('the page is in the language that the browser requests', async () => {
  await using site = await openSite()
  expect(await pageOf(site, 'zh-CN,zh;q=0.9,en;q=0.5')).toContain('<html lang="zh-CN" ')
  expect(await pageOf(site, 'en-GB')).toContain('<html lang="en" ')
  expect(await pageOf(site, 'fr;q=0.9, zh-TW;q=0.3')).toContain('分享')
  expect(await pageOf(site, '*')).toContain('<html lang="en" ')
})

test('the page lists stripped metadata in a sentence, if there was any', async () => {
  await using site = await openSite()
  const { body } = await postUpload(site.url, {
    key: site.apiKey,
    file: new File([pngOf(1), 'tail'], 'picture.png'),
    fields: { categoryId: site.categoryId },
  })
  for (const [language, words] of [
    ['en', 'Removed before this image was stored: bytes after its end.'],
    ['zh', '此图片不含文件末尾之后的内容：保存前已移除。'],
  ] as const) {
    const answer = await fetch(body.data.pageUrl, { headers: { 'Accept-Language': language } })
    expect((await elements(await answer.text(), '.privacy span')).map(({ text }) => text)).toEqual([words])
  }
  expect(await elements(await pageOf(site), '.privacy')).toEqual([])
})

test('a title and a description are written in the direction of their script', async () => {
  await using site = await openSite()
  const html = await pageOf(site, 'en', 'שלום')
  for (const part of ['h1', '.description']) {
    expect((await elements(html, part)).map(({ attributes }) => attributes.get('dir'))).toEqual(['auto'])
  }
})

test('the page names its owner by the display name, and never by the name that signs in', async () => {
  await using site = await openSite()
  const { body } = await postUpload(site.url, {
    key: site.apiKey,
    file: pngFile(1),
    fields: { categoryId: site.categoryId },
  })
  const shown = async () => await (await fetch(body.data.pageUrl)).text()
  expect(await shown()).not.toContain('admin')
  const user = await findUser(site.ports, 'admin')
  await setDisplayName(site.ports, commandActor, user, 'Ada <3')
  const html = await shown()
  expect(html).toContain('by <bdi>Ada &lt;3</bdi>')
  expect(html).not.toContain('admin')
})

test('the page loads nothing from elsewhere', async () => {
  await using site = await openSite()
  const { body } = await postUpload(site.url, {
    key: site.apiKey,
    file: pngFile(1),
    fields: { categoryId: site.categoryId },
  })
  const policy = (await fetch(body.data.pageUrl)).headers.get('content-security-policy') ?? ''
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self'")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toContain('unsafe')
})

test('a missing page is a page for people and JSON for programs', async () => {
  await using site = await openSite()
  const url = `${site.url}/p/AAAAAAAAAAAAAA`
  const page = await fetch(url, { headers: { Accept: 'text/html' } })
  expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
  const json = (await (await fetch(url)).json()) as { error: { code: string } }
  expect(json.error.code).toBe('NOT_FOUND')
})

test('an unknown address has a page that links to the description', async () => {
  await using site = await openSite()
  for (const [path, home] of [
    ['/somewhere', './'],
    ['/some/where', '../'],
    ['/api/v1/images', '../../'],
  ] as const) {
    const page = await fetch(site.url + path, { headers: { Accept: 'text/html,*/*;q=0.8' } })
    expect([page.status, page.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8'])
    const links = await elements(await page.text(), 'main a')
    expect(links.map(({ attributes }) => attributes.get('href'))).toEqual([home, `${home}docs`])
    expect((await fetch(site.url + path)).headers.get('content-type')).toStartWith('application/json')
  }
  const upload = `${site.url}/api/v1/upload`
  const opened = await fetch(upload, { headers: { Accept: 'text/html' } })
  expect([opened.status, opened.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
  expect(await opened.text()).toContain('This address is for programs')
  const posted = await fetch(upload, { method: 'POST', headers: { Accept: 'text/html' } })
  expect(posted.headers.get('content-type')).toStartWith('application/json')
})

test('a deleted direct link returns a page to people, JSON to programs and nothing to img elements', async () => {
  await using site = await openSite()
  const url = `${site.url}/i/AAAAAAAAAAAAAA.png`
  const typed = await fetch(url, { headers: { Accept: 'text/html,image/webp,*/*;q=0.8' } })
  expect([typed.status, typed.headers.get('cache-control')]).toEqual([404, 'no-store'])
  expect(await typed.text()).toContain('what was here has been deleted')
  for (const accept of ['*/*', 'image/avif,image/webp,*/*;q=0.8']) {
    const answer = await fetch(url, { headers: { Accept: accept } })
    expect([answer.status, answer.headers.get('content-type')]).toEqual([
      404,
      'application/json;charset=utf-8',
    ])
  }
})

test('an album has a page for as long as its owner wants one', async () => {
  await using site = await openSite()
  const albumId = await site.addAlbum('Holiday <3')
  const fields = { categoryId: site.categoryId, albumId, title: 'Sea' }
  const { body } = await postUpload(site.url, { key: site.apiKey, file: pngFile(1), fields })
  const url = await site.publishAlbum(albumId)
  const html = await (await fetch(url)).text()
  expect(html).toContain('Holiday &lt;3')
  const [link] = await elements(html, '.grid a')
  const address = new URL(link?.attributes.get('href') ?? '', url)
  expect(address.href).toBe(`${body.data.pageUrl}?album=${url.split('/').at(-1)}`)
  const album = await findOwnAlbum(site.ports, site.userId, albumId)
  await setAlbumPublic(site.ports, commandActor, album, false)
  expect((await fetch(url)).status).toBe(404)
})

test('pages load pictures only from the site and the store’s public service', async () => {
  for (const redirect of [undefined, (address: string) => `https://cdn.example.org:8443/blobs/${address}`]) {
    await using site = await openSite(redirect && { redirect })
    const albumId = await site.addAlbum('Sea')
    const fields = { categoryId: site.categoryId, albumId }
    const { body } = await postUpload(site.url, { key: site.apiKey, file: pngFile(1), fields })
    const albumUrl = await site.publishAlbum(albumId)
    const sources = redirect ? `${site.url} https://cdn.example.org:8443` : site.url
    for (const url of [body.data.pageUrl, albumUrl]) {
      const { headers } = await fetch(url)
      expect(headers.get('Content-Security-Policy')).toMatch(new RegExp(`img-src ${sources}(;|$)`))
    }
  }
})
