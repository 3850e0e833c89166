import { expect, test } from 'bun:test'
import { auditDraft, commandActor } from '@pictoglyph/site/audit/audit-draft'
import { postUpload } from '../post-upload.ts'
import { pngFile, pngOf } from '../sample-image.ts'
import { openSite, type SiteFixture } from '../site-fixture.ts'

const bytes = pngOf(1)

async function uploaded(site: SiteFixture): Promise<{ id: string; url: string }> {
  const { body } = await postUpload(site.url, {
    key: site.apiKey,
    file: pngFile(1),
    fields: { categoryId: site.categoryId },
  })
  return body.data
}

test('a direct link is served as what it is and nothing more', async () => {
  await using site = await openSite()
  const { url, id } = await uploaded(site)
  const answer = await fetch(url)
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'content-type': 'image/png',
    'content-length': String(bytes.length),
    'content-disposition': `inline; filename="${id}.png"`,
    'cache-control': 'public, max-age=300',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'cross-origin',
    'accept-ranges': 'bytes',
  })
  expect(await answer.bytes()).toEqual(bytes)
})

test('HEAD has the same headers without the bytes', async () => {
  await using site = await openSite()
  const { url } = await uploaded(site)
  const [head, get] = await Promise.all([fetch(url, { method: 'HEAD' }), fetch(url)])
  expect(head.status).toBe(200)
  for (const name of ['content-type', 'content-length', 'etag', 'accept-ranges']) {
    expect([name, head.headers.get(name)]).toEqual([name, get.headers.get(name)])
  }
  expect((await head.bytes()).length).toBe(0)
})

const size = bytes.length
const ranges: [string, number, number, number][] = [
  ['bytes=0-0', 206, 0, 1],
  ['bytes=5-9', 206, 5, 10],
  ['bytes=10-', 206, 10, size],
  ['bytes=-4', 206, size - 4, size],
  ['bytes=0-999999', 206, 0, size],
  ['bytes=-999999', 206, 0, size],
  ['bytes=9-5', 200, 0, size],
  ['bytes=0-1,3-4', 200, 0, size],
  ['lines=0-1', 200, 0, size],
  ['bytes=abc', 200, 0, size],
]
for (const [range, status, start, end] of ranges) {
  test(`Range ${range} gives ${status} and bytes ${start} to ${end}`, async () => {
    await using site = await openSite()
    const { url } = await uploaded(site)
    const answer = await fetch(url, { headers: { Range: range } })
    expect(answer.status).toBe(status)
    const told = status === 206 ? `bytes ${start}-${end - 1}/${size}` : null
    expect(answer.headers.get('content-range')).toBe(told)
    expect(await answer.bytes()).toEqual(bytes.slice(start, end))
  })
}

test('a range after the end is 416 with the size', async () => {
  await using site = await openSite()
  const { url } = await uploaded(site)
  const answer = await fetch(url, { headers: { Range: `bytes=${size}-` } })
  expect([answer.status, answer.headers.get('content-range')]).toEqual([416, `bytes */${size}`])
})

test('a client with the current bytes gets 304', async () => {
  await using site = await openSite()
  const { url } = await uploaded(site)
  const first = await fetch(url)
  const etag = first.headers.get('etag') ?? ''
  const modified = first.headers.get('last-modified') ?? ''
  const [before, after] = [-1, 1].map((seconds) =>
    new Date(Date.parse(modified) + seconds * 1_000).toUTCString(),
  )
  const conditions: [Record<string, string>, number][] = [
    [{ 'If-None-Match': etag }, 304],
    [{ 'If-None-Match': `"other", W/${etag}` }, 304],
    [{ 'If-None-Match': '*' }, 304],
    [{ 'If-None-Match': '"other"' }, 200],
    [{ 'If-None-Match': `"other" , ${etag}` }, 304],
    [{ 'If-None-Match': ' * ' }, 304],
    [{ 'If-Modified-Since': modified }, 304],
    [{ 'If-Modified-Since': `${after}` }, 304],
    [{ 'If-Modified-Since': `${before}` }, 200],
    [{ 'If-Modified-Since': 'no date' }, 200],
    [{ 'If-None-Match': '"other"', 'If-Modified-Since': modified }, 200],
    [{ 'If-Range': etag, Range: 'bytes=0-1' }, 206],
    [{ 'If-Range': modified, Range: 'bytes=0-1' }, 206],
    [{ 'If-Range': '"other"', Range: 'bytes=0-1' }, 200],
    [{ 'If-Range': `W/${etag}`, Range: 'bytes=0-1' }, 200],
    [{ 'If-Range': `${after}`, Range: 'bytes=0-1' }, 200],
  ]
  for (const [headers, status] of conditions) {
    expect([headers, (await fetch(url, { headers })).status]).toEqual([headers, status])
  }
})

test('a client that expects other bytes gets 412', async () => {
  await using site = await openSite()
  const { url } = await uploaded(site)
  const { headers } = await fetch(url)
  const etag = headers.get('etag') ?? ''
  const modified = headers.get('last-modified') ?? ''
  const past = new Date(Date.parse(modified) - 1_000).toUTCString()
  const future = new Date(Date.now() + 3_600_000).toUTCString()
  const conditions: [Record<string, string>, number][] = [
    [{ 'if-match': etag }, 200],
    [{ 'if-match': `"other", ${etag}` }, 200],
    [{ 'if-match': '*' }, 200],
    [{ 'if-match': '"other"' }, 412],
    [{ 'if-match': `W/${etag}` }, 412],
    [{ 'if-unmodified-since': past }, 412],
    [{ 'if-unmodified-since': modified }, 200],
    [{ 'if-unmodified-since': future }, 200],
    [{ 'if-unmodified-since': past, 'if-match': etag }, 200],
    [{ 'if-match': '"other"', 'if-none-match': etag }, 412],
  ]
  for (const [headers, status] of conditions)
    expect([headers, (await fetch(url, { headers })).status]).toEqual([headers, status])
})

test('HEAD has no ranges', async () => {
  await using site = await openSite()
  const { url } = await uploaded(site)
  const answer = await fetch(url, { method: 'HEAD', headers: { range: 'bytes=0-3' } })
  expect([answer.status, answer.headers.get('content-length')]).toEqual([200, String(size)])
})

test('bytes sent are reported, and none for an answer without the file', async () => {
  const served: { status: number; sizeBytes: number }[] = []
  const events = { uploaded() {}, refused() {}, served: (event: (typeof served)[0]) => served.push(event) }
  await using site = await openSite({ events })
  const { url } = await uploaded(site)
  const etag = (await fetch(url)).headers.get('etag') ?? ''
  await fetch(url, { method: 'HEAD' })
  await fetch(url, { headers: { Range: 'bytes=5-9' } })
  await fetch(url, { headers: { Range: `bytes=${size}-` } })
  await fetch(url, { headers: { 'If-None-Match': etag } })
  await fetch(url, { headers: { 'If-Match': '"other"' } })
  expect(served).toEqual([
    { status: 200, sizeBytes: size },
    { status: 200, sizeBytes: 0 },
    { status: 206, sizeBytes: 5 },
    { status: 416, sizeBytes: 0 },
    { status: 304, sizeBytes: 0 },
    { status: 412, sizeBytes: 0 },
  ])
})

test('with a public store, the link redirects there for a minute, while the image exists', async () => {
  await using site = await openSite({ redirect: (address) => `https://cdn.example.org/${address}` })
  const { id, url } = await uploaded(site)
  const address = (await site.ports.database.images.byId(id))?.file.address
  const answer = await fetch(url, { redirect: 'manual' })
  expect(answer.status).toBe(302)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    location: `https://cdn.example.org/${address}`,
    'cache-control': 'public, max-age=60',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'cross-origin',
  })
  expect((await fetch(url.replace('.png', '.jpg'), { redirect: 'manual' })).status).toBe(404)
})

test('a deleted image is gone at once', async () => {
  await using site = await openSite()
  const { id, url } = await uploaded(site)
  const audit = auditDraft(commandActor, Date.now(), { action: 'image.delete', subject: id })
  await site.ports.database.images.remove([id], Date.now(), audit)
  expect((await fetch(url)).status).toBe(404)
  expect((await fetch(`${site.url}/p/${id}`)).status).toBe(404)
})

test('what is no image of ours is 404 in JSON', async () => {
  await using site = await openSite()
  const { id } = await uploaded(site)
  const names = [`${id}.jpg`, `${id}.png.html`, 'x', `${id}x.png`, '..%2f..%2fetc%2fpasswd', '%00', '%ff']
  for (const name of names) {
    const answer = await fetch(`${site.url}/i/${name}`)
    const { error } = (await answer.json()) as { error: { code: string } }
    expect([name, answer.status, error.code]).toEqual([name, 404, 'NOT_FOUND'])
  }
})

test('a wrong method is 405 and lists the right ones', async () => {
  await using site = await openSite()
  const answer = await fetch(`${site.url}/api/v1/upload`)
  expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'POST, OPTIONS'])
  const { error } = (await answer.json()) as { error: { code: string } }
  expect(error.code).toBe('METHOD_NOT_ALLOWED')
})

test('an answer to HEAD has the date that one to GET has', async () => {
  await using site = await openSite()
  const { body } = await postUpload(site.url, {
    key: site.apiKey,
    file: pngFile(1),
    fields: { categoryId: site.categoryId },
  })
  const answer = await fetch(body.data.url, { method: 'HEAD' })
  expect(Date.parse(answer.headers.get('date') ?? '')).toBeGreaterThan(Date.UTC(2026, 0))
})
