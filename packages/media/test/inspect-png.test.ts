import { expect, test } from 'bun:test'
import { inspect } from '../src/inspect/inspector.ts'
import { areRefused } from './broken-rules.ts'
import { big, bytesOf, type Part } from './build/bytes.ts'
import { blackPixels, chunk, header, imageEnd, png, pngSignature } from './build/png.ts'
import { refusalOf } from './refusal-of.ts'

const pixels = chunk('IDAT', blackPixels(2, 2))
const headed = (...fields: Part[]): Uint8Array =>
  bytesOf(pngSignature, chunk('IHDR', fields), pixels, imageEnd)
const sized = [big(4, 2), big(4, 2)]
const coloured = (...palettes: Uint8Array[]): Uint8Array =>
  bytesOf(pngSignature, header(2, 2, 8, 3), palettes, pixels, imageEnd)
const palette = (length: number): Uint8Array => chunk('PLTE', new Uint8Array(length))
const animated = (...frame: Part[]): Uint8Array => png(2, 2, chunk('acTL', big(8, 1)), chunk('fcTL', frame))
const frame = (width: number, height: number, x: number, y: number): Part[] => [
  big(4, 0),
  [width, height, x, y].map((number) => big(4, number)),
  big(6, 0),
]

areRefused([
  ['a header that is too short', headed(sized, '\x08\x02\0\0'), /IHDR/],
  ['another way of compression', headed(sized, '\x08\x02\x01\0\0'), /method does not exist/],
  ['another way of filtering', headed(sized, '\x08\x02\0\x01\0'), /method does not exist/],
  ['another way of interlacing', headed(sized, '\x08\x02\0\0\x02'), /method does not exist/],
  ['a width beyond 31 bits', headed(big(4, 2 ** 31), big(4, 2), '\x08\x02\0\0\0'), /too large/],
  ['a height beyond 31 bits', headed(big(4, 2), big(4, 2 ** 31), '\x08\x02\0\0\0'), /too large/],
  ['a palette without colours', coloured(palette(0)), /palette is wrong/],
  ['a palette of more than 256 colours', coloured(palette(771)), /palette is wrong/],
  ['a palette with a part of a colour', coloured(palette(4)), /palette is wrong/],
  ['a second palette', coloured(palette(3), palette(3)), /palette is wrong/],
  ['a chunk whose name is no letters', png(2, 2, chunk('ab1c')), /no proper name/],
  ['a chunk beyond 31 bits', png(2, 2, big(4, 2 ** 31), 'teXt'), /too long/],
  ['an end with something in it', bytesOf(png(2, 2).slice(0, -12), chunk('IEND', 'x')), /not empty/],
  ['an animation control of another length', png(2, 2, chunk('acTL', big(7, 1))), /animation control/],
  ['a frame control of another length', animated(frame(2, 2, 0, 0), '\0'), /frame control/],
  ['a frame of no width', animated(frame(0, 2, 0, 0)), /outside/],
  ['a frame of no height', animated(frame(2, 0, 0, 0)), /outside/],
  ['a frame that begins too far right', animated(frame(2, 2, 1, 0)), /outside/],
  ['a frame that begins too far down', animated(frame(2, 2, 0, 1)), /outside/],
])

test('colour types have the depths of the specification, and weigh as much as they are decoded to', () => {
  const channels = [1, undefined, 3, 3, 2, undefined, 4]
  const depths = ['1 2 4 8 16', '', '8 16', '1 2 4 8', '8 16', '', '8 16']
  for (let type = 0; type < 8; type++) {
    for (let depth = 0; depth <= 32; depth++) {
      const bytes = bytesOf(pngSignature, header(2, 2, depth, type), palette(3), pixels, imageEnd)
      if (depths[type]?.split(' ').includes(String(depth))) {
        const bitsPerPixel = channels[type]! * (depth === 16 ? 16 : 8)
        expect([type, depth, inspect(bytes).bitsPerPixel]).toEqual([type, depth, bitsPerPixel])
      } else expect(refusalOf(bytes).message).toMatch(/does not exist/)
    }
  }
})

test('transparency counts once, before the pixels of a picture without alpha', () => {
  const clear = chunk('tRNS', '\0\0\0\0\0\0')
  const weight = (depth: number, type: number, before: Part[], after: Part[] = []): number =>
    inspect(bytesOf(pngSignature, header(2, 2, depth, type), palette(3), before, pixels, after, imageEnd))
      .bitsPerPixel
  expect(weight(8, 2, [clear])).toBe(32)
  expect(weight(8, 2, [clear, clear])).toBe(32)
  expect(weight(16, 2, [clear])).toBe(64)
  expect(weight(8, 3, [clear])).toBe(32)
  expect(weight(8, 4, [clear])).toBe(16)
  expect(weight(8, 6, [clear])).toBe(32)
  expect(weight(8, 2, [], [clear])).toBe(24)
})

test('files just within the rules are accepted', () => {
  expect(inspect(coloured(palette(768)))).toMatchObject({ width: 2, complete: true })
  expect(inspect(headed(sized, '\x08\x02\0\0\x01'))).toMatchObject({ width: 2, complete: true })
  const [width, height] = [2 ** 31 - 1, 2 ** 31 - 1]
  const largest = headed(big(4, width), big(4, height), '\x08\x02\0\0\0')
  expect(inspect(largest)).toMatchObject({ width, height, complete: true })
  expect(inspect(png(2, 2, big(4, 2 ** 31 - 1), 'teXt'))).toMatchObject({ width: 2, complete: false })
  expect(inspect(animated(frame(1, 1, 1, 1)))).toMatchObject({ frames: 1, complete: true })
})

test('frames without an animation control before the pixels are none', () => {
  const control = chunk('fcTL', frame(9, 9, 0, 0))
  expect(inspect(png(2, 2, control, control)).frames).toBe(1)
  const late = bytesOf(png(2, 2).slice(0, -12), chunk('acTL', big(8, 1)), control, control, imageEnd)
  expect(inspect(late).frames).toBe(1)
})

test('a damaged animation control, or one of a frame, is refused by its checksum', () => {
  const bytes = animated(frame(2, 2, 0, 0))
  for (const at of [8 + 25 + 8, 8 + 25 + 20 + 8]) {
    const damaged = bytes.slice()
    damaged[at]! ^= 1
    expect(refusalOf(damaged).message).toMatch(/damaged/)
  }
})

test('a file that is cut into hundreds of thousands of chunks is refused, as it would take as long as a large one', () => {
  const notes = (count: number): Uint8Array => new Uint8Array(Buffer.alloc(12 * count, chunk('note')))
  expect(inspect(png(2, 2, notes(100_000)))).toMatchObject({ width: 2, complete: true })
  expect(refusalOf(png(2, 2, notes(600_000))).message).toMatch(/too many small parts/)
})
