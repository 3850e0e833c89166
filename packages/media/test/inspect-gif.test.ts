import { expect, test } from 'bun:test'
import { createInspector, inspect } from '../src/inspect/inspector.ts'
import { strip } from '../src/strip/strip.ts'
import { areRefused } from './broken-rules.ts'
import { big, bytesOf, little } from './build/bytes.ts'
import { comment, gif, onePixelFrame, screen } from './build/gif.ts'
import { refusalOf } from './refusal-of.ts'

const framed = (codeSize: number): Uint8Array =>
  gif(2, 2, ',', big(4, 0), little(2, 1), little(2, 1), '\0', big(1, codeSize), '\x02\x44\x01\0')

areRefused([
  ['a frame without codes', framed(0), /packed with 0-bit codes/],
  ['a frame of longer codes than there are', framed(12), /packed with 12-bit codes/],
  ['a picture of no width', gif(0, 1), /0 × 1/],
])

test('a frame of the longest codes is taken', () => {
  expect(inspect(framed(11))).toMatchObject({ width: 2, height: 2, complete: true })
})

test('colour tables of every size are passed over, and zeros between blocks', () => {
  for (let exponent = 0; exponent < 8; exponent++) {
    const packed = big(1, 0x80 | exponent)
    const colours = new Uint8Array(3 * 2 ** (exponent + 1)).fill(0x3b)
    const bytes = bytesOf(
      [screen(2, 2).subarray(0, 10), packed, '\0\0', colours, '\0\0'],
      [',', big(4, 0), little(2, 1), little(2, 1), packed, colours, '\x02\x02\x44\x01\0', '\0;'],
    )
    expect(inspect(bytes)).toMatchObject({ frames: 1, complete: true, trailingBytes: 0 })
    expect(inspectedByteByByte(bytes)).toEqual(inspect(bytes))
  }
})

function inspectedByteByByte(bytes: Uint8Array): ReturnType<typeof inspect> {
  const inspector = createInspector()
  for (const byte of bytes) inspector.push(Uint8Array.of(byte))
  return inspector.end()
}

test('a GIF that ends right after a frame lacks nothing but its trailer, and is taken as it is', () => {
  const whole = gif(1, 1, onePixelFrame(), onePixelFrame())
  const bytes = whole.subarray(0, -1)
  expect(inspect(bytes)).toMatchObject({ frames: 2, complete: true, trailingBytes: 0 })
  expect(strip(bytes, 'strip')).toEqual({ bytes, removed: [] })
})

test('a GIF without trailer loses its comments and the zeros behind its last frame', () => {
  const bytes = bytesOf(gif(1, 1, comment('Planted'), onePixelFrame()).subarray(0, -1), '\0\0')
  expect(inspect(bytes)).toMatchObject({ complete: true, trailingBytes: 2 })
  const stripped = strip(bytes, 'strip').bytes
  expect(stripped).toEqual(gif(1, 1, onePixelFrame()).subarray(0, -1))
})

test('a GIF that ends after what belongs to a next frame is cut short', () => {
  const bytes = gif(1, 1, onePixelFrame(), '!\xf9\x04\0\0\0\0\0').subarray(0, -1)
  expect(inspect(bytes).complete).toBe(false)
})

test('bytes between the blocks of a GIF, behind which viewers differ, are refused', () => {
  expect(refusalOf(gif(1, 1, onePixelFrame(), 'stray', onePixelFrame())).message).toMatch(/unknown kind/)
})
