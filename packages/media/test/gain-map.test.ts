import { describe, expect, test } from 'bun:test'
import fc from 'fast-check'
import sharp from 'sharp'
import { MediaFailure } from '../src/failure.ts'
import { createInspector, inspect } from '../src/inspect/inspector.ts'
import type { StripMode } from '../src/strip/plan.ts'
import { strip } from '../src/strip/strip.ts'
import { brightPixelsOf, rewrittenByLibultrahdr } from './bright-pixels.ts'
import { big, bytesOf, find } from './build/bytes.ts'
import { segment, withSegments } from './build/jpeg.ts'
import {
  type BuiltUltraHdr,
  gainMapItem,
  gainMapXmp,
  isoFractions,
  isoMetadata,
  item,
  primaryItem,
  primaryXmp,
  ultraHdr,
  usualNumbers,
  xmpSegment,
} from './build/ultra-hdr.ts'
import { damaged, runs } from './damage.ts'
import { noise } from './samples.ts'

async function bytesFrom(image: { toBuffer(): Promise<Buffer> }): Promise<Uint8Array> {
  return new Uint8Array(await image.toBuffer())
}

const picture = await bytesFrom(noise(3).jpeg())
const grey = noise(3).resize(18, 11).toColourspace('b-w')
const gainMap = await bytesFrom(grey.clone().jpeg())
const all = ['xmp', 'iso', 'index'] as const
const plain: BuiltUltraHdr = { picture, gainMap, forms: all }
const film = '\0\0\0\x18ftypmp42 the film of a motion photo'
const modes = ['strip', 'location'] as const

function built(changes: Partial<BuiltUltraHdr>): Uint8Array {
  return ultraHdr({ ...plain, ...changes })
}

/**
 * Cases in which the decoder is of no use. libultrahdr takes any second picture for the gain map, and reads no lists
 * of numbers; libvips only asks it about files with an index.
 */
const unknownToDecoder = new Set([
  'a preview before it, in the index and the directory',
  'numbers for each colour',
  'XMP alone',
  'padding before it',
  'items whose fields are elements',
])

async function gainMapPixelsOf(bytes: Uint8Array): Promise<Buffer> {
  const { from, to } = inspect(bytes).gainMap!
  return await sharp(bytes.subarray(from, to)).raw().toBuffer()
}

const three = (name: string, values: string[]): string =>
  `<hdrgm:${name}><rdf:Seq>${values.map((value) => `<rdf:li>${value}</rdf:li>`).join('')}</rdf:Seq></hdrgm:${name}>`

/** Metadata of ISO 21496-1 whose fractions share one denominator; `change` cuts bytes off its end. */
function isoOfOneDenominator(denominator: number, numerators: number[], change?: number): Uint8Array {
  const numbers = [big(4, 0), '\x48', big(4, denominator), numerators.map((number) => big(4, number))]
  return segment(0xe2, 'urn:iso:std:iso:ts:21496:-1\0', bytesOf(numbers).slice(0, change))
}

/** Over 64: the numbers of {@link isoFractions}, except for a lowest gain that is not negative. */
const isoNumerators = [0, 144, 0, 144, 70, 1, 1]

const written: [string, Uint8Array][] = [
  ['all forms', built({})],
  ['XMP and index', built({ forms: ['xmp', 'index'] })],
  ['XMP alone', built({ forms: ['xmp'] })],
  ['ISO 21496-1 and index', built({ forms: ['iso', 'index'] })],
  ['an index that is little-endian', built({ endian: 'II' })],
  ['no directory of the container', built({ forms: ['xmp', 'index'], packet: () => primaryXmp('') })],
  ['a film after it', built({ after: film })],
  [
    'a film after it of which the directory tells',
    built({
      packet: (length) =>
        primaryXmp(
          primaryItem +
            gainMapItem(length) +
            item('Item:Semantic="MotionPhoto" Item:Mime="video/mp4" Item:Length="40"'),
        ),
      after: film,
    }),
  ],
  [
    'a preview before it, in the index and the directory',
    built({
      between: picture,
      packet: (length) =>
        primaryXmp(
          primaryItem +
            item(`Item:Semantic="Preview" Item:Mime="image/jpeg" Item:Length="${picture.length}"`) +
            gainMapItem(length),
        ),
      indexed: ([first, second]) => [
        first,
        { attribute: 0x010002, bytes: picture.length, offset: second.offset - picture.length },
        second,
      ],
    }),
  ],
  [
    'numbers with space around them',
    built({ forms: ['xmp', 'index'], gainMapPacket: gainMapXmp(usualNumbers.replace('"2.25"', '" 2.25 "')) }),
  ],
  [
    'a denominator for all numbers',
    built({ forms: ['iso', 'index'], metadata: isoOfOneDenominator(64, isoNumerators) }),
  ],
  [
    'an index that names what comes after it before it',
    built({
      forms: ['iso', 'index'],
      after: picture,
      indexed: ([first, second]) => [
        first,
        { attribute: 0x010002, bytes: picture.length, offset: second.offset + second.bytes },
        second,
      ],
    }),
  ],
  [
    'an index by which it is shorter than by its directory',
    built({ indexed: ([first, second]) => [first, { ...second, bytes: second.bytes - 1 }] }),
  ],
  [
    'padding before it',
    built({
      forms: ['xmp'],
      between: 'padding!',
      packet: (length) =>
        primaryXmp(
          item('Item:Semantic="Primary" Item:Mime="image/jpeg" Item:Padding="8"') + gainMapItem(length),
        ),
    }),
  ],
  ['a gain map of three colours', built({ gainMap: await bytesFrom(noise(3).jpeg({ progressive: true })) })],
  [
    'numbers for each colour',
    built({
      forms: ['xmp', 'index'],
      gainMapPacket: gainMapXmp(
        'hdrgm:HDRCapacityMin="0" hdrgm:HDRCapacityMax="3.5"',
        three('GainMapMax', ['3.5', '3.6', ' 3.7 ']) + three('Gamma', ['1', '1.5', '2e0']),
      ),
    }),
  ],
  [
    'items whose fields are elements',
    built({
      forms: ['xmp'],
      packet: (length) =>
        primaryXmp(
          `${primaryItem}<rdf:li><Container:Item rdf:parseType="Resource"><Item:Semantic>GainMap</Item:Semantic>` +
            `<Item:Mime>image/jpeg</Item:Mime><Item:Length>${length}</Item:Length></Container:Item></rdf:li>` +
            '<rdf:li><Container:Item rdf:parseType="Resource"><Item:Semantic>MotionPhoto</Item:Semantic>' +
            '<Item:Mime>video/mp4</Item:Mime><Item:Length>40</Item:Length></Container:Item></rdf:li>',
        ),
    }),
  ],
]
const [, plainFile] = written[0]!

/** The same file, rewritten by an independent encoder. */
written.push(['what libultrahdr writes', await rewrittenByLibultrahdr(plainFile)])

describe.each(written)('a photograph with a gain map and %s', (name, bytes) => {
  test.each(modes)('is as bright as before after %s', async (mode) => {
    const { bytes: kept } = strip(bytes, mode)
    if (!unknownToDecoder.has(name)) {
      const before = await brightPixelsOf(bytes)
      expect(before!.length).toBeGreaterThan(0)
      expect((await brightPixelsOf(kept))?.equals(before!)).toBe(true)
    }
    expect((await gainMapPixelsOf(kept)).equals(await gainMapPixelsOf(bytes))).toBe(true)
    const { width, height } = inspect(bytes).gainMap!
    expect(inspect(kept)).toMatchObject({ complete: true, trailingBytes: 0, gainMap: { width, height } })
    expect(find(kept, 'ftypmp42')).toBe(-1)
  })

  test.each(modes)('has nothing left to remove after %s', (mode) => {
    const { bytes: kept } = strip(bytes, mode)
    expect(strip(kept, mode)).toEqual({ bytes: kept, removed: [] })
  })

  test('ends where its gain map does', () => {
    const { gainMap: found, trailingBytes } = inspect(bytes)
    expect(found!.to).toBe(bytes.length - trailingBytes)
    expect([...bytes.subarray(found!.to - 2, found!.to)]).toEqual([0xff, 0xd9])
    expect([...bytes.subarray(found!.from, found!.from + 2)]).toEqual([0xff, 0xd8])
  })
})

test('the index and the directory that are written lead to the gain map', () => {
  const { bytes } = strip(built({ segments: segment(0xfe, 'a comment'), after: film }), 'strip')
  const { gainMap: found } = inspect(bytes)
  const index = find(bytes, 'MPF\0') + 4
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  const [primary, second] = [50, 66].map((entry) =>
    [0, 4, 8].map((field) => view.getUint32(index + entry + field)),
  )
  expect(primary).toEqual([0x030000, found!.from, 0])
  expect(second).toEqual([0, found!.to - found!.from, found!.from - index])
  expect(find(bytes, `Item:Length="${found!.to - found!.from}"`)).toBeGreaterThan(0)
})

test('numbers are rewritten, without any text', () => {
  const bytes = built({
    gainMapPacket: gainMapXmp(
      ` hdrgm:GainMapMax="+2.50" hdrgm:HDRCapacityMax="25e-1" hdrgm:Gamma=".5" hdrgm:Note="PlantedOwner"`,
      '<hdrgm:OffsetSDR>0.125</hdrgm:OffsetSDR><!-- PlantedOwner --><hdrgm:More>PlantedOwner</hdrgm:More>',
    ),
  })
  const { bytes: kept } = strip(bytes, 'strip')
  expect(find(kept, 'PlantedOwner')).toBe(-1)
  expect(find(kept, 'hdrgm:GainMapMax="2.5" hdrgm:Gamma="0.5" hdrgm:OffsetSDR="0.125"')).toBeGreaterThan(0)
})

test('metadata of ISO 21496-1 loses bytes after its numbers', () => {
  const bytes = built({ forms: ['iso', 'index'], metadata: isoMetadata(isoFractions, 'PlantedOwner') })
  const { bytes: kept, removed } = strip(bytes, 'strip')
  expect(find(kept, 'PlantedOwner')).toBe(-1)
  expect(removed).toEqual([{ kind: 'application', bytes: 'PlantedOwner'.length }])
  expect(inspect(kept).gainMap).toBeDefined()
})

test('a minimal file stays unchanged, and one with more data loses that', () => {
  const { bytes } = strip(plainFile, 'strip')
  expect(strip(bytes, 'location')).toEqual({ bytes, removed: [] })
  const littleEndian = built({ forms: ['iso', 'index'], endian: 'II' })
  expect(strip(littleEndian, 'strip')).toEqual({ bytes: littleEndian, removed: [] })
  const further = { attribute: 0x010002, bytes: 7, offset: 100_000 }
  const more = built({ forms: ['iso', 'index'], indexed: (pictures) => [...pictures, further] })
  expect(strip(more, 'strip').removed).toEqual([{ kind: 'preview', bytes: 16 }])
})

test('only places go with the location: the XMP that names none stays', () => {
  const creator = 'xmlns:dc="http://purl.org/dc/elements/1.1/" dc:creator="PlantedOwner"'
  const bytes = built({ packet: (length) => primaryXmp(primaryItem + gainMapItem(length), creator) })
  expect(strip(bytes, 'location')).toEqual({ bytes, removed: [] })
  expect(find(strip(bytes, 'strip').bytes, 'PlantedOwner')).toBe(-1)
})

test('of several indexes one is left, which points to the gain map', () => {
  const segments = [segment(0xe2, 'MPF\0', 'damaged'), segment(0xe2, 'MPF\0II*\0', '\xff\xff\xff\xff')]
  const { bytes, removed } = strip(built({ segments }), 'strip')
  expect(find(bytes.subarray(find(bytes, 'MPF\0') + 1), 'MPF\0')).toBe(-1)
  expect(removed).toContainEqual({ kind: 'preview', bytes: 15 + 16 })
  expect(inspect(bytes).gainMap).toBeDefined()
})

test('an index keeps no words where its own rows leave room for them', () => {
  const usual = built({ forms: ['iso', 'index'] })
  const rows = find(usual, 'MPF\0') + 4 + 8
  const entries = usual.slice(rows + 42, rows + 74)
  const crowded = bytesOf(
    ['\0\x01', usual.subarray(rows + 26, rows + 34), big(4, 26), big(4, 0), entries],
    'PlantedOwner'.padEnd(24),
  )
  const bytes = usual.slice()
  bytes.set(crowded, rows)
  expect(inspect(bytes).gainMap).toEqual(inspect(usual).gainMap)
  for (const mode of modes) expect(strip(bytes, mode).bytes).toEqual(usual)
})

test('a gain map that has one itself keeps only its picture', async () => {
  const inner = built({ picture: gainMap })
  const bytes = built({ gainMap: inner })
  const { bytes: kept } = strip(bytes, 'strip')
  expect(inspect(kept).gainMap).toMatchObject({ width: 18, height: 11 })
  expect(kept.length).toBeLessThan(plainFile.length + 200)
})

const cmyk = await bytesFrom(noise(3).toColourspace('cmyk').jpeg())
const declaredTwice = xmpSegment(primaryXmp(primaryItem + gainMapItem(gainMap.length)))
const xmpOnly = { forms: ['xmp'] } as const
const isoOnly = { forms: ['iso', 'index'] } as const
const withPacket = (packet: (length: number) => Uint8Array): Uint8Array => built({ ...xmpOnly, packet })
const withNumbers = (numbers: string): Uint8Array =>
  built({ gainMapPacket: gainMapXmp(numbers), forms: ['xmp', 'index'] })
const replaced = (packet: Uint8Array, text: string, other: string): Uint8Array =>
  bytesOf(Buffer.from(packet).toString('latin1').replace(text, other))
const entitled = (packet: Uint8Array): Uint8Array =>
  bytesOf('<!DOCTYPE x [<!ENTITY a "1.0">]>', packet.subarray(find(packet, '<x:xmpmeta')))

const unclear: [string, Uint8Array][] = [
  ['ends early', plainFile.slice(0, -1)],
  ['is no picture', built({ gainMap: bytesOf('\xff\xd8', 'nothing') })],
  [
    'is longer than the directory says',
    withPacket((length) => primaryXmp(primaryItem + gainMapItem(length - 1))),
  ],
  [
    'would begin behind the end of the file',
    withPacket((length) =>
      primaryXmp(
        item('Item:Semantic="Primary" Item:Mime="image/jpeg" Item:Padding="9999999999"') +
          gainMapItem(length),
      ),
    ),
  ],
  ['is of a negative length', withPacket((length) => primaryXmp(primaryItem + gainMapItem(-length)))],
  [
    'is no JPEG by the directory',
    withPacket((length) => primaryXmp(primaryItem + gainMapItem(length).replace('jpeg', 'heic'))),
  ],
  ['is the first item', withPacket((length) => primaryXmp(gainMapItem(length)))],
  [
    'is of another version',
    withPacket((length) => replaced(primaryXmp(primaryItem + gainMapItem(length)), '"1.0"', '"2.0"')),
  ],
  ['is declared twice', built({ ...xmpOnly, segments: declaredTwice })],
  [
    'has a place in the directory twice',
    withPacket((length) =>
      primaryXmp(
        primaryItem +
          gainMapItem(length)
            .replace('Container:Item ', 'Container:Item Item:Padding="0" ')
            .replace('/>', `><Item:Length>${length}</Item:Length></Container:Item>`),
      ),
    ),
  ],
  [
    'is declared with entities',
    withPacket((length) => entitled(primaryXmp(primaryItem + gainMapItem(length)))),
  ],
  [
    'is declared in a namespace that is spelled by a reference',
    withPacket((length) =>
      replaced(primaryXmp(primaryItem + gainMapItem(length)), 'hdr-gain', 'hdr&#45;gain'),
    ),
  ],
  [
    'is declared in junk',
    withPacket(() => bytesOf('http://ns.adobe.com/hdr-gain-map/1.0/', '<a '.repeat(21_000))),
  ],
  ['is declared in what is nested too deep', withPacket(() => primaryXmp('<rdf:li>'.repeat(2_000)))],
  ['is not declared', built({ ...xmpOnly, forms: ['index'] })],
  ['says nothing of itself', built({ gainMapPacket: primaryXmp(''), forms: ['xmp', 'index'] })],
  ['lacks a number', withNumbers('hdrgm:GainMapMax="2"')],
  ['has a number that is none', withNumbers(usualNumbers.replace('2.25', 'NaN'))],
  ['has a number that is too large', withNumbers(usualNumbers.replace('2.25', '1e999'))],
  ['has a number with a reference', withNumbers(usualNumbers.replace('2.25', '&#50;'))],
  ['has a flag that is none', withNumbers(usualNumbers.replace('False', 'No'))],
  [
    'has two numbers of three',
    built({
      forms: ['xmp', 'index'],
      gainMapPacket: gainMapXmp('hdrgm:HDRCapacityMax="1"', three('GainMapMax', ['1', '2'])),
    }),
  ],
  ['has a fraction that is none', built({ ...isoOnly, metadata: isoMetadata(isoFractions.with(3, [9, 0])) })],
  [
    'has a last fraction that is none',
    built({ ...isoOnly, metadata: isoMetadata(isoFractions.with(6, [1, 0])) }),
  ],
  ['has fractions that are none', built({ ...isoOnly, metadata: isoOfOneDenominator(0, isoNumerators) })],
  [
    'has no gamma over a common denominator',
    built({ ...isoOnly, metadata: isoOfOneDenominator(64, isoNumerators.with(4, 0)) }),
  ],
  [
    'has too little metadata by a byte',
    built({ ...isoOnly, metadata: isoOfOneDenominator(64, isoNumerators, -1) }),
  ],
  ['has no gamma', built({ ...isoOnly, metadata: isoMetadata(isoFractions.with(4, [0, 1])) })],
  ['has too little metadata', built({ ...isoOnly, metadata: isoMetadata(isoFractions.slice(1)) })],
  ['is wider than the picture', built({ picture: gainMap, gainMap: picture })],
  ['is of four colours', built({ gainMap: cmyk })],
  [
    'would be the picture itself',
    built({ ...isoOnly, indexed: ([first]) => [first, { ...first, attribute: 0 }] }),
  ],
  [
    'would be within the picture',
    built({ ...isoOnly, indexed: ([first, second]) => [first, { ...second, offset: 8 }] }),
  ],
  [
    'is cut by the index',
    built({ ...isoOnly, indexed: ([first, second]) => [first, { ...second, bytes: second.bytes - 1 }] }),
  ],
  [
    'is no JPEG by the index',
    built({ ...isoOnly, indexed: ([first, second]) => [first, { ...second, attribute: 0x02000000 }] }),
  ],
  [
    'is cut into thousands of parts',
    built({ gainMapSegments: Array.from({ length: 4_000 }, () => segment(0xe5)) }),
  ],
  [
    'has a place in XMP and says in ISO 21496-1 alone how it is applied',
    built({ forms: ['xmp', 'iso'], gainMapPacket: gainMapXmp('') }),
  ],
  [
    'is behind thousands of others',
    built({
      ...isoOnly,
      between: new Uint8Array(4_000),
      indexed: ([first, second]) => [
        first,
        ...Array.from({ length: 3_000 }, (_, index) => ({
          ...second,
          offset: second.offset - 3_500 + index,
        })),
        second,
      ],
    }),
  ],
]

describe.each(unclear)('a gain map that %s', (_, bytes) => {
  const primaryEnd = inspect(bytes).scans.at(-1)!.to + 2

  test('is no part of the image', () => {
    const facts = inspect(bytes)
    expect(facts).toMatchObject({ complete: true, trailingBytes: bytes.length - primaryEnd })
    expect(facts.gainMap).toBeUndefined()
  })

  test.each(modes)('goes with what tells of it, as if it were anything else, with %s', (mode: StripMode) => {
    const before = inspect(bytes)
    const { bytes: kept, removed } = strip(bytes, mode)
    expect(removed.find(({ kind }) => kind === 'trailing')?.bytes).toBe(before.trailingBytes)
    expect(inspect(kept)).toMatchObject({ complete: true, trailingBytes: 0 })
    expect(inspect(kept).gainMap).toBeUndefined()
    expect(find(kept, 'MPF\0')).toBe(-1)
    expect(find(kept, '21496')).toBe(-1)
  })
})

function inspectedIn(bytes: Uint8Array, lengths: number[]): ReturnType<typeof inspect> {
  const inspector = createInspector()
  let at = 0
  for (const length of lengths) {
    inspector.push(bytes.slice(at, at + length))
    at += length
  }
  inspector.push(bytes.slice(at))
  return inspector.end()
}

test('a gain map is found however the bytes arrive', () => {
  const files = [...written, ...unclear].map(([, bytes]) => bytes)
  const lengths = fc.array(fc.oneof(fc.nat(12), fc.nat(600)), { maxLength: 60 })
  fc.assert(
    fc.property(fc.constantFrom(...files), lengths, (bytes, pieces) => {
      expect(inspectedIn(bytes, pieces)).toEqual(inspect(bytes))
    }),
    { numRuns: runs(500) },
  )
  for (const bytes of files) {
    expect(
      inspectedIn(
        bytes,
        [...bytes].map(() => 1),
      ),
    ).toEqual(inspect(bytes))
  }
})

test('a file that is cut within its gain map is the picture without it', () => {
  const { gainMap: found } = inspect(plainFile)
  for (let length = found!.from; length < plainFile.length; length++) {
    const facts = inspect(plainFile.subarray(0, length))
    expect(facts).toMatchObject({ complete: true, trailingBytes: length - found!.from })
    expect(facts.gainMap).toBeUndefined()
  }
})

function hasGainMap(bytes: Uint8Array): boolean {
  try {
    return inspect(bytes).gainMap !== undefined
  } catch (error) {
    if (error instanceof MediaFailure) return false
    throw error
  }
}

test('the gain map that is kept of a damaged file is the original picture', () => {
  const files = written.map(([, bytes]) => bytes)
  const scansOf = (bytes: Uint8Array): Uint8Array[] =>
    inspect(bytes).scans.map(({ from, to }) => bytes.slice(from, to))
  fc.assert(
    fc.property(damaged(files), fc.constantFrom(...modes), (bytes, mode) => {
      if (!hasGainMap(bytes)) return
      const { bytes: kept } = strip(bytes, mode)
      const scans = scansOf(bytes)
      expect(scansOf(kept)[0]).toEqual(scans[0]!)
      for (const scan of scansOf(kept)) expect(scans).toContainEqual(scan)
      expect(strip(kept, mode)).toEqual({ bytes: kept, removed: [] })
      expect(inspect(kept)).toMatchObject({ complete: true, trailingBytes: 0 })
    }),
    { numRuns: runs(2000) },
  )
})

test('metadata segments of a gain map are removed at any position', () => {
  const bytes = built({
    gainMapSegments: [segment(0xfe, 'PlantedOwner'), segment(0xed, 'Photoshop 3.0\0', 'PlantedOwner')],
    gainMap: withSegments(gainMap, segment(0xe0, 'JFXX\0\x13', 'PlantedOwner'), 'PlantedOwner'),
  })
  const { bytes: kept, removed } = strip(bytes, 'strip')
  expect(find(kept, 'PlantedOwner')).toBe(-1)
  expect(removed.map(({ kind }) => kind).sort()).toEqual(['application', 'comment', 'iptc', 'preview', 'xmp'])
})
