import { describe, expect, test } from 'bun:test'
import { tiffDirectories } from '../src/exif/directories.ts'
import { exifOrientation } from '../src/exif/orientation.ts'
import { stripExif } from '../src/strip/exif.ts'
import { big, bytesOf, find, little } from './build/bytes.ts'
import { type Entry, short, text, tiff } from './build/tiff.ts'

const placed = (endian: 'II' | 'MM'): Uint8Array =>
  tiff(
    {
      entries: [
        short(0x0112, 3, endian),
        {
          tag: 0x8825,
          type: 4,
          count: 1,
          data: { entries: [text(0x0001, 'N'), text(0x0012, 'PlantedPlace')] },
        },
        text(0x8298, 'PlantedOwner'),
      ],
      next: { entries: [short(0x0103, 6, endian)] },
    },
    endian,
  )

const gpsTag = 0x8825
/** The rows of all directories except the place's, verbatim. */
const rowsOf = (block: Uint8Array): Uint8Array[][] | undefined =>
  tiffDirectories(block)
    ?.filter(({ isGps }) => !isGps)
    .map(({ rows }) => rows.filter(({ tag }) => tag !== gpsTag).map(({ at }) => block.subarray(at, at + 12)))

describe.each(['II', 'MM'] as const)('an EXIF block in byte order %s', (endian) => {
  test('loses its GPS directory and nothing else', () => {
    const before = placed(endian)
    const { block, removed } = stripExif(before, 'location', 3)
    expect(block?.length).toBe(before.length)
    expect(find(block!, 'PlantedPlace')).toBe(-1)
    expect(find(block!, 'PlantedOwner')).toBe(find(before, 'PlantedOwner'))
    expect(exifOrientation(block!)).toBe(3)
    expect(rowsOf(block!)).toEqual(rowsOf(before)!)
    const [[left], [was]] = [tiffDirectories(block!)!, tiffDirectories(before)!]
    expect(block!.subarray(left!.end + 4, was!.end + 4).every((byte) => byte === 0)).toBe(true)
    expect(removed).toEqual([{ kind: 'location', bytes: 2 + 12 + 12 + 13 + 12 }])
  })

  test('that is cut short anywhere has no place left', () => {
    const whole = placed(endian)
    for (let length = 8; length < whole.length; length++) {
      const { block } = stripExif(whole.subarray(0, length), 'location', 3)
      expect([length, find(block!, 'PlantedP')]).toEqual([length, -1])
    }
  })

  test('that names no place is left alone', () => {
    const before = tiff({ entries: [short(0x0112, 3, endian)] }, endian)
    expect(stripExif(before, 'location', 3)).toEqual({ block: before, removed: [] })
  })

  test('with any number anywhere changed has no place left, and is stripped once', () => {
    const whole = placed(endian)
    const number = { II: little, MM: big }[endian]
    for (let at = 4; at + 4 <= whole.length; at++) {
      for (let value = 0; value <= whole.length; value++) {
        const block = bytesOf(whole.subarray(0, at), number(4, value), whole.subarray(at + 4))
        const once = stripExif(block, 'location', 3).block!
        const twice = stripExif(once, 'location', 3)
        if (twice.removed.length > 0) throw new Error(`${value} at ${at}: ${JSON.stringify(twice)}`)
        expect(twice.block).toEqual(once)
      }
    }
  })

  test('that points outside itself is stripped to its orientation', () => {
    const before = placed(endian)
    const number = endian === 'II' ? little : big
    before.set(
      number(4, 1_000_000),
      find(
        before,
        bytesOf(number(2, 0x8825)).reduce((s, b) => s + String.fromCharCode(b), ''),
      ) + 8,
    )
    const { block } = stripExif(before, 'location', 3)
    expect(find(block!, 'PlantedPlace')).toBe(-1)
    expect(exifOrientation(block!)).toBe(3)
  })
})

const gps = (...entries: Entry[]): Entry => ({ tag: 0x8825, type: 4, count: 1, data: { entries } })
const geoText = { tag: 0x87b1, type: 2, count: 13, data: bytesOf('PlantedPlace\0') }
const utf8Type = 129
const placesElsewhere: [string, Entry][] = [
  ['in a description', text(0x010e, 'Latitude: 1, PlantedPlace')],
  ['in a comment in UTF-16', { ...text(0x9286, [...'GPSPlantedPlace'].join('\0')), type: 7 }],
  ['as a GeoTIFF', geoText],
  ['in UTF-8, as EXIF 3.0 writes it', gps({ ...text(0x001b, 'PlantedPlace'), type: utf8Type })],
]

test.each(placesElsewhere)('an EXIF block with a place %s loses it and nothing else', (_, entry) => {
  const before = tiff({ entries: [short(0x0112, 3), entry, text(0x8298, 'PlantedOwner')] })
  const { block, removed } = stripExif(before, 'location', 3)
  expect(Buffer.from(block!).toString('latin1').replaceAll('\0', '')).not.toContain('PlantedPlace')
  expect(find(block!, 'PlantedOwner')).toBe(find(before, 'PlantedOwner'))
  expect(exifOrientation(block!)).toBe(3)
  expect(removed.reduce((sum, { bytes }) => sum + bytes, 0)).toBeGreaterThan(12)
  expect(stripExif(block!, 'location', 3)).toEqual({ block: block!, removed: [] })
})

test('an EXIF block with overlapping values is stripped at once', () => {
  const rows = 5000
  const entry = bytesOf(little(2, 0x8298), little(2, 7), little(4, 60_000), little(4, 8 + 2 + rows * 12 + 4))
  const block = bytesOf(
    'II*\0',
    little(4, 8),
    little(2, rows),
    Array.from({ length: rows }, () => entry),
    little(4, 0),
    new Uint8Array(60_000),
  )
  expect(stripExif(block, 'location', undefined)).toEqual({
    block: undefined,
    removed: [{ kind: 'exif', bytes: block.length }],
  })
})

test('an EXIF block with overlapping directories is stripped at once', () => {
  const row = bytesOf(little(2, 40), little(10, 0))
  const places = { list: 26, outer: 34, inner: 36 }
  const block = bytesOf(
    'II*\0',
    little(4, 8),
    little(2, 1),
    bytesOf(little(2, 0x014a), little(2, 4), little(4, 2), little(4, places.list)),
    little(4, 0),
    little(4, places.outer),
    little(4, places.inner),
    little(2, 50),
    Array.from({ length: 50 }, () => row),
    little(4, 0),
  )
  expect(stripExif(block, 'location', undefined)).toEqual({
    block: undefined,
    removed: [{ kind: 'exif', bytes: block.length }],
  })
})

test.each([
  ['its header', 4],
  ['its own row', 18],
  ['a directory', 26],
  ['the offset of the next directory', 40],
])('an EXIF block whose directory or value is over %s is stripped at once', (_, at) => {
  const value = bytesOf(little(2, 0x8298), little(2, 2), little(4, 6), little(4, at))
  const pointer = bytesOf(little(2, 0x8769), little(2, 4), little(4, 1), little(4, at))
  for (const row of [value, pointer]) {
    const place = bytesOf(little(2, 0x8825), little(2, 4), little(4, 1), little(4, 60))
    const rest = new Uint8Array(60)
    const block = bytesOf('II*\0', little(4, 8), little(2, 2), row, place, little(4, 38), little(2, 0), rest)
    expect([at, stripExif(block, 'location', undefined).block]).toEqual([at, undefined])
  }
})

test('an EXIF block whose place is a part of another value is stripped at once', () => {
  const whole = tiff({ entries: [text(0x8298, 'owner and latitude'), text(0x010e, 'GPSLatitude 1')] })
  const block = whole.slice()
  block.set(whole.subarray(18, 22), 30)
  expect(stripExif(whole, 'location', undefined).block).toHaveLength(whole.length)
  expect(stripExif(block, 'location', undefined).block).toBeUndefined()
})

test('a block that is only an orientation stays as it is', () => {
  const { block } = stripExif(placed('II'), 'strip', 8)
  expect(stripExif(block!, 'strip', 8)).toEqual({ block: block!, removed: [] })
  expect(exifOrientation(block!)).toBe(8)
})
