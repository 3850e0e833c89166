import { expect, test } from 'bun:test'
import { inspect } from '../src/inspect/inspector.ts'
import { strip } from '../src/strip/strip.ts'
import { areRefused } from './broken-rules.ts'
import { big, bytesOf, type Part } from './build/bytes.ts'
import { segment } from './build/jpeg.ts'
import { refusalOf } from './refusal-of.ts'

const frame = (components: number, code = 0xc0, precision = 8): Uint8Array =>
  segment(code, big(1, precision), big(2, 2), big(2, 3), big(1, components), [
    '\x01\x11\0'.repeat(components),
  ])
const scan = segment(0xda, '\x01\x01\0\0\x3f\0')
const jpeg = (...parts: Part[]): Uint8Array => bytesOf('\xff\xd8', parts, '\xff\xd9')
const kind = (code: number): Uint8Array => jpeg(frame(1), segment(code, 'ab'), scan, 'x')

areRefused([
  ['a size that is given twice', jpeg(frame(1), frame(1), scan, 'x'), /given twice/],
  ['picture data before its size', jpeg(scan, 'x', frame(1)), /before its size/],
  ['a frame of nothing', jpeg(frame(0), scan, 'x'), /frame header/],
  ['a frame that ends early', jpeg(segment(0xc0, '\x08\0\x02'), scan, 'x'), /frame header/],
  [
    'a frame with more than its components',
    jpeg(segment(0xc0, '\x08\0\x02\0\x03\x01\x01\x11\0\0'), scan),
    /frame header/,
  ],
  ['a segment shorter than its own length', jpeg(frame(1), '\xff\xfe\0\x01', scan), /shorter/],
  ['a width of nothing', jpeg(segment(0xc0, '\x08\0\x02\0\0\x01\x01\x11\0')), /0 × 2/],
])

test.each([0x02, 0xbf, 0xc5, 0xc6, 0xc7, 0xc8, 0xcd, 0xce, 0xcf])(
  'a segment of kind %d, which no viewer reads, is refused',
  (code) => {
    expect(refusalOf(kind(code)).message).toMatch(/not part of a picture/)
  },
)

test.each([0xc0, 0xc1, 0xc2, 0xc3, 0xc9, 0xca, 0xcb])('a frame of kind %d gives the size', (code) => {
  expect(inspect(jpeg(frame(3, code), scan, 'x'))).toMatchObject({ width: 3, height: 2, bitsPerPixel: 24 })
})

test('tables, and a marker without a segment, are passed over', () => {
  for (const code of [0xc4, 0xcc, 0xdb, 0xdd])
    expect(inspect(kind(code))).toMatchObject({ width: 3, complete: true })
  expect(inspect(jpeg('\xff\x01', frame(1), scan, 'x'))).toMatchObject({ width: 3, complete: true })
})

test('samples of more than 8 bits weigh twice as much', () => {
  expect(inspect(jpeg(frame(3, 0xc1, 12), scan, 'x')).bitsPerPixel).toBe(48)
})

test('restarts, stuffing and fill bytes are part of a scan', () => {
  const bytes = jpeg(frame(1), scan, 'a\xff\0b\xff\xd0c\xff\xd7d', '\xff\xff')
  const [first, ...more] = inspect(bytes).scans
  expect(more).toEqual([])
  expect(Buffer.from(bytes.subarray(first!.from, first!.to)).toString('latin1')).toStartWith('a\xff\0b\xff')
  expect(inspect(bytes)).toMatchObject({ complete: true, trailingBytes: 0 })
})

test('of thousands of scans some are reported', () => {
  const scans = Array.from({ length: 5_000 }, () => [scan, 'x'])
  const facts = inspect(jpeg(frame(1), scans))
  expect(facts.complete).toBe(true)
  expect(facts.scans.length).toBeWithin(10, 100)
})

test('a JPEG is plain if all of it is needed, so that nothing is removed', () => {
  const jfif = segment(0xe0, 'JFIF\0\x01\x01\0\0\x01\0\x01\0\0')
  const adobe = segment(0xee, 'Adobe\0\x64\0\0\0\0\x01')
  const tables = segment(0xdb, new Uint8Array(65))
  for (const parts of [[], [jfif], [adobe], [tables]]) {
    const bytes = jpeg(parts, frame(1), scan, 'x')
    expect([parts, inspect(bytes).plain]).toEqual([parts, true])
    expect(strip(bytes, 'strip')).toEqual({ bytes, removed: [] })
  }
})

test.each([
  ['a comment', segment(0xfe, 'note')],
  ['EXIF', segment(0xe1, 'Exif\0\0', 'II*\0\x08\0\0\0')],
  ['a preview', segment(0xe0, 'JFXX\0\x13', 'PlantedOwner')],
  ['a preview in the usual head', segment(0xe0, 'JFIF\0\x01\x01\0\0\x01\0\x01\x01\x01', 'rgb')],
  ['words in the head of Adobe', segment(0xee, 'Adobe\0\x64\0\0\0\0\x01', '!')],
  ['IPTC', segment(0xed, 'Photoshop 3.0\0', 'PlantedOwner')],
  ['what a program keeps in it', segment(0xef, 'note')],
  ['bytes between two segments', bytesOf('stray')],
])('a JPEG with %s is not plain, and loses that', (_, part) => {
  const bytes = jpeg(segment(0xdb, new Uint8Array(65)), part, frame(1), scan, 'x')
  expect(inspect(bytes).plain).toBe(false)
  expect(strip(bytes, 'strip').removed).not.toEqual([])
  expect(inspect(strip(bytes, 'strip').bytes)).toMatchObject({ plain: true, complete: true })
})

areRefused([
  ['a scan of nothing', jpeg(frame(1), segment(0xda, '\0\0\x3f\0'), 'x'), /scan header/],
  [
    'a scan of too much',
    jpeg(frame(1), segment(0xda, '\x05', '\x01\0'.repeat(5), '\0\x3f\0'), 'x'),
    /scan header/,
  ],
  ['a scan whose header ends early', jpeg(frame(1), segment(0xda, '\x01\x01\0\0\x3f'), 'x'), /scan header/],
])
