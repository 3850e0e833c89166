import { describe, expect, test } from 'bun:test'
import { inspect } from '../src/inspect/inspector.ts'
import { parseItems } from '../src/isobmff/items.ts'
import { primaryPicture } from '../src/isobmff/picture.ts'
import { strip } from '../src/strip/strip.ts'
import { associations, box, fullBox, pictureHandler, size } from './build/avif.ts'
import { big, bytesOf, type Part } from './build/bytes.ts'
import { text, tiff } from './build/tiff.ts'
import { refusalOf } from './refusal-of.ts'

const primary = fullBox('pitm', 0, 0, big(2, 1))

function info(id: number, type: string): Uint8Array {
  return fullBox('infe', 2, 0, big(2, id), big(2, 0), type, '\0')
}

function infos(...entries: Uint8Array[]): Uint8Array {
  return fullBox('iinf', 0, 0, big(2, entries.length), entries)
}

function locations(...records: Part[]): Uint8Array {
  return fullBox('iloc', 0, 0, '\x44\0', big(2, records.length), records)
}

function location(id: number, ...extents: { offset: number; length: number }[]): Part {
  const places = extents.map(({ offset, length }) => [big(4, offset), big(4, length)])
  return [big(2, id), big(2, 0), big(2, extents.length), places]
}

const properties = box('ipco', size(2, 2))
const pictureProperties = associations({ id: 1, properties: [1] })

/** A file with `data` in its `mdat`. The directory's builder gets the position of the data. */
function avifWith(directory: (dataAt: number) => Part[], data: Uint8Array): Uint8Array {
  const type = box('ftyp', 'avif\0\0\0\0avifmif1')
  const meta = (dataAt: number): Uint8Array =>
    fullBox('meta', 0, 0, pictureHandler, primary, directory(dataAt))
  return bytesOf(type, meta(type.length + meta(0).length + 8), box('mdat', data))
}

/** Counts the bytes read to describe the picture of a `meta` box. */
function looksAt(meta: Uint8Array): number {
  let looks = 0
  const bytes = new Proxy(meta.subarray(8), {
    get(target, name) {
      if (typeof name === 'string' && /^\d/.test(name)) looks++
      return Reflect.get(target, name, target)
    },
  })
  const region = { bytes, offset: 8 }
  primaryPicture(region, parseItems(region))
  return looks
}

describe('the work for a directory of twice the length is about twice as much', () => {
  const ratio = (meta: (count: number) => Uint8Array): number => looksAt(meta(200)) / looksAt(meta(100))

  test('where many references lead to an item of many properties', () => {
    const auxiliary = fullBox('auxC', 0, 0, 'urn:x\0')
    const meta = (count: number): Uint8Array =>
      fullBox(
        'meta',
        0,
        0,
        primary,
        infos(info(1, 'av01'), info(2, 'av01')),
        fullBox(
          'iref',
          0,
          0,
          Array.from({ length: count }, () => box('auxl', big(2, 2), big(2, 1), big(2, 1))),
        ),
        box(
          'iprp',
          box('ipco', size(2, 2), auxiliary),
          associations(
            { id: 1, properties: [1] },
            ...Array.from({ length: count }, () => ({ id: 2, properties: [2, 2, 2, 2] })),
          ),
        ),
      )
    expect(ratio(meta)).toBeLessThan(2.5)
  })
})

describe('a directory that says a thing twice is refused', () => {
  const picture = (dataAt: number): Part[] => [
    locations(location(1, { offset: dataAt, length: 4 })),
    infos(info(1, 'av01')),
    box('iprp', properties, pictureProperties),
  ]
  const repeated: [string, Uint8Array, RegExp][] = [
    ['a primary item', primary, /second pitm/],
    ['its items', infos(info(2, 'Exif')), /second iinf/],
    ['their places', locations(location(2, { offset: 0, length: 4 })), /second iloc/],
    ['their properties', box('iprp', properties, pictureProperties), /second iprp/],
  ]

  test.each(repeated)('%s', (_, box, reason) => {
    const bytes = avifWith((dataAt) => [picture(dataAt), box], big(4, 0))
    expect(refusalOf(bytes).message).toMatch(reason)
  })

  test('its references', () => {
    const references = fullBox('iref', 0, 0, box('thmb', big(2, 1), big(2, 1), big(2, 1)))
    const bytes = avifWith((dataAt) => [picture(dataAt), references, references], big(4, 0))
    expect(refusalOf(bytes).message).toMatch(/second iref/)
  })

  test('the properties and their assignment', () => {
    const [places, items] = [locations(location(1, { offset: 0, length: 4 })), infos(info(1, 'av01'))]
    const withProperties = (...inner: Uint8Array[]) =>
      avifWith(() => [places, items, box('iprp', ...inner)], big(4, 0))
    const hiding = withProperties(properties, properties, pictureProperties)
    expect(refusalOf(hiding).message).toMatch(/second ipco/)
    const again = withProperties(properties, pictureProperties, associations({ id: 1, properties: [1] }))
    expect(refusalOf(again).message).toMatch(/item 1 has its properties in two places/)
    const wide = (id: number) => fullBox('ipma', 0, 1, big(4, 1), big(2, id), big(1, 1), big(2, 1))
    expect(inspect(withProperties(properties, pictureProperties, wide(2)))).toMatchObject({ width: 2 })
    const otherwise = withProperties(properties, pictureProperties, wide(1))
    expect(refusalOf(otherwise).message).toMatch(/item 1 has its properties in two places/)
  })

  test('but not one with a box of assignments per item, as some encoders write it', () => {
    const bytes = avifWith(
      (dataAt) => [
        picture(dataAt).slice(0, 1),
        infos(info(1, 'av01'), info(2, 'av01')),
        fullBox('iref', 0, 0, box('auxl', big(2, 2), big(2, 1), big(2, 1))),
        box('iprp', properties, pictureProperties, associations({ id: 2, properties: [1] })),
      ],
      big(4, 0),
    )
    expect(inspect(bytes)).toMatchObject({ complete: true, width: 2 })
    expect(strip(bytes, 'strip')).toEqual({ bytes, removed: [] })
  })

  test('nor one whose boxes of assignments are empty after stripping', () => {
    const bytes = avifWith(
      (dataAt) => [
        locations(location(1, { offset: dataAt, length: 4 })),
        infos(info(1, 'av01'), info(2, 'Exif')),
        box('iprp', properties, pictureProperties, associations({ id: 2, properties: [1] })),
      ],
      big(4, 0),
    )
    const stripped = strip(bytes, 'strip')
    expect(stripped.removed.map(({ kind }) => kind)).toEqual(['exif'])
    expect(inspect(stripped.bytes)).toEqual(inspect(bytes))
  })

  test('an item, which would be read as often as it is named', () => {
    const bytes = avifWith(
      (dataAt) => [
        locations(location(1, { offset: dataAt, length: 4 })),
        infos(info(1, 'av01'), info(2, 'mime'), info(2, 'mime')),
        box('iprp', properties, pictureProperties),
      ],
      big(4, 0),
    )
    expect(refusalOf(bytes).message).toMatch(/Two items have the number 2/)
  })

  test('the location of an item, because its visible data is then ambiguous', () => {
    const bytes = avifWith(
      (dataAt) => [
        locations(location(1, { offset: dataAt, length: 4 }), location(1, { offset: dataAt + 4, length: 4 })),
        infos(info(1, 'av01')),
        box('iprp', properties, pictureProperties),
      ],
      big(8, 0),
    )
    expect(refusalOf(bytes).message).toMatch(/item 1 is in two places/)
  })
})

test('EXIF that is made of the same bytes twice goes as a whole where a place is in it', () => {
  const place = 'PlantedPlace'
  const gps = { entries: [text(0x0012, place), text(0x001b, place)] }
  const exif = bytesOf(big(4, 0), tiff({ entries: [{ tag: 0x8825, type: 4, count: 1, data: gps }] }))
  const bytes = avifWith(
    (dataAt) => {
      const twice = { offset: dataAt + 4, length: exif.length }
      return [
        locations(location(1, { offset: dataAt, length: 4 }), location(2, twice, twice)),
        infos(info(1, 'av01'), info(2, 'Exif')),
        box('iprp', properties, pictureProperties),
      ]
    },
    bytesOf(big(4, 0), exif, new Uint8Array(2 * exif.length)),
  )
  const stripped = strip(bytes, 'location')
  expect(stripped.bytes.length).toBe(bytes.length)
  expect(Buffer.from(stripped.bytes).includes(place)).toBe(false)
  expect(inspect(stripped.bytes)).toMatchObject({ complete: true, width: 2 })
})
