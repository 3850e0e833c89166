import { expect, test } from 'bun:test'
import { postUpload } from '../post-upload.ts'
import { pngFile } from '../sample-image.ts'
import { openSite, type SiteFixture } from '../site-fixture.ts'

/** Deletes the site's only image, begins to remove its bytes, and returns their address. */
async function beginRemoval({ ports }: SiteFixture, untilMs: number): Promise<string> {
  const [image] = (await ports.database.images.list({ limit: 1 })).items
  if (image === undefined) throw new Error('There is no image.')
  const nowMs = Date.now()
  const audit = { atMs: nowMs, actor: 'test', actorUserId: null, address: 'local', action: 'image.delete' }
  const change = { ...audit, subject: image.id, before: null, after: null }
  await ports.database.images.remove([image.id], nowMs - 2, change)
  await ports.database.images.collect(nowMs, nowMs - 1)
  expect(await ports.database.blobs.beginRemovals([image.file.address], nowMs, untilMs)).toEqual([
    image.file.address,
  ])
  return image.file.address
}

test('an upload of bytes under removal is stored after the removal', async () => {
  await using site = await openSite()
  const upload = { key: site.apiKey, file: pngFile(1), fields: { categoryId: site.categoryId } }
  await postUpload(site.url, upload)
  const untilMs = Date.now() + 1_200_000
  const address = await beginRemoval(site, untilMs)
  const answering = postUpload(site.url, upload)
  await Bun.sleep(300)
  await site.ports.blobs.remove(address)
  await site.ports.database.blobs.finishRemovals([address], untilMs)
  expect((await answering).status).toBe(200)
  expect(await site.kept()).toEqual({ blobs: 1, unfinished: 0, images: 1 })
})

test('an upload that a removal may affect for minutes is refused within seconds, with a retry time', async () => {
  await using site = await openSite()
  const upload = { key: site.apiKey, file: pngFile(1), fields: { categoryId: site.categoryId } }
  await postUpload(site.url, upload)
  await beginRemoval(site, Date.now() + 1_200_000)
  const { status, body, headers } = await postUpload(site.url, upload)
  expect([status, body.error?.code]).toEqual([503, 'OVERLOADED'])
  expect(Number(headers.get('retry-after'))).toBeWithin(1_150, 1_201)
  expect(await site.kept()).toEqual({ blobs: 1, unfinished: 0, images: 0 })
}, 30_000)
