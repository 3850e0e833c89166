import { expect, test } from 'bun:test'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { blockHash } from '@pictoglyph/site/images/blocked-hashes'
import { type NewKey, renewKey } from '@pictoglyph/site/keys'
import { createApiKeySecret } from '@pictoglyph/site/keys/key-gate'
import { postUpload, type UploadAnswer } from '../post-upload.ts'
import { pngFile } from '../sample-image.ts'
import { openSite, type SiteFixture } from '../site-fixture.ts'

/** A guests' key, as the console creates it. */
const guestKey = (site: SiteFixture, given: Partial<NewKey> = {}): Promise<string> =>
  site.createKey({
    isGuestLink: true,
    defaultCategoryId: site.categoryId,
    binding: { categoryIds: [site.categoryId] },
    ...given,
  })

const codeOf = ({ status, body }: UploadAnswer): string =>
  body.error === undefined ? String(status) : `${status} ${body.error.code}`

test('of 200 parallel guests with one link, exactly the allowed number upload, and the others leave nothing', async () => {
  await using site = await openSite({
    uploads: { maxInFlight: 256, maxOfOneUser: 256, idleMs: 30_000, overallMs: 60_000 },
  })
  const key = await guestKey(site, { maxUploads: 120 })
  const answers = await Promise.all(
    Array.from({ length: 200 }, (_, index) => postUpload(site.url, { key, file: pngFile(index + 1) })),
  )
  const refused = answers.filter(({ status }) => status !== 200)
  expect(answers.length - refused.length).toBe(120)
  expect(refused.map(codeOf)).toEqual(refused.map(() => '403 KEY_USED_UP'))
  expect(refused[0]?.body.error?.message).toContain('120 uploads')
  expect(await site.kept()).toEqual({ blobs: 120, unfinished: 0, images: 120 })
})

test('a repeated upload of a guest is answered after the link is used up, and counts once', async () => {
  await using site = await openSite()
  const key = await guestKey(site, { maxUploads: 2 })
  const upload = { key, file: pngFile(1), idempotencyKey: 'one' }
  const first = await postUpload(site.url, upload)
  expect((await postUpload(site.url, upload)).text).toBe(first.text)
  expect(codeOf(await postUpload(site.url, { key, file: pngFile(2), idempotencyKey: 'two' }))).toBe('200')
  expect((await postUpload(site.url, upload)).text).toBe(first.text)
  const another = { key, file: pngFile(3), idempotencyKey: 'three' }
  expect(codeOf(await postUpload(site.url, another))).toBe('403 KEY_USED_UP')
  expect(codeOf(await postUpload(site.url, { key, file: pngFile(3) }))).toBe('403 KEY_USED_UP')
})

test('a guest who uploads existing bytes gets an ordinary answer, with an image of its own', async () => {
  await using site = await openSite()
  const fields = { categoryId: site.categoryId, title: 'Secret' }
  const owners = await postUpload(site.url, { key: site.apiKey, file: pngFile(1), fields })
  const key = await guestKey(site)
  const there = await postUpload(site.url, { key, file: pngFile(1) })
  const fresh = await postUpload(site.url, { key, file: pngFile(2) })
  expect(Object.keys(there.body.data)).toEqual(Object.keys(fresh.body.data))
  expect(there.text).not.toContain('Secret')
  expect(there.body.data.id).not.toBe(owners.body.data.id)
  // A repeated upload by the same link is one image, and its bytes are stored once in any case.
  const again = await postUpload(site.url, { key, file: pngFile(1) })
  expect(again.text).toBe(there.text)
  expect(await site.kept()).toEqual({ blobs: 2, unfinished: 0, images: 3 })
  expect(
    (await postUpload(site.url, { key: site.apiKey, file: pngFile(1), fields })).body.data,
  ).toMatchObject({
    id: owners.body.data.id,
    deduped: true,
  })
})

test('the same holds in the scope of the site', async () => {
  await using site = await openSite()
  await site.setPolicy('upload.dedupScope', 'site')
  const fields = { categoryId: site.categoryId }
  const owners = await postUpload(site.url, { key: site.apiKey, file: pngFile(1), fields })
  const there = await postUpload(site.url, { key: await guestKey(site), file: pngFile(1) })
  expect(there.body.data.deduped).toBeUndefined()
  expect(there.body.data.id).not.toBe(owners.body.data.id)
})

test('a guest gets no dry run, and learns nothing about the owner’s quota', async () => {
  await using site = await openSite()
  const key = await guestKey(site)
  const fields = { categoryId: site.categoryId }
  await postUpload(site.url, { key: site.apiKey, file: pngFile(1), fields })
  const tried = await postUpload(site.url, { key, file: pngFile(1), query: '?dryRun=1' })
  expect(codeOf(tried)).toBe('403 KEY_BOUND')
  expect(tried.text).not.toContain('existing')
  await site.setQuota(pngFile(1).size + 10)
  for (const colour of [1, 2]) {
    const refused = await postUpload(site.url, { key, file: pngFile(colour) })
    expect(codeOf(refused)).toBe('400 QUOTA_EXCEEDED')
    expect(refused.body.error?.message).toBe('There is no room for more images.')
  }
})

test('an expired link and an unknown one get the same answer', async () => {
  await using site = await openSite()
  const key = await guestKey(site)
  const [made] = (await site.ports.database.keys.list()).filter(({ isGuestLink }) => isGuestLink)
  const nobody = { atMs: 1, actor: 'x', actorUserId: null, address: 'local', before: null, after: null }
  await site.ports.database.keys.revoke(made?.id ?? '', 1, { ...nobody, action: 'key.revoke', subject: 'x' })
  const ended = await postUpload(site.url, { key, file: pngFile(1) })
  const unknown = await postUpload(site.url, { key: 'pgl_nobody', file: pngFile(1) })
  expect([codeOf(ended), ended.text]).toEqual(['401 UNAUTHORIZED', unknown.text])
})

test('bytes that are blocked as they were received are refused from guests too', async () => {
  await using site = await openSite()
  // Stripping removes a comment, so the stored bytes differ.
  const photograph = Bun.file(new URL('../../../../examples/photograph.jpg', import.meta.url))
  const bytes = await photograph.bytes()
  const sha256 = new Bun.CryptoHasher('sha256').update(bytes).digest('hex')
  await blockHash(site.ports, commandActor, { sha256, reason: 'reported', note: '' })
  const file = new File([bytes], 'photograph.jpg', { type: 'image/jpeg' })
  expect(codeOf(await postUpload(site.url, { key: await guestKey(site), file }))).toBe('400 INVALID_IMAGE')
})

test('guests upload into the album of their link without notice, until the album is deleted', async () => {
  await using site = await openSite()
  const albumId = await site.addAlbum('Wedding')
  const key = await guestKey(site, { binding: { albumIds: [albumId] } })
  const sent = await postUpload(site.url, { key, file: pngFile(1) })
  const { items } = await site.ports.database.images.list({ albumId, limit: 9 })
  expect(items.map(({ id }) => id)).toEqual([sent.body.data.id])
  const other = { albumId: await site.addAlbum('Other') }
  expect(codeOf(await postUpload(site.url, { key, file: pngFile(2), fields: other }))).toBe('403 KEY_BOUND')
  const two = await guestKey(site, { binding: { albumIds: [albumId, other.albumId] } })
  expect(codeOf(await postUpload(site.url, { key: two, file: pngFile(3) }))).toBe('403 KEY_BOUND')
  const nobody = { atMs: 1, actor: 'x', actorUserId: null, address: 'local', before: null, after: null }
  await site.ports.database.albums.remove(albumId, Date.now(), {
    ...nobody,
    action: 'album.remove',
    subject: albumId,
  })
  const late = await postUpload(site.url, { key, file: pngFile(4) })
  expect(codeOf(late)).toBe('400 ALBUM_NOT_ALLOWED')
})

test('a renewed link works only by its new address, and continues its count', async () => {
  await using site = await openSite()
  const old = await guestKey(site, { maxUploads: 2 })
  expect(codeOf(await postUpload(site.url, { key: old, file: pngFile(1) }))).toBe('200')
  const [made] = (await site.ports.database.keys.list()).filter(({ isGuestLink }) => isGuestLink)
  const next = await renewKey(site.ports, commandActor, made!)
  expect(codeOf(await postUpload(site.url, { key: old, file: pngFile(2) }))).toBe('401 UNAUTHORIZED')
  expect(codeOf(await postUpload(site.url, { key: next, file: pngFile(3) }))).toBe('200')
  expect(codeOf(await postUpload(site.url, { key: next, file: pngFile(4) }))).toBe('403 KEY_USED_UP')
})

test('the page of guests learns only the title of its link, and reports refusals like uploads', async () => {
  const told: string[] = []
  await using site = await openSite({ security: (event) => void told.push(event) })
  const key = await guestKey(site, { name: 'Wedding', isNameShown: true })
  const ask = async (secret: string) => {
    const answer = await fetch(`${site.url}/drop/link`, { headers: { Authorization: `Bearer ${secret}` } })
    return [answer.status, await answer.json()]
  }
  expect(await ask(key)).toEqual([200, { ok: true, data: { title: 'Wedding' } }])
  expect(await ask(site.apiKey)).toEqual([200, { ok: true, data: { title: '' } }])
  expect((await ask(createApiKeySecret(site.ports)))[0]).toBe(401)
  expect(told).toEqual(['key.refused'])
})
