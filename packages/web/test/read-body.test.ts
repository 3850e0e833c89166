import { heapStats } from 'bun:jsc'
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { readBody } from '../src/read-body.ts'

/** A request whose body has these chunks, each made when it is asked for. */
function requestOf(chunks: Iterator<Uint8Array>): Request {
  const body = new ReadableStream<Uint8Array>(
    {
      pull(controller) {
        const { done, value } = chunks.next()
        if (done) controller.close()
        else controller.enqueue(value)
      },
    },
    { highWaterMark: 0 },
  )
  return new Request('http://localhost', { method: 'POST', body })
}

const bounds = { idleMs: 10_000, overallMs: 60_000, maxBytes: () => Number.POSITIVE_INFINITY }

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
      const sent = chunks.map((bytes) => bytes.slice())[Symbol.iterator]()
      const onBytes = (total: number) => void told.push(total)
      const gathered = await readBody(requestOf(sent), 'body', { ...bounds, onBytes })
      expect(gathered.equals(whole)).toBe(true)
      expect(told).toEqual(sums)
    }),
    { numRuns: 50 },
  )
})

test('a body in a hundred thousand chunks keeps none of them', async () => {
  const pieces = 100_000
  let kept = 0
  function* bytes(): Generator<Uint8Array, void> {
    for (let count = 0; count < pieces; count++) yield Uint8Array.of(count)
    Bun.gc(true)
    kept = heapStats().objectTypeCounts.Uint8Array ?? 0
  }
  expect(await readBody(requestOf(bytes()), 'body', bounds)).toHaveLength(pieces)
  expect(kept).toBeLessThan(pieces / 10)
})

test.each([
  ['body', 'The body must have at most 5000 bytes.'],
  ['form', 'A form has at most 5000 bytes.'],
] as const)('a %s that is too long is refused where it becomes so', async (kind, words) => {
  const read: number[] = []
  function* endless(): Generator<Uint8Array, void> {
    for (let count = 1; ; count++) {
      read.push(count)
      yield new Uint8Array(1_000)
    }
  }
  const refused = readBody(requestOf(endless()), kind, { ...bounds, maxBytes: () => 5_000 })
  expect(await refused.catch((error: Error) => error.message)).toContain(words)
  expect(read).toHaveLength(6)
})

test('a request without a body has no bytes', async () => {
  expect(await readBody(new Request('http://localhost'), 'body', bounds)).toHaveLength(0)
})

function noise(length: number): Uint8Array {
  return Uint8Array.from({ length }, (_, index) => Math.imul(index, 2_654_435_761) >>> 24)
}
