import { expect, test } from 'bun:test'
import { postUpload } from '../post-upload.ts'
import { pngFile, pngOf } from '../sample-image.ts'
import { openSite } from '../site-fixture.ts'

test('a key with a limit uploads exactly as often in a minute, and other keys are not delayed', async () => {
  await using site = await openSite()
  const limited = await site.createKey({ uploadsPerMinute: 3 })
  const other = await site.createKey()
  const fields = { categoryId: site.categoryId }
  const startedMs = Date.now()
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, index) =>
      postUpload(site.url, { key: limited, file: pngFile(index + 1), fields }),
    ),
  )
  const refused = answers.filter(({ status }) => status === 429)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
  expect(refused).toHaveLength(9)
  for (const { body } of refused) {
    expect(body.error?.code).toBe('RATE_LIMITED')
    const { resetAt } = body.data as unknown as { resetAt: number }
    expect(resetAt).toBeGreaterThanOrEqual(startedMs + 60_000)
    expect(resetAt).toBeLessThan(Date.now() + 61_000)
  }
  expect((await postUpload(site.url, { key: other, file: pngFile(50), fields })).status).toBe(200)
})

test('a hash query and the upload that follows count once, for small and large files', async () => {
  await using site = await openSite()
  const limited = await site.createKey({ uploadsPerMinute: 3 })
  const files = [pngFile(1), pngFile(2), new File([pngOf(3), new Uint8Array(100_000)], 'long.png')]
  const ask = async (file: File) => {
    const sha256 = new Bun.CryptoHasher('sha256').update(await file.arrayBuffer()).digest('hex')
    return await postUpload(site.url, { key: limited, fields: { categoryId: site.categoryId, sha256 } })
  }
  const codes: unknown[] = []
  for (const file of files) {
    const asked = await ask(file)
    const sent = await postUpload(site.url, { key: limited, file, fields: { categoryId: site.categoryId } })
    codes.push(asked.body.error?.code, sent.status)
  }
  expect(codes).toEqual(['FILE_MISSING', 200, 'FILE_MISSING', 200, 'FILE_MISSING', 200])
  expect((await ask(pngFile(4))).status).toBe(429)
  expect((await postUpload(site.url, { key: limited, file: pngFile(4) })).status).toBe(429)
})

test('hash queries have the limit of uploads, and one answered with an image counts as an upload', async () => {
  await using site = await openSite()
  const limited = await site.createKey({ uploadsPerMinute: 3 })
  const another = await site.createKey({ uploadsPerMinute: 3 })
  const fields = { categoryId: site.categoryId }
  await postUpload(site.url, { key: site.apiKey, file: pngFile(1), fields })
  const statuses = async (key: string, sha256: string) => {
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => postUpload(site.url, { key, fields: { ...fields, sha256 } })),
    )
    return answers.map(({ status }) => status).toSorted()
  }
  expect(await statuses(limited, '0'.repeat(64))).toEqual([400, 400, 400, 429, 429, 429])
  const known = new Bun.CryptoHasher('sha256').update(await pngFile(1).arrayBuffer()).digest('hex')
  expect(await statuses(another, known)).toEqual([200, 200, 200, 429, 429, 429])
  expect((await postUpload(site.url, { key: another, file: pngFile(2), fields })).status).toBe(429)
})
