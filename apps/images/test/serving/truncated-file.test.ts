import { expect, test } from 'bun:test'
import { truncate } from 'node:fs/promises'
import { join } from 'node:path'
import sharp from 'sharp'
import { postUpload } from '../post-upload.ts'
import { openSite, type SiteFixture } from '../site-fixture.ts'

/** Noise, which PNG can't compress. */
function noise(side: number): Promise<Buffer> {
  const pixels = Uint8Array.from({ length: side * side * 3 }, (_, index) => (index * 2_654_435_761) >>> 13)
  return sharp(pixels, { raw: { width: side, height: side, channels: 3 } })
    .png()
    .toBuffer()
}

async function uploaded(site: SiteFixture, side = 90) {
  const bytes = await noise(side)
  const file = new File([new Uint8Array(bytes)], 'noise.png')
  const { body } = await postUpload(site.url, {
    key: site.apiKey,
    file,
    fields: { categoryId: site.categoryId },
  })
  return { ...body.data, sizeBytes: bytes.length }
}

function pathOf(site: SiteFixture, address: string): string {
  return join(site.directory, 'blobs', address.slice(0, 2), address.slice(2))
}

function etagOf(answer: Response): string {
  return answer.headers.get('etag')?.slice(1, -1) ?? ''
}

test('a file that has lost its end is no answer: not whole, not in ranges, not to HEAD', async () => {
  await using site = await openSite()
  const { url, sizeBytes } = await uploaded(site)
  const address = etagOf(await fetch(url, { method: 'HEAD' }))
  await truncate(pathOf(site, address), 5_000)
  const range = `bytes=${sizeBytes - 5}-`
  const answers = [
    await fetch(url),
    await fetch(url, { headers: { range } }),
    await fetch(url, { headers: { range: 'bytes=0-9' } }),
  ]
  for (const answer of answers) {
    const { error } = (await answer.json()) as { error: { code: string } }
    expect([answer.status, error.code, answer.headers.get('etag')]).toEqual([500, 'BLOB_MISSING', null])
  }
  expect((await fetch(url, { method: 'HEAD' })).status).toBe(500)
})

test('a truncated rendition is dropped and made again', async () => {
  await using site = await openSite({ renditions: {} })
  const { id, url } = await uploaded(site, 400)
  const thumbnail = `${site.url}/i/${id}/thumbnail`
  const get = () => fetch(thumbnail, { redirect: 'manual' })
  const first = await get()
  const bytes = await first.bytes()
  await truncate(pathOf(site, etagOf(first)), bytes.length - 1)
  const meanwhile = await get()
  expect([meanwhile.status, meanwhile.headers.get('location')]).toEqual([302, url])
  expect(await (await get()).bytes()).toEqual(bytes)
})

test('no rendition is made of a truncated file', async () => {
  await using site = await openSite({ renditions: {} })
  const { id, url } = await uploaded(site, 1_000)
  await site.renditions?.idle()
  await truncate(pathOf(site, etagOf(await fetch(url, { method: 'HEAD' }))), 5_000)
  const medium = `${site.url}/i/${id}/medium`
  expect((await fetch(medium, { redirect: 'manual' })).status).toBe(500)
  expect(site.renditionEvents).not.toContainEqual(expect.objectContaining({ size: 'medium' }))
})
