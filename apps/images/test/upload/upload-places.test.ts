import { expect, test } from 'bun:test'
import { openRawUpload, type RawUpload } from '@pictoglyph/web/test/upload/raw-upload'
import { postUpload } from '../post-upload.ts'
import { pngFile } from '../sample-image.ts'
import { openSite, type SiteFixture } from '../site-fixture.ts'

/** Starts uploads by one key that send no more. */
async function holdPlaces(site: SiteFixture, key: string, count: number): Promise<RawUpload[]> {
  const head = [
    'POST /api/v1/upload HTTP/1.1',
    `Host: ${new URL(site.url).hostname}`,
    `Authorization: Bearer ${key}`,
    'Content-Type: multipart/form-data; boundary=frontier',
    'Content-Length: 20000',
  ]
  const opening = '--frontier\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n'
  return Promise.all(Array.from({ length: count }, () => openRawUpload({ url: site.url, head, opening })))
}

/** Uploads a picture by a key. */
async function send(site: SiteFixture, key: string): Promise<number> {
  const fields = { categoryId: site.categoryId }
  return (await postUpload(site.url, { key, file: pngFile(7), fields })).status
}

/** Waits for this many refusals, and expects that the others have no answer. */
async function expectRefusals(held: readonly RawUpload[], count: number): Promise<void> {
  const answers: string[] = []
  for (const { answer } of held) void answer.then((text) => answers.push(text))
  while (answers.length < count) await Bun.sleep(20)
  await Bun.sleep(500)
  expect(answers.filter((answer) => answer.includes('"code":"OVERLOADED"'))).toHaveLength(count)
  expect(answers).toHaveLength(count)
}

test('a guest link takes at most eight permits, and its owner can upload', async () => {
  await using site = await openSite()
  const held = await holdPlaces(
    site,
    await site.createKey({ isGuestLink: true, defaultCategoryId: 'general' }),
    195,
  )
  await expectRefusals(held, 187)
  expect(await send(site, site.apiKey)).toBe(200)
  for (const upload of held) upload.close()
})

test('two keys take their shares, and a third has places, from the same address too', async () => {
  await using site = await openSite()
  const held = [
    ...(await holdPlaces(site, await site.createKey(), 128)),
    ...(await holdPlaces(site, await site.createKey(), 128)),
  ]
  await expectRefusals(held, 96)
  expect(await send(site, site.apiKey)).toBe(200)
  for (const upload of held) upload.close()
})

test('while permits are short, the slowest upload is refused in favour of a new one', async () => {
  const slow = { lowestBytesPerSecond: 10_000, slowAfterMs: 300 }
  const bounds = { maxInFlight: 2, maxOfOneUser: 2, idleMs: 20_000, overallMs: 20_000, ...slow }
  await using site = await openSite({ uploads: bounds })
  const [slower, faster] = await holdPlaces(site, site.apiKey, 2)
  faster?.send('x'.repeat(10_000))
  while ((await send(site, site.apiKey)) !== 200) await Bun.sleep(20)
  expect(await slower?.answer).toContain('"code":"OVERLOADED"')
  expect(await slower?.answer).toMatch(/retry-after: \d+/i)
  slower?.close()
  faster?.close()
})
