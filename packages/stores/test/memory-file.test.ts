import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { createMemoryFiles } from '../src/staging-area.ts'

test('appended bytes read back unchanged, and bytes that do not fit are not accepted at all', () => {
  const create = createMemoryFiles({ maxFiles: 1, maxBytes: 10_000 })
  const property = fc.property(fc.array(fc.nat({ max: 4_000 }), { maxLength: 8 }), (sizes) => {
    using file = create()
    const taken: Uint8Array[] = []
    let takenBytes = 0
    for (const [index, size] of sizes.entries()) {
      const bytes = new Uint8Array(size).fill(index + 1)
      const fits = takenBytes + size <= 10_000
      expect(file?.tryAppend(bytes)).toBe(fits)
      if (fits) {
        taken.push(bytes)
        takenBytes += size
      }
      expect(Buffer.compare(file?.bytes ?? new Uint8Array(), Buffer.concat(taken))).toBe(0)
    }
  })
  fc.assert(property)
})

test('the number of files is limited, and a released one makes room for one more', () => {
  const create = createMemoryFiles({ maxFiles: 2, maxBytes: 10 })
  const [one, other] = [create(), create()]
  expect(create()).toBeUndefined()
  one?.[Symbol.dispose]()
  one?.[Symbol.dispose]()
  using third = create()
  expect(create()).toBeUndefined()
  third?.tryAppend(Uint8Array.of(3, 3))
  other?.tryAppend(Uint8Array.of(2))
  expect([third?.bytes, other?.bytes]).toEqual([Uint8Array.of(3, 3), Uint8Array.of(2)])
})

test('a file that gets the memory of another begins empty', () => {
  const create = createMemoryFiles({ maxFiles: 1, maxBytes: 10 })
  {
    using former = create()
    former?.tryAppend(new Uint8Array(10).fill(1))
  }
  using file = create()
  expect(file?.bytes).toBeEmpty()
  file?.tryAppend(Uint8Array.of(2))
  expect(file?.bytes).toEqual(Uint8Array.of(2))
})
