import { describe, expect, test } from 'bun:test'
import { inspect } from '../src/inspect/inspector.ts'
import { parseItems } from '../src/isobmff/items.ts'
import { strip } from '../src/strip/strip.ts'
import { areRefused } from './broken-rules.ts'
import { avif, avis, box, fullBox, size } from './build/avif.ts'
import { type AvifLayout, avifLayouts, laidOut } from './build/avif-layouts.ts'
import { big, bytesOf, find, type Part } from './build/bytes.ts'

const brands = box('ftyp', 'avif\0\0\0\0avifmif1')
const item = { id: 1, type: 'av01', data: bytesOf('picture'), properties: [1] }
const picture = avif({ primary: 1, items: [item], properties: [size(2, 3)] })
const configuration = fullBox('av1C', 0x81, 0, '')

areRefused([
  ['a directory that is there twice', bytesOf(metaOf(picture, brands), metaOf(picture)), /second meta/],
  ['a box that has no room for its own head', bytesOf(brands, big(4, 7), 'free', big(8, 0)), /7 bytes/],
  ['a long box that has none', bytesOf(brands, big(4, 1), 'free', big(8, 15)), /box of 1 bytes/],
  ['a sequence without frames', avis(2, 3, 0, { data: item.data, configuration }), /no frames/],
  [
    'an item that is described as in films',
    bytesOf(
      brands,
      box('meta', '\0\0\0\0', fullBox('iinf', 0, 0, big(2, 1), fullBox('infe', 1, 0, big(20, 0)))),
    ),
    /image files do not use/,
  ],
  ['a directory without anything in it', bytesOf(brands, box('meta', '\0\0\0')), /meta box is empty/],
])

/** The directory of a file, with other bytes before it. */
function metaOf(file: Uint8Array, ...before: Part[]): Uint8Array {
  const from = Buffer.from(file).indexOf('meta') - 4
  const length = new DataView(file.buffer, file.byteOffset).getUint32(from)
  return bytesOf(before, file.subarray(from, from + length))
}

test.each([
  ['too short', box('ftyp', 'avif')],
  ['no whole number of brands', box('ftyp', 'avif\0\0\0\0av')],
  ['longer than brands can be', box('ftyp', 'avif\0\0\0\0', new Uint8Array(4084))],
])('a file type box that is %s is none', (_, type) => {
  expect(() => inspect(bytesOf(type, metaOf(picture)))).toThrow(/file type box is wrong/)
})

test('a file type box of 4 KiB is read to its end', () => {
  const type = box('ftyp', 'mif1\0\0\0\0', new Uint8Array(4076), 'avif')
  expect(inspect(bytesOf(type, metaOf(picture)))).toMatchObject({ type: 'image/avif', width: 2, height: 3 })
})

describe('a directory', () => {
  const content = metaOf(picture).subarray(8)

  test('may say its length in 64 bits, or reach to the end of the file', () => {
    const data = box('mdat', new Uint8Array(400))
    const long = bytesOf(brands, big(4, 1), 'meta', big(8, content.length + 16), content, data)
    expect(inspect(long)).toMatchObject({ width: 2, complete: true, trailingBytes: 0 })
    const last = bytesOf(brands, data, big(4, 0), 'meta', content)
    expect(inspect(last)).toMatchObject({ width: 2, complete: true, trailingBytes: 0 })
  })

  test('may have boxes in it that say their length in 64 bits', () => {
    const note = bytesOf(big(4, 1), 'free', big(8, 20), 'note')
    expect(inspect(bytesOf(brands, box('meta', content, note, box('free'))))).toMatchObject({ width: 2 })
    const beyond = bytesOf(big(4, 1), 'free', big(8, 21), 'note')
    expect(() => inspect(bytesOf(brands, box('meta', content, beyond)))).toThrow(/beyond what holds it/)
  })

  test('may be followed by empty boxes, which are part of the file', () => {
    expect(inspect(bytesOf(picture, box('free'))).trailingBytes).toBe(0)
  })

  test('may say of one part alone where it begins', () => {
    const place = fullBox('iloc', 0, 0, '\0\x40', big(2, 1), big(2, 1), big(2, 0), big(4, 99), big(2, 1))
    const at = find(content, 'iloc') - 4
    const end = at + 8 + 4 + 2 + 2 + 6 + 8
    const directory = box('meta', content.subarray(0, at), place, content.subarray(end))
    expect(inspect(bytesOf(brands, directory, box('mdat', big(8, 0))))).toMatchObject({ width: 2 })
  })

  test('may be of 1 MiB and no more', () => {
    const padded = (bytes: number): Uint8Array =>
      bytesOf(brands, box('meta', content, box('free', new Uint8Array(bytes - content.length - 8))))
    expect(inspect(padded(1_048_576))).toMatchObject({ width: 2 })
    expect(() => inspect(padded(1_048_577))).toThrow(/longer than 1 MiB/)
  })
})

describe('a picture', () => {
  const turned = (...properties: Uint8Array[]) =>
    inspect(
      avif({
        primary: 1,
        items: [{ ...item, properties: [1, ...properties.map((_, index) => index + 2)] }],
        properties: [size(2, 3), ...properties],
      }),
    )

  /** Where the file's first row and column are displayed (EXIF 2.32, 4.6.5.1, `Orientation`). */
  const shownAt = ['top left', 'top right', 'bottom right', 'bottom left', 'left top', 'right top']
  shownAt.push('right bottom', 'left bottom')
  const anticlockwise = { top: 'left', left: 'bottom', bottom: 'right', right: 'top' } as const
  const topWithBottom = { top: 'bottom', bottom: 'top', left: 'left', right: 'right' } as const
  const leftWithRight = { top: 'top', bottom: 'bottom', left: 'right', right: 'left' } as const
  type Side = keyof typeof anticlockwise

  test.each([0, 1, 2, 3])(
    'that is turned by %d quarters, and then mirrored, is told to be so',
    (quarters) => {
      const irot = box('irot', big(1, quarters))
      let sides: Side[] = ['top', 'left']
      for (let turn = 0; turn < quarters; turn++) sides = sides.map((side) => anticlockwise[side])
      const told = (mirror?: typeof topWithBottom | typeof leftWithRight) =>
        shownAt.indexOf(sides.map((side) => mirror?.[side] ?? side).join(' ')) + 1
      expect(turned(irot).orientation).toBe(told() as 1)
      expect(turned(irot, box('imir', '\0')).orientation).toBe(told(topWithBottom) as 1)
      expect(turned(irot, box('imir', '\x01')).orientation).toBe(told(leftWithRight) as 1)
    },
  )

  test('has the bits of its channels and their depth', () => {
    const weight = (flags: number) => turned(box('av1C', big(1, 0x81), big(1, 0), big(1, flags))).bitsPerPixel
    expect([0, 0x10, 0x40, 0x50, 0x20].map(weight)).toEqual([24, 8, 48, 16, 24])
  })

  test.each([
    ['urn:mpeg:mpegB:cicp:systems:auxiliary:alpha', 32],
    ['urn:mpeg:hevc:2015:auxid:1', 32],
    ['urn:mpeg:hevc:2015:auxid:2', 24],
  ])('with an auxiliary one of kind %s weighs %d bits', (kind, bitsPerPixel) => {
    const auxiliary = { id: 2, type: 'av01', data: bytesOf('more'), properties: [2] }
    const built = { primary: 1, properties: [size(2, 3), fullBox('auxC', 0, 0, `${kind}\0`)] }
    const withReference = (type: string, to: number) =>
      avif({ ...built, items: [item, auxiliary], references: [{ type, from: 2, to: [to] }] })
    expect(inspect(withReference('auxl', 1)).bitsPerPixel).toBe(bitsPerPixel)
    expect(inspect(withReference('auxl', 3)).bitsPerPixel).toBe(24)
    expect(inspect(withReference('thmb', 1)).bitsPerPixel).toBe(24)
  })

  test.each(['grid', 'iovl', 'iden', 'tmap', 'sato'])('of kind %s is coded as its first part is', (type) => {
    const derived = (codec: string) =>
      avif({
        primary: 1,
        items: [
          { ...item, type },
          { ...item, id: 2, type: codec },
          { ...item, id: 3, type: 'hvc1' },
        ],
        properties: [size(2, 3)],
        references: [
          { type: 'thmb', from: 1, to: [3] },
          { type: 'dimg', from: 3, to: [3] },
          { type: 'dimg', from: 1, to: [2, 3] },
        ],
      })
    expect(inspect(derived('av01'))).toMatchObject({ width: 2, height: 3 })
    expect(() => inspect(derived('jpeg'))).toThrow(/"jpeg"/)
  })
})

describe('the same directory', () => {
  const data = bytesOf('the data of the picture')
  const written = (layout: Partial<AvifLayout>, held = data.length): Uint8Array =>
    laidOut(layout, { data, held })

  test.each(avifLayouts)('%s says the same', (_, layout) => {
    expect(inspect(written(layout))).toMatchObject({
      ...{ type: 'image/avif', width: 2, height: 3, complete: true, trailingBytes: 0 },
    })
  })

  test.each(avifLayouts.filter(([, { construction }]) => construction !== 1))(
    '%s knows where its data end',
    (_, layout) => {
      expect(inspect(written(layout, data.length - 1)).complete).toBe(false)
      expect(inspect(bytesOf(written(layout), 'no box')).trailingBytes).toBe(6)
    },
  )

  test('with incomplete data is refused', () => {
    const layout = { placesVersion: 1, construction: 1 }
    expect(() => inspect(written(layout, data.length - 1))).toThrow(/lacks its data/)
  })

  test.each([
    ['offsets', { offset: 2, length: 4, base: 0, index: 0 }],
    ['lengths', { offset: 4, length: 1, base: 0, index: 0 }],
    ['bases', { offset: 4, length: 4, base: 2, index: 0 }],
    ['numbers', { offset: 4, length: 4, base: 0, index: 5 }],
  ])('with %s of a size that does not exist is refused', (_, sizes) => {
    expect(() => inspect(written({ placesVersion: 1, sizes }))).toThrow(/size that does not exist/)
  })

  test.each(avifLayouts)('%s loses its metadata, and nothing else', (_, layout) => {
    const bytes = laidOut(layout, { data, held: data.length, exif: bytesOf(big(4, 0), 'PlantedOwner') })
    const { bytes: kept, removed } = strip(bytes, 'strip')
    expect(removed.map(({ kind }) => kind)).toEqual(['exif'])
    expect(find(kept, 'PlantedOwner')).toBe(-1)
    expect(find(kept, 'Exif')).toBe(-1)
    const { infos, locations, references, associations } = directoryOf(kept)
    for (const records of [infos, locations, associations]) expect(records.map(({ id }) => id)).toEqual([1])
    expect(references).toMatchObject([{ type: 'more', from: 1, to: [1] }])
    const [before, after] = [bytes, kept].map((file) => find(file, 'the data of the picture'))
    if (layout.construction === 1) expect(after).toBeGreaterThan(0)
    else expect(after).toBe(before!)
    expect(inspect(kept)).toEqual({ ...inspect(bytes), plain: expect.any(Boolean) })
    expect(strip(kept, 'strip')).toEqual({ bytes: kept, removed: [] })
  })
})

function directoryOf(file: Uint8Array): ReturnType<typeof parseItems> {
  return parseItems({ bytes: metaOf(file).subarray(8), offset: 0 })
}
