import { expect, test } from 'bun:test'
import { frameOutput, readOutput } from '../src/sharp-job.ts'

test('what a worker writes is read as its two parts, and nothing else is read', () => {
  const placeholder = Uint8Array.from({ length: 300 }, (_, at) => at)
  for (const rendition of [new Uint8Array(), Uint8Array.of(7, 8)]) {
    for (const small of [new Uint8Array(), placeholder]) {
      const output = frameOutput(small, rendition)
      expect(output.length).toBe(4 + small.length + rendition.length)
      expect(readOutput(output)).toEqual({ placeholder: small, rendition })
      // It may stand within other memory.
      const within = new Uint8Array(output.length + 2)
      within.set(output, 1)
      expect(readOutput(within.subarray(1, -1))).toEqual({ placeholder: small, rendition })
    }
  }
  for (const length of [0, 1, 2, 3]) expect(readOutput(new Uint8Array(length))).toBeUndefined()
  expect(readOutput(Uint8Array.of(0, 0, 0, 1))).toBeUndefined()
  expect(readOutput(Uint8Array.of(0, 0, 0, 2, 5))).toBeUndefined()
  expect(readOutput(Uint8Array.of(0, 0, 0, 1, 5))?.rendition).toBeEmpty()
})
