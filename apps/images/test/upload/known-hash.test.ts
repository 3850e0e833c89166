import { expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { postUpload } from '../post-upload.ts'
import { joined, pngChunk, pngFile, pngOf } from '../sample-image.ts'
import { openSite, type SiteFixture } from '../site-fixture.ts'

const hashOf = (number: number) => createHash('sha256').update(pngOf(number)).digest('hex')

function ask(
  site: SiteFixture,
  sha256: string,
  { key = site.apiKey, ...fields }: Record<string, string> = {},
) {
  return postUpload(site.url, { key, fields: { categoryId: site.categoryId, sha256, ...fields } })
}

function send(
  site: SiteFixture,
  number: number,
  { key = site.apiKey, ...fields }: Record<string, string> = {},
) {
  return postUpload(site.url, {
    key,
    file: pngFile(number),
    fields: { categoryId: site.categoryId, ...fields },
  })
}

test('a hash in place of the file gets the answer that the file would get, and joins the album', async () => {
  await using site = await openSite()
  const albumId = await site.addAlbum('Mine')
  await send(site, 1, { title: 'A title' })
  const asked = await ask(site, hashOf(1).toUpperCase(), { albumId, expiresIn: '' })
  expect(asked.status).toBe(200)
  expect(asked.body).toEqual((await send(site, 1)).body)
  const { items } = await site.ports.database.images.list({ albumId, limit: 9 })
  expect(items.map(({ id }) => id)).toEqual([asked.body.data.id])
})

test('the hash of an unknown file, of a deleted image and of another owner get the same answer', async () => {
  await using site = await openSite()
  await site.setPolicy('upload.dedupScope', 'site')
  const strangersKey = await site.createKey({ userId: await site.addUser('stranger') })
  await send(site, 1, { key: strangersKey })
  const unknown = await ask(site, hashOf(2))
  const ofStranger = await ask(site, hashOf(1))
  expect(unknown.status).toBe(400)
  expect(unknown.body.error?.code).toBe('FILE_MISSING')
  expect(ofStranger.body).toEqual(unknown.body)
  expect((await ask(site, hashOf(1), { key: strangersKey })).status).toBe(200)
  expect((await postUpload(site.url, { key: site.apiKey, fields: { sha256: hashOf(1) } })).body).toEqual(
    (await postUpload(site.url, { key: site.apiKey, fields: { sha256: hashOf(2) } })).body,
  )
})

test('an invalid hash is refused, and a hash next to a file is ignored', async () => {
  await using site = await openSite()
  for (const sha256 of ['x', hashOf(1).slice(1), `${hashOf(1)}0`, 'g'.repeat(64)]) {
    expect((await ask(site, sha256)).body.error?.code).toBe('BAD_REQUEST')
  }
  await send(site, 1)
  const both = await send(site, 2, { sha256: hashOf(1) })
  expect(both.body.ok).toBe(true)
  expect(both.body.data.deduped).toBeUndefined()
})

test('the hash of an image that is no longer allowed asks for the file, which is refused', async () => {
  await using site = await openSite()
  await send(site, 1)
  const boundKeys = await Promise.all([
    site.createKey({ binding: { types: ['image/gif'] } }),
    site.createKey({ binding: { maxBytes: 10 } }),
  ])
  for (const key of boundKeys) {
    expect((await ask(site, hashOf(1), { key })).body.error?.code).toBe('FILE_MISSING')
    expect((await send(site, 1, { key })).body.error?.code).toBe('KEY_BOUND')
  }
  await site.setPolicy('upload.types', 'gif')
  expect((await ask(site, hashOf(1))).body.error?.code).toBe('FILE_MISSING')
})

test('with an Idempotency-Key, a hash and then the file are one upload', async () => {
  await using site = await openSite()
  const fields = { categoryId: site.categoryId }
  const once = { key: site.apiKey, idempotencyKey: 'once' }
  const asked = { ...once, fields: { ...fields, sha256: hashOf(1) } }
  const sent = { ...once, file: pngFile(1), fields }
  expect((await postUpload(site.url, asked)).body.error?.code).toBe('FILE_MISSING')
  const first = await postUpload(site.url, sent)
  expect((await postUpload(site.url, sent)).body).toEqual(first.body)
  expect((await postUpload(site.url, asked)).body).toEqual(first.body)
})

test('a file that differs only in metadata is a duplicate by pixels, and not by bytes', async () => {
  await using site = await openSite()
  const png = pngOf(1)
  const commented = (text: string) => {
    const comment = pngChunk('tEXt', new TextEncoder().encode(`Comment\0${text}`))
    return new File([joined([png.subarray(0, -12), comment, png.subarray(-12)])], 'x.png')
  }
  const post = (file: File) =>
    postUpload(site.url, { key: site.apiKey, file, fields: { categoryId: site.categoryId } })
  const one = await post(commented('one'))
  const two = await post(commented('two'))
  expect(two.body.data.id).not.toBe(one.body.data.id)
  await site.setPolicy('upload.dedupBy', 'picture')
  const three = await post(commented('three'))
  expect(three.body.data.deduped).toBe(true)
  expect(three.body.data.id).toBe(one.body.data.id)
  expect((await post(pngFile(2))).body.data.deduped).toBeUndefined()
})
