import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'

test('the package is bundled for browsers, and uses nothing of another platform', async () => {
  const entry = join(import.meta.dir, 'guards/media.ts')
  const { success, outputs } = await Bun.build({ entrypoints: [entry], target: 'browser', minify: true })
  const [bundle] = outputs
  expect([success, outputs.length]).toEqual([true, 1])
  const source = await bundle!.text()
  expect(source).not.toMatch(/node:|\bBun\b|\bprocess\.|\bBuffer\b/)
  expect(gzipSync(source).length).toBeLessThan(41_000)
})
