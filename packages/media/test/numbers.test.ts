import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { u16be, u16le, u24le, u32be, u32le, u64be } from '../src/numbers.ts'

test('numbers are read as a DataView reads them', () => {
  const bytes = fc.uint8Array({ minLength: 20, maxLength: 20 })
  fc.assert(
    fc.property(bytes, fc.nat(12), (bytes, at) => {
      const view = new DataView(bytes.buffer)
      expect([u16be(bytes, at), u16le(bytes, at)]).toEqual([view.getUint16(at), view.getUint16(at, true)])
      expect([u32be(bytes, at), u32le(bytes, at)]).toEqual([view.getUint32(at), view.getUint32(at, true)])
      expect(u24le(bytes, at)).toBe(view.getUint32(at, true) % 2 ** 24)
      expect(u64be(bytes, at)).toBe(Number(view.getBigUint64(at)))
    }),
  )
})
