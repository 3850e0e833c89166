import { expect, test } from 'bun:test'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { category } from '@pictoglyph/site/categories'
import { blockHash, unblockHash } from '@pictoglyph/site/images/blocked-hashes'
import { runAction } from '@pictoglyph/site/things/run-action'
import { postUpload } from '../post-upload.ts'
import { pngFile } from '../sample-image.ts'
import { openSite } from '../site-fixture.ts'

test('a retry with the same Idempotency-Key gets the same answer, byte for byte', async () => {
  await using site = await openSite()
  const upload = {
    key: site.apiKey,
    file: pngFile(1),
    fields: { categoryId: site.categoryId, title: 'One' },
    idempotencyKey: 'one',
  }
  const first = await postUpload(site.url, upload)
  const second = await postUpload(site.url, upload)
  expect(first.status).toBe(200)
  expect(first.body.data.deduped).toBeUndefined()
  expect(second.text).toBe(first.text)
  expect(await site.kept()).toEqual({ blobs: 1, unfinished: 0, images: 1 })
})

test('an upload is counted when it is answered first, and no retry of it', async () => {
  const counted: { sizeBytes: number; deduped: boolean }[] = []
  const uploaded = ({ sizeBytes, deduped }: (typeof counted)[0]) => counted.push({ sizeBytes, deduped })
  await using site = await openSite({ events: { uploaded, refused() {}, served() {} } })
  const fields = { categoryId: site.categoryId }
  const upload = { key: site.apiKey, file: pngFile(1), fields, idempotencyKey: 'one' }
  for (let time = 0; time < 3; time += 1) {
    await postUpload(site.url, upload)
    expect(counted).toEqual([{ sizeBytes: pngFile(1).size, deduped: false }])
  }
})

test('a retry of an upload that matched an existing image is answered as deduped again', async () => {
  await using site = await openSite()
  const fields = { categoryId: site.categoryId }
  await postUpload(site.url, { key: site.apiKey, file: pngFile(1), fields })
  const upload = { key: site.apiKey, file: pngFile(1), fields, idempotencyKey: 'again' }
  const first = await postUpload(site.url, upload)
  const second = await postUpload(site.url, upload)
  expect(first.body.data.deduped).toBe(true)
  expect(second.text).toBe(first.text)
})

test('uploads at once with one Idempotency-Key are one upload', async () => {
  await using site = await openSite()
  const upload = {
    key: site.apiKey,
    file: pngFile(7),
    fields: { categoryId: site.categoryId },
    idempotencyKey: 'at-once',
  }
  const answers = await Promise.all(Array.from({ length: 8 }, () => postUpload(site.url, upload)))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(answers[0]?.body.data.deduped).toBeUndefined()
})

test('a retry is answered even though the category was closed after the first answer was lost', async () => {
  await using site = await openSite()
  const upload = {
    key: site.apiKey,
    file: pngFile(3),
    fields: { categoryId: site.categoryId },
    idempotencyKey: 'lost',
  }
  const first = await postUpload(site.url, upload)
  await runAction(site.ports, { actor: commandActor, thing: category, verb: 'disable', id: site.categoryId })
  expect((await postUpload(site.url, upload)).text).toBe(first.text)
})

test('a retry is answered by another process over the same database', async () => {
  await using site = await openSite()
  const fields = { categoryId: site.categoryId }
  const upload = { key: site.apiKey, file: pngFile(4), fields, idempotencyKey: 'crash' }
  const first = await postUpload(site.url, upload)
  await using restarted = await site.reopen()
  const second = await postUpload(restarted.url, upload)
  expect(second.body.data.id).toBe(first.body.data.id)
  expect(second.body.data.deduped).toBeUndefined()
})

test('other bytes or other fields under the same Idempotency-Key are refused', async () => {
  await using site = await openSite()
  const albumId = await site.addAlbum('Trip')
  const categoryId = site.categoryId
  const upload = { key: site.apiKey, file: pngFile(1), fields: { categoryId }, idempotencyKey: 'k' }
  await postUpload(site.url, upload)
  const others = [
    { ...upload, file: pngFile(2) },
    { ...upload, fields: { categoryId, title: 'Other' } },
    { ...upload, fields: { categoryId, description: 'Other' } },
    { ...upload, fields: { categoryId, albumId } },
    { ...upload, fields: { categoryId: 'elsewhere' } },
  ]
  for (const other of others) {
    const { status, body } = await postUpload(site.url, other)
    expect([status, body.error?.code]).toEqual([400, 'IDEMPOTENCY_MISMATCH'])
  }
  expect(await site.kept()).toEqual({ blobs: 1, unfinished: 0, images: 1 })
})

test('of different parallel uploads under one Idempotency-Key, one is stored and the others leave nothing', async () => {
  await using site = await openSite()
  const fields = { categoryId: site.categoryId }
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, number) =>
      postUpload(site.url, { key: site.apiKey, file: pngFile(number), fields, idempotencyKey: 'k' }),
    ),
  )
  const refused = answers.filter(({ body }) => body.error?.code === 'IDEMPOTENCY_MISMATCH')
  expect(refused).toHaveLength(7)
  expect(await site.kept()).toEqual({ blobs: 1, unfinished: 0, images: 1 })
})

test('the same Idempotency-Key under another API key is another upload', async () => {
  await using site = await openSite()
  const fields = { categoryId: site.categoryId }
  const otherKey = await site.createKey()
  await postUpload(site.url, { key: site.apiKey, file: pngFile(1), fields, idempotencyKey: 'k' })
  const other = await postUpload(site.url, { key: otherKey, file: pngFile(2), fields, idempotencyKey: 'k' })
  expect(other.status).toBe(200)
})

test('an Idempotency-Key that is not 1 to 255 visible ASCII characters is refused', async () => {
  await using site = await openSite()
  const upload = { key: site.apiKey, file: pngFile(1), fields: { categoryId: site.categoryId } }
  for (const idempotencyKey of ['two words', 'x'.repeat(256), 'é']) {
    const { status, body } = await postUpload(site.url, { ...upload, idempotencyKey })
    expect([status, body.error?.code]).toEqual([400, 'BAD_REQUEST'])
  }
  expect((await postUpload(site.url, { ...upload, idempotencyKey: 'x'.repeat(255) })).status).toBe(200)
})

test('after a refusal, a corrected upload works under the same Idempotency-Key', async () => {
  await using site = await openSite()
  const upload = { key: site.apiKey, file: pngFile(1), idempotencyKey: 'k' }
  expect((await postUpload(site.url, upload)).body.error?.code).toBe('CATEGORY_MISSING')
  const fields = { categoryId: site.categoryId }
  expect((await postUpload(site.url, { ...upload, fields })).status).toBe(200)
})

test('bytes that are blocked meanwhile are refused in a retry too, while their image stays', async () => {
  await using site = await openSite()
  const fields = { categoryId: site.categoryId }
  const upload = { key: site.apiKey, file: pngFile(1), fields, idempotencyKey: 'one' }
  const first = await postUpload(site.url, upload)
  const sha256 = new Bun.CryptoHasher('sha256').update(await pngFile(1).bytes()).digest('hex')
  await blockHash(site.ports, commandActor, { sha256, reason: 'a hotline', note: '' })
  for (const again of [upload, { key: site.apiKey, file: pngFile(1), fields }]) {
    const { status, body } = await postUpload<never>(site.url, again)
    expect([status, body.error]).toMatchObject([
      400,
      { code: 'INVALID_IMAGE', message: expect.stringContaining('a hotline') },
    ])
  }
  expect((await fetch(first.body.data.url)).status).toBe(200)
  await unblockHash(site.ports, commandActor, sha256)
  expect((await postUpload(site.url, upload)).text).toBe(first.text)
})
