import { expect, test } from 'bun:test'
import { postUpload } from '../post-upload.ts'
import { pngFile } from '../sample-image.ts'
import { openSite } from '../site-fixture.ts'

test('a key with a limit uploads so often in a minute however many try at once, and others are not held back', async () => {
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
