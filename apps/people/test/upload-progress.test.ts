import { expect, test } from 'bun:test'
import { createImagesClient } from '@pictoglyph/client'
import { pngOf } from '@pictoglyph/images/test/sample-image'
import { openSite } from '@pictoglyph/images/test/site-fixture'
import { uploadFiles } from '../src/upload/upload-files.ts'

/** A picture, one that can not be read, and one that is refused. */
const bytes = [pngOf(1), new Uint8Array(40_000), new Uint8Array(50_000)] as const
const files = bytes.map((content, index) => ({
  name: `${index}`,
  fileName: `${index}.png`,
  sizeBytes: content.length,
  read: async () => {
    if (index === 1) throw Object.assign(new Error('It is gone.'), { code: 'ENOENT', syscall: 'open' })
    return new Blob([content])
  },
}))

for (const isShown of [true, false]) {
  test(`each file counts once, ${isShown ? 'while it is sent' : 'at its end'}`, async () => {
    await using site = await openSite()
    const key = await site.createKey({ defaultCategoryId: site.categoryId })
    const client = createImagesClient({ baseUrl: site.url, key })
    const steps: number[] = []
    const progress = { isShown, advance: (count: number) => void steps.push(count), finish() {} }
    const job = { client, files, options: {}, dryRun: false, titleFromName: false, concurrency: 1, progress }
    const codes: string[] = []
    for await (const one of uploadFiles(job)) codes.push(one.ok ? 'stored' : one.error.code)
    expect(codes).toEqual(['stored', 'ENOENT', 'TYPE_NOT_ALLOWED'])
    const sizes = files.map(({ sizeBytes }) => sizeBytes)
    expect(Math.min(...steps)).toBeGreaterThanOrEqual(0)
    expect(steps.reduce((sum, count) => sum + count, 0)).toBe(sizes.reduce((sum, size) => sum + size, 0))
    if (isShown) expect(steps.length).toBeGreaterThan(3)
    else expect(steps).toEqual(sizes)
  })
}
