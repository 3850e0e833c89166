import { heapStats } from 'bun:jsc'
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { gatherBody } from '../../src/upload/gather-body.ts'

async function* chunksOf(...chunks: readonly Uint8Array[]): AsyncGenerator<Uint8Array, void> {
  for (const chunk of chunks) {
    yield chunk
    // As a reader's memory is used again.
    chunk.fill(0)
  }
}

test('however a body is cut, its bytes come out in order, and each growth is told before', async () => {
  const chunk = fc.oneof(
    fc.uint8Array({ maxLength: 9 }),
    fc.integer({ min: 65_000, max: 140_000 }).map(noise),
  )
  await fc.assert(
    fc.asyncProperty(fc.array(chunk, { maxLength: 8 }), async (chunks) => {
      const whole = Buffer.concat(chunks)
      const told: number[] = []
      const sums = chunks.map((_, index) => Buffer.concat(chunks.slice(0, index + 1)).length)
      const gathered = await gatherBody(chunksOf(...chunks), (total) => void told.push(total))
      expect(gathered.equals(whole)).toBe(true)
      expect(told).toEqual(sums)
    }),
    { numRuns: 50 },
  )
})

test('a body in a hundred thousand chunks keeps none of them', async () => {
  const pieces = 100_000
  let kept = 0
  async function* bytes(): AsyncGenerator<Uint8Array, void> {
    for (let count = 0; count < pieces; count++) yield Uint8Array.of(count)
    Bun.gc(true)
    kept = heapStats().objectTypeCounts.Uint8Array ?? 0
  }
  expect(await gatherBody(bytes(), () => {})).toHaveLength(pieces)
  expect(kept).toBeLessThan(pieces / 10)
})

test('what is too long is refused where it becomes so', async () => {
  const read: number[] = []
  async function* endless(): AsyncGenerator<Uint8Array, void> {
    for (let count = 1; ; count++) {
      read.push(count)
      yield new Uint8Array(1_000)
    }
  }
  const refuse = (total: number) => {
    if (total > 5_000) throw new RangeError('too long')
  }
  expect(await gatherBody(endless(), refuse).catch((error: Error) => error.message)).toBe('too long')
  expect(read).toHaveLength(6)
})

function noise(length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, index) => Math.imul(index, 2_654_435_761) >>> 24)
}
