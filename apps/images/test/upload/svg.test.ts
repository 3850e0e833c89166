import { expect, test } from 'bun:test'
import { mediaTypes } from '@pictoglyph/media/media-type'
import { postUpload } from '../post-upload.ts'
import { openSite, type SiteFixture, type SiteFixtureOptions } from '../site-fixture.ts'

const picture =
  '<svg xmlns="http://www.w3.org/2000/svg" width="4000" height="3000"><rect width="9" height="9"/></svg>'

async function openTakingSvg(options?: SiteFixtureOptions): Promise<SiteFixture> {
  const site = await openSite(options)
  await site.setPolicy('upload.types', 'png, svg')
  return site
}

function upload(site: SiteFixture, svg: string, name = 'picture.svg') {
  const file = new File([svg], name, { type: 'image/svg+xml' })
  return postUpload(site.url, { key: site.apiKey, file, fields: { categoryId: site.categoryId } })
}

test('an SVG is refused until an operator allows it, by its type and whether it is a sound one or not', async () => {
  await using site = await openSite()
  for (const svg of [picture, picture.slice(0, -9), `${picture.slice(0, -6)}<p></svg>`]) {
    const { status, body } = await upload(site, svg, 'picture.png')
    expect([status, body.error?.code]).toEqual([400, 'TYPE_NOT_ALLOWED'])
    expect(body.error?.message).toContain('image/svg+xml')
  }
  expect(await site.kept()).toEqual({ blobs: 0, unfinished: 0, images: 0 })
})

test('an unreadable SVG is recognised as one, with advice where SVG is allowed', async () => {
  await using site = await openTakingSvg()
  const withEntities = `<!DOCTYPE svg [<!ENTITY ns "http://www.w3.org/2000/svg">]>${picture}`
  const messageOf = async (svg: string) => (await upload(site, svg)).body.error?.message
  expect(await messageOf(withEntities)).toStartWith('The file is an SVG that declares entities')
  expect(await messageOf(`<?xml version="1.0" encoding="GBK"?>${picture}`)).toContain('encoding than UTF-8')
  expect(await messageOf(picture.replace('"4000"', '4000'))).toContain('XML is not well-formed')
  await site.setPolicy('upload.types', 'png')
  expect(await messageOf(withEntities)).toBe('The file is of type image/svg+xml. Allowed: image/png.')
})

test('an SVG that is allowed is served as one, with its styles and without anything that acts or is loaded', async () => {
  await using site = await openTakingSvg()
  const { status, body } = await upload(site, picture)
  expect(status).toBe(200)
  expect(body.data).toMatchObject({ url: `${site.url}/i/${body.data.id}.svg`, width: 4000, height: 3000 })
  const answer = await fetch(body.data.url)
  expect(await answer.text()).toBe(picture)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/svg+xml',
    'content-disposition': `inline; filename="${body.data.id}.svg"`,
    'x-content-type-options': 'nosniff',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox",
  })
})

test('an SVG is its own thumbnail, however large it is', async () => {
  await using site = await openTakingSvg({ renditions: {} })
  const { body } = await upload(site, picture)
  const answer = await fetch(`${site.url}/i/${body.data.id}/thumbnail`, { redirect: 'manual' })
  expect([answer.status, answer.headers.get('location')]).toEqual([302, body.data.url])
  const page = await (await fetch(body.data.pageUrl)).text()
  expect(page).not.toContain('srcset')
  expect(site.renditionEvents).toEqual([])
})

test('an SVG comes from the service itself, with its headers, also where a store has a public address', async () => {
  await using site = await openTakingSvg({ redirect: (address) => `https://cdn.example.org/${address}` })
  const { body } = await upload(site, picture)
  const answer = await fetch(body.data.url, { redirect: 'manual' })
  expect([answer.status, await answer.text()]).toEqual([200, picture])
})

test('an SVG cut short, or with an element left open, is no image', async () => {
  await using site = await openTakingSvg()
  for (const svg of [picture.slice(0, -9), picture.replace('/>', '>')]) {
    const { status, body } = await upload(site, svg)
    expect([status, body.error?.code]).toEqual([400, 'INVALID_IMAGE'])
  }
})

test('data of drawing programs is stripped from an SVG', async () => {
  await using site = await openTakingSvg()
  const noted = picture.replace('<rect', '<!-- by Jane --><metadata><a/></metadata><rect')
  const { body } = await upload(site, noted)
  expect(body.data).toMatchObject({ removed: [{ kind: 'comment' }, { kind: 'text' }] })
  expect(await (await fetch(body.data.url)).text()).toBe(picture)
})

test('every type has a name in the policy', async () => {
  await using site = await openSite()
  for (const type of mediaTypes) await site.setPolicy('upload.types', type)
  for (const name of ['jpeg', 'jpg', 'png', 'gif', 'webp', 'avif', 'svg', 'SVG']) {
    await site.setPolicy('upload.types', name)
  }
  expect(site.setPolicy('upload.types', 'png,svgz')).rejects.toThrow('jpeg, png, gif, webp, avif, svg')
})
