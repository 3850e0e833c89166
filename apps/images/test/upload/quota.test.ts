import { expect, test } from 'bun:test'
import { postUpload } from '../post-upload.ts'
import { pngFile, pngOf } from '../sample-image.ts'
import { openSite } from '../site-fixture.ts'

test('an upload that the quota has no room for is refused and leaves nothing behind', async () => {
  await using site = await openSite()
  await site.setQuota(pngOf(1).length - 1)
  const upload = { key: site.apiKey, file: pngFile(1), fields: { categoryId: site.categoryId } }
  const { status, body } = await postUpload<never>(site.url, upload)
  expect([status, body.error?.code]).toEqual([400, 'QUOTA_EXCEEDED'])
  expect(await site.kept()).toEqual({ blobs: 0, unfinished: 0, images: 0 })
})

test('of uploads at once that have not room for all, those that are refused leave nothing behind', async () => {
  await using site = await openSite()
  await site.setQuota(2 * pngOf(1).length)
  const answers = await Promise.all(
    Array.from({ length: 8 }, (_, number) =>
      postUpload(site.url, {
        key: site.apiKey,
        file: pngFile(number),
        fields: { categoryId: site.categoryId },
      }),
    ),
  )
  expect(answers.filter(({ body }) => body.error?.code === 'QUOTA_EXCEEDED')).toHaveLength(6)
  expect(await site.kept()).toEqual({ blobs: 2, unfinished: 0, images: 2 })
})

test('a repeated upload is answered with its image, whatever the quota', async () => {
  await using site = await openSite()
  const upload = { key: site.apiKey, file: pngFile(1), fields: { categoryId: site.categoryId } }
  const first = await postUpload(site.url, upload)
  await site.setQuota(0)
  const again = await postUpload(site.url, upload)
  expect([again.status, again.body.data]).toEqual([200, { ...first.body.data, deduped: true }])
})

test('on a full site, uploads of keys and guests have separate refusals, and repeated uploads are answered', async () => {
  await using site = await openSite()
  const fields = { categoryId: site.categoryId }
  const first = await postUpload(site.url, { key: site.apiKey, file: pngFile(1), fields })
  await site.setPolicy('site.maxBytes', String(pngOf(1).length))
  const { status, body } = await postUpload<never>(site.url, { key: site.apiKey, file: pngFile(2), fields })
  expect([status, body.error]).toMatchObject([
    400,
    { code: 'QUOTA_EXCEEDED', message: expect.stringContaining('The site is full') },
  ])
  const again = await postUpload(site.url, { key: site.apiKey, file: pngFile(1), fields })
  expect([again.status, again.body.data?.id]).toEqual([200, first.body.data?.id])
  expect(await site.kept()).toEqual({ blobs: 1, unfinished: 0, images: 1 })
})
