import { expect, test } from 'bun:test'
import { postUpload } from '../post-upload.ts'
import { pngFile } from '../sample-image.ts'
import { openSite } from '../site-fixture.ts'

test("an answer to a Lsky client's key carries what such clients read beside what everyone reads", async () => {
  await using site = await openSite()
  const key = await site.createKey({ clientKind: 'lsky', defaultCategoryId: site.categoryId })
  const fields = { strategy_id: '1', permission: '0', ssl: 'true', album_id: '4' }
  const { status, body } = await postUpload(site.url, { key, file: pngFile(1), fields })
  expect(status).toBe(200)
  expect(body).toMatchObject({ ok: true, status: true, message: 'success' })
  const { id, url, data } = { ...body.data, data: body.data }
  expect(data).toMatchObject({ key: id, links: { url } })
})

test("a refusal of a Lsky client's key says so in its words and keeps code and status", async () => {
  await using site = await openSite()
  const key = await site.createKey({ clientKind: 'lsky' })
  const { status, body } = await postUpload(site.url, { key, file: pngFile(1) })
  expect(status).toBe(400)
  expect(body).toMatchObject({ ok: false, status: false, error: { code: 'CATEGORY_MISSING' } })
  expect(body.message).toBe(body.error?.message)
})

test('an answer to any other key has none of that', async () => {
  await using site = await openSite()
  const key = await site.createKey({ defaultCategoryId: site.categoryId })
  const { body } = await postUpload(site.url, { key, file: pngFile(1) })
  expect(Object.keys(body).sort()).toEqual(['data', 'ok'])
  expect(body.data).not.toHaveProperty('links')
  const refused = await postUpload(site.url, { key })
  expect(Object.keys(refused.body).sort()).toEqual(['error', 'ok'])
})

test('other addresses of Lsky clients are answered as unknown, in JSON', async () => {
  await using site = await openSite()
  const key = await site.createKey({ clientKind: 'lsky', defaultCategoryId: site.categoryId })
  const headers = { Authorization: `Bearer ${key}`, Accept: 'application/json' }
  for (const [method, path] of [
    ['DELETE', '/api/v1/images/some-key'],
    ['GET', '/api/v1/strategies'],
    ['GET', '/api/v1/albums'],
  ] as const) {
    const response = await fetch(`${site.url}${path}`, { method, headers })
    const body = (await response.json()) as { error: { code: string } }
    expect([response.status, body.error.code]).toEqual([404, 'NOT_FOUND'])
  }
})
