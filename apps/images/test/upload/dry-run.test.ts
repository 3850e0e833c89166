import { expect, test } from 'bun:test'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { category } from '@pictoglyph/site/categories'
import { runAction } from '@pictoglyph/site/things/run-action'
import type { DryRunData } from '../../src/upload/dry-run-answer.ts'
import { type PostedUpload, postUpload } from '../post-upload.ts'
import { joined, pngChunk, pngFile, pngOf } from '../sample-image.ts'
import { openSite } from '../site-fixture.ts'

const nothing = { blobs: 0, unfinished: 0, images: 0 }

async function verdictOn(url: string, upload: PostedUpload): Promise<DryRunData> {
  const { status, body } = await postUpload<DryRunData>(url, { query: '?dryRun=1', ...upload })
  expect([status, body.ok]).toEqual([200, true])
  return body.data
}

const codesOf = ({ problems }: DryRunData) => problems.map(({ code }) => code)

test('a dry run reports the facts of the image and stores nothing', async () => {
  await using site = await openSite()
  const upload = { key: site.apiKey, file: pngFile(1), fields: { categoryId: site.categoryId } }
  expect(await verdictOn(site.url, upload)).toEqual({
    kind: 'verdict',
    accepted: true,
    problems: [],
    image: { type: 'image/png', width: 3, height: 2, frames: 1, sizeBytes: pngOf(1).length },
    wouldDedupe: false,
  })
  expect(await site.kept()).toEqual(nothing)
})

test('a dry run reports every reason at once', async () => {
  await using site = await openSite()
  await site.setPolicy('upload.maxBytes', '10')
  await site.setPolicy('upload.types', 'jpeg')
  const stranger = await site.addUser('stranger')
  const verdict = await verdictOn(site.url, {
    key: site.apiKey,
    file: pngFile(1),
    fields: {
      categoryId: 'nowhere',
      albumId: await site.addAlbum('Theirs', stranger),
      title: 'x'.repeat(501),
    },
  })
  expect(verdict.accepted).toBe(false)
  expect(codesOf(verdict)).toEqual([
    'TOO_LARGE',
    'TYPE_NOT_ALLOWED',
    'CATEGORY_UNAVAILABLE',
    'ALBUM_NOT_ALLOWED',
    'BAD_REQUEST',
  ])
  expect(verdict.image?.type).toBe('image/png')
  expect(await site.kept()).toEqual(nothing)
})

test('a dry run without a file or with no image says so', async () => {
  await using site = await openSite()
  const fields = { categoryId: site.categoryId }
  const missing = await verdictOn(site.url, { key: site.apiKey, fields })
  expect([codesOf(missing), missing.image]).toEqual([['FILE_MISSING'], null])
  const text = new File(['no image at all'], 'picture.png', { type: 'image/png' })
  const unknown = await verdictOn(site.url, { key: site.apiKey, file: text, fields })
  expect([codesOf(unknown), unknown.image]).toEqual([['TYPE_NOT_ALLOWED'], null])
})

test('a dry run of existing bytes names their image', async () => {
  await using site = await openSite()
  const upload = { key: site.apiKey, file: pngFile(1), fields: { categoryId: site.categoryId } }
  const { data } = (await postUpload(site.url, upload)).body
  const verdict = await verdictOn(site.url, upload)
  expect(verdict.wouldDedupe).toBe(true)
  expect(verdict.existing).toEqual({ id: data.id, url: data.url, pageUrl: data.pageUrl })
  expect(await site.kept()).toEqual({ blobs: 1, unfinished: 0, images: 1 })
})

test('a dry run knows the quota and the Idempotency-Key, and uses neither up', async () => {
  await using site = await openSite()
  const fields = { categoryId: site.categoryId }
  const upload = { key: site.apiKey, fields, idempotencyKey: 'k' }
  await verdictOn(site.url, { ...upload, file: pngFile(1) })
  expect((await postUpload(site.url, { ...upload, file: pngFile(2) })).status).toBe(200)
  await site.setQuota(100)
  const verdict = await verdictOn(site.url, { ...upload, file: pngFile(3) })
  expect(codesOf(verdict)).toEqual(['IDEMPOTENCY_MISMATCH', 'QUOTA_EXCEEDED'])
})

test('a dry run of a retry is accepted like the retry, even after its category was closed', async () => {
  await using site = await openSite()
  const upload = {
    key: site.apiKey,
    file: pngFile(1),
    fields: { categoryId: site.categoryId },
    idempotencyKey: 'lost',
  }
  const { data } = (await postUpload(site.url, upload)).body
  await runAction(site.ports, { actor: commandActor, thing: category, verb: 'disable', id: site.categoryId })
  expect(await verdictOn(site.url, upload)).toMatchObject({
    accepted: true,
    problems: [],
    wouldDedupe: true,
    existing: { id: data.id },
  })
})

test('a dry run counts the stripped file against the quota, not its metadata', async () => {
  await using site = await openSite()
  const plain = pngOf(1)
  const comment = pngChunk('tEXt', new TextEncoder().encode(`Comment\0${'words '.repeat(100)}`))
  const file = new File([joined([plain.subarray(0, -12), comment, plain.subarray(-12)])], 'picture.png')
  const upload = { key: site.apiKey, file, fields: { categoryId: site.categoryId } }
  await site.setQuota(plain.length - 1)
  expect(codesOf(await verdictOn(site.url, upload))).toEqual(['QUOTA_EXCEEDED'])
  await site.setQuota(plain.length)
  expect(codesOf(await verdictOn(site.url, upload))).toEqual([])
  expect(await site.kept()).toEqual(nothing)
})

test('a dry run takes one of the slots that uploads have, and without a free one no key is looked up', async () => {
  await using site = await openSite({
    uploads: { maxInFlight: 0, maxOfOneUser: 0, idleMs: 1_000, overallMs: 1_000 },
  })
  const upload = { key: site.apiKey, file: pngFile(1), query: '?dryRun=1' }
  for (const key of [site.apiKey, 'pgl_wrong']) {
    const { status, body } = await postUpload(site.url, { ...upload, key })
    expect([status, body.error?.code]).toEqual([503, 'OVERLOADED'])
  }
})

test('a dry run needs a key as an upload does', async () => {
  await using site = await openSite()
  const powerless = await site.createKey({ permissions: [] })
  const query = '?dryRun=1'
  expect((await postUpload(site.url, { key: 'pgl_wrong', file: pngFile(1), query })).status).toBe(401)
  expect((await postUpload(site.url, { key: powerless, file: pngFile(1), query })).status).toBe(403)
})

test('a dryRun that means nothing is refused and does not upload', async () => {
  await using site = await openSite()
  const upload = { key: site.apiKey, file: pngFile(1), fields: { categoryId: site.categoryId } }
  const { status, body } = await postUpload(site.url, { ...upload, query: '?dryRun=yes' })
  expect([status, body.error?.code]).toEqual([400, 'BAD_REQUEST'])
  expect(await site.kept()).toEqual(nothing)
  expect((await postUpload(site.url, { ...upload, query: '?dryRun=0' })).body.data.id).toBeString()
})
