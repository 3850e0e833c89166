import { expect, test } from 'bun:test'
import { pngOf } from '@pictoglyph/images/test/sample-image'
import { openSite } from '@pictoglyph/images/test/site-fixture'
import { pictoglyph } from './command.ts'
import { placesOf } from './places-of.ts'

test('the list of users says what each uses, of which quota', async () => {
  await using site = await openSite()
  const key = await site.createKey({ defaultCategoryId: site.categoryId })
  const form = new FormData()
  form.set('file', new Blob([pngOf(1)]), 'a.png')
  const headers = { Authorization: `Bearer ${key}` }
  expect((await fetch(`${site.url}/api/v1/upload`, { method: 'POST', headers, body: form })).status).toBe(200)
  const list = async () => JSON.parse((await pictoglyph(placesOf(site), ['user', 'list', '--json'])).out)
  expect(await list()).toMatchObject([{ name: 'admin', quotaBytes: null, quota: 'none' }])
  await pictoglyph(placesOf(site), ['user', 'quota', 'admin', '2GB'])
  const [admin] = await list()
  expect(admin).toMatchObject({ name: 'admin', images: 1, quotaBytes: 2 * 1024 ** 3, quota: '2 GB' })
  expect(admin.usedBytes).toBeGreaterThanOrEqual(pngOf(1).length)
})

test('a policy takes a size as a quota does', async () => {
  await using site = await openSite()
  const set = (value: string) =>
    pictoglyph(placesOf(site), ['policy', 'set', 'upload.maxBytes', value, '--json'])
  for (const [given, value] of [
    ['5MB', 5 * 1024 ** 2],
    ['1.5 GiB', 1.5 * 1024 ** 3],
    ['007', 7],
  ] as const) {
    expect(JSON.parse((await set(given)).out)).toMatchObject({ value })
  }
  for (const wrong of ['5 bananas', '0', '-1', '9999TB']) {
    expect((await set(wrong)).err).toContain('must be a size such as 5MB')
  }
})
