import { expect, test } from 'bun:test'
import { timedBody } from '../../src/upload/timed-body.ts'

test('of a body that is read, no more than the chunk that is being looked at is in memory', async () => {
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let number = 1; number <= 5; number += 1) controller.enqueue(new Uint8Array(1000).fill(number))
      controller.close()
    },
  })
  const seen: Uint8Array[] = []
  for await (const chunk of timedBody(body, { idleMs: 1_000, overallMs: 10_000 })) {
    seen.push(chunk)
    expect(chunk).toEqual(new Uint8Array(1000).fill(seen.length))
    expect(seen.reduce((sum, { byteLength }) => sum + byteLength, 0)).toBe(1000)
  }
  expect(seen).toHaveLength(5)
})
