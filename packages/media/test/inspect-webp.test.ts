import { expect, test } from 'bun:test'
import { inspect } from '../src/inspect/inspector.ts'
import { areRefused } from './broken-rules.ts'
import { big, bytesOf, little, type Part } from './build/bytes.ts'
import * as webp from './build/webp.ts'

const lossy = (width: number, height: number): Uint8Array =>
  webp.chunk('VP8 ', '\x10\0\0\x9d\x01\x2a', little(2, width), little(2, height))
const lossless = (width: number, height: number, top = 0): Uint8Array =>
  webp.chunk('VP8L', '\x2f', little(4, width - 1 + (height - 1) * 2 ** 14 + top * 2 ** 28))
const canvas = (flags: number, width = 4, height = 2): Uint8Array =>
  webp.chunk('VP8X', little(4, flags), little(3, width - 1), little(3, height - 1))
const place = (x: number, y: number, width: number, height: number): Part[] =>
  [x, y, width - 1, height - 1].map((number) => little(3, number))
const frame = (where: Part, ...chunks: Part[]): Uint8Array => webp.chunk('ANMF', where, '\0\0\0\0', chunks)
const [animation, alpha] = [2, 16]
const whole = frame(place(0, 0, 4, 2), lossy(4, 2))

areRefused([
  ['a lossy picture that begins like none', webp.webp(webp.chunk('VP8 ', big(10, 1))), /lossy picture data/],
  [
    'a lossy picture that needs another before it',
    webp.webp(webp.chunk('VP8 ', '\x11\0\0\x9d\x01\x2a\x04\0\x02\0')),
    /lossy picture data/,
  ],
  ['a lossy picture without its size', webp.webp(webp.chunk('VP8 ', big(9, 1))), /too short/],
  ['a lossless picture that begins like none', webp.webp(webp.chunk('VP8L', big(5, 0))), /lossless picture/],
  ['a lossless picture of another version', webp.webp(lossless(4, 2, 2)), /lossless picture/],
  ['a lossless picture without its size', webp.webp(webp.chunk('VP8L', '\x2f\0\0\0')), /too short/],
  ['a canvas without its size', webp.webp(webp.chunk('VP8X', big(9, 0)), lossy(4, 2)), /VP8X/],
  ['a canvas without a picture', webp.webp(canvas(0)), /no picture data/],
  ['a picture wider than its canvas says', webp.webp(canvas(0), lossy(5, 2)), /as large as the file says/],
  ['a picture higher than its canvas says', webp.webp(canvas(0), lossy(4, 3)), /as large as the file says/],
  [
    'an animation of a picture that is no frame',
    webp.webp(canvas(animation), lossy(4, 2)),
    /no picture data/,
  ],
  ['frames without an animation', webp.webp(canvas(0), whole), /no picture data/],
  ['a frame without its place', webp.webp(canvas(animation), webp.chunk('ANMF', big(15, 0))), /too short/],
  ['a frame without a picture', webp.webp(canvas(animation), frame(place(0, 0, 4, 2))), /holds no picture/],
  [
    'a frame wider than it says',
    webp.webp(canvas(animation), frame(place(0, 0, 3, 2), lossy(4, 2))),
    /not as large as it says/,
  ],
  [
    'a frame higher than it says',
    webp.webp(canvas(animation), frame(place(0, 0, 4, 1), lossy(4, 2))),
    /not as large as it says/,
  ],
  [
    'a frame too far right',
    webp.webp(canvas(animation), frame(place(1, 0, 3, 2), lossy(3, 2))),
    /outside the picture/,
  ],
  [
    'a frame too far down',
    webp.webp(canvas(animation), frame(place(0, 1, 4, 1), lossy(4, 1))),
    /outside the picture/,
  ],
  [
    'a picture that reaches beyond its frame',
    webp.webp(canvas(animation), frame(place(0, 0, 4, 2), 'VP8 ', little(4, 11), big(10, 0))),
    /reaches beyond/,
  ],
])

test('a frame that just fits is taken', () => {
  const corner = frame(place(1, 1, 2, 3), lossless(2, 3))
  const bytes = webp.webp(canvas(animation, 4, 5), frame(place(0, 0, 4, 5), lossy(4, 5)), corner)
  expect(inspect(bytes)).toMatchObject({ width: 4, height: 5, frames: 2, complete: true, bitsPerPixel: 24 })
})

test('of several pictures in one place the first counts', () => {
  expect(inspect(webp.webp(canvas(alpha), lossy(4, 2), lossy(9, 9)))).toMatchObject({
    frames: 1,
    bitsPerPixel: 32,
  })
  const twice = frame(place(0, 0, 4, 2), lossy(4, 2), lossy(9, 9))
  expect(inspect(webp.webp(canvas(animation), twice)).frames).toBe(1)
})

test('a picture is as large as its head says', () => {
  const [width, height] = [16_384, 16_384]
  expect(inspect(webp.webp(lossless(width, height)))).toMatchObject({ width, height, bitsPerPixel: 24 })
  expect(inspect(webp.webp(lossless(3, 2, 1)))).toMatchObject({ width: 3, height: 2, bitsPerPixel: 32 })
  expect(inspect(webp.webp(lossy(16_383, 16_383)))).toMatchObject({ width: 16_383, height: 16_383 })
  const scaledForDisplay = webp.webp(lossy(3 + 2 ** 14, 2 + 2 ** 15))
  expect(inspect(scaledForDisplay)).toMatchObject({ width: 3, height: 2 })
  const largest = webp.webp(canvas(animation, 2 ** 24, 2 ** 24), whole)
  expect(inspect(largest)).toMatchObject({ width: 2 ** 24, height: 2 ** 24 })
})

test('unknown canvas data is skipped', () => {
  const longer = webp.chunk('VP8X', big(4, 0), little(3, 3), little(3, 1), 'more')
  expect(inspect(webp.webp(longer, lossy(4, 2)))).toMatchObject({ width: 4, height: 2, complete: true })
})

test('a chunk of odd length has a byte of padding after it', () => {
  const note = webp.chunk('NOTE', 'odd')
  expect(inspect(webp.webp(canvas(0), note, lossy(4, 2), note))).toMatchObject({ frames: 1, complete: true })
})

test('the last chunk may lack its byte of padding', () => {
  const odd = bytesOf('WEBPVP8 ', little(4, 11), '\x10\0\0\x9d\x01\x2a\x04\0\x02\0x')
  expect(inspect(bytesOf('RIFF', little(4, odd.length), odd))).toMatchObject({
    width: 4,
    complete: true,
    trailingBytes: 0,
  })
})
