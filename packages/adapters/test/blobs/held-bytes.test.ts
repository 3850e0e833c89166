import { ptr } from 'bun:ffi'
import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { alignmentBytes, blockBytes, createBlockPool } from '../../src/blobs/block-pool.ts'
import { createHolding } from '../../src/blobs/held-bytes.ts'

const mebibyte = 1024 * 1024

/** What is written, in pieces of these sizes, each with bytes of its own. */
function writes(sizes: readonly number[]): Uint8Array[] {
  return sizes.map((size, index) => new Uint8Array(size).fill(index + 1))
}

test('what is held reads back as it was written, in every range', () => {
  const hold = createHolding({ maxBytes: 4 * mebibyte, maxBytesOfOne: mebibyte })
  const property = fc.property(
    fc.array(fc.nat({ max: 150_000 }), { maxLength: 6 }),
    fc.nat({ max: mebibyte }),
    fc.nat({ max: mebibyte }),
    (sizes, offset, length) => {
      using held = hold()
      const written = writes(sizes)
      for (const bytes of written) expect(held.append(bytes)).toBe(true)
      const all = Buffer.concat(written)
      expect(held.sizeBytes).toBe(all.length)
      expect(Buffer.compare(held.read(offset, length), all.subarray(offset, offset + length))).toBe(0)
      const end = Math.min(offset + length, all.length)
      const pieces = held.pieces(Math.min(offset, end), end)
      expect(Buffer.compare(Buffer.concat(pieces), all.subarray(offset, end))).toBe(0)
    },
  )
  fc.assert(property)
})

test('what is read is a copy, which stays when the memory is used for another file', () => {
  const hold = createHolding({ maxBytes: blockBytes, maxBytesOfOne: blockBytes })
  const first = hold()
  first.append(new Uint8Array(100).fill(1))
  const read = first.read(0, 100)
  first[Symbol.dispose]()
  using second = hold()
  second.append(new Uint8Array(100).fill(2))
  expect(read.every((byte) => byte === 1)).toBe(true)
})

test('a file has room up to its bound, and of what does not fit nothing is taken', () => {
  const hold = createHolding({ maxBytes: 4 * mebibyte, maxBytesOfOne: 100_000 })
  using held = hold()
  expect(held.append(new Uint8Array(99_999))).toBe(true)
  expect(held.append(new Uint8Array(2))).toBe(false)
  expect(held.sizeBytes).toBe(99_999)
  expect(held.append(new Uint8Array(1))).toBe(true)
  expect(held.append(new Uint8Array(1))).toBe(false)
  expect(held.sizeBytes).toBe(100_000)
})

test('all files together have room up to theirs, which is there again once one lets go', () => {
  const hold = createHolding({ maxBytes: 3 * blockBytes, maxBytesOfOne: mebibyte })
  const large = hold()
  using small = hold()
  expect(large.append(new Uint8Array(2 * blockBytes))).toBe(true)
  expect(small.append(new Uint8Array(1))).toBe(true)
  expect(large.append(new Uint8Array(1))).toBe(false)
  expect(small.append(new Uint8Array(blockBytes))).toBe(false)
  large[Symbol.dispose]()
  large[Symbol.dispose]()
  expect(small.append(new Uint8Array(2 * blockBytes))).toBe(true)
  expect(small.append(new Uint8Array(blockBytes))).toBe(false)
})

test('blocks are aligned as direct writes want them, and no two share a byte', () => {
  const pool = createBlockPool(mebibyte)
  const blocks = Array.from({ length: mebibyte / blockBytes }, () => pool.take() as Uint8Array)
  expect(pool.take()).toBeUndefined()
  for (const [number, block] of blocks.entries()) {
    expect(ptr(block) % alignmentBytes).toBe(0)
    expect(block.length).toBe(blockBytes)
    block.fill(number)
  }
  for (const [number, block] of blocks.entries()) expect(block.every((byte) => byte === number)).toBe(true)
})
