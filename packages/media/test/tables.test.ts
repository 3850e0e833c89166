/** Recorded answers of the media package to each value of a byte, a name, a tag or a limit. */
import { expect, test } from 'bun:test'
import { deflateSync } from 'node:zlib'
import { expectRecorded, hashOf } from '@pictoglyph/recorded'
import { tiffTag } from '../src/exif/directories.ts'
import { exifOrientation } from '../src/exif/orientation.ts'
import { MediaFailure } from '../src/failure.ts'
import { inspect } from '../src/inspect/inspector.ts'
import type { RasterType } from '../src/media-type.ts'
import { pngChunks } from '../src/shown/png-chunks.ts'
import { pngStills } from '../src/shown/png-stills.ts'
import { shownColour } from '../src/shown/shown-colour.ts'
import { createExifStripper, stripIgnoredExif } from '../src/strip/exif.ts'
import { namesPlace } from '../src/strip/location-tags.ts'
import { strip } from '../src/strip/strip.ts'
import { createXmlReader } from '../src/xml/xml-elements.ts'
import { avif, box, size } from './build/avif.ts'
import { big, bytesOf, type Part } from './build/bytes.ts'
import { gif, onePixelFrame } from './build/gif.ts'
import { apng, blackPixels, chunk, header, imageEnd, png, pngSignature } from './build/png.ts'
import { emptyProfile, withTags } from './build/profile.ts'
import { svg } from './build/svg.ts'
import { type Directory, short, tiff } from './build/tiff.ts'
import { splitFile } from './file-parts.ts'
import { coded } from './stray-avif.ts'

/** Equal neighbours as one line, each after its first and last place. */
function ranges(outcomes: Iterable<[place: string | number, outcome: string]>): string[] {
  const lines: { from: string | number; to: string | number; outcome: string }[] = []
  for (const [place, outcome] of outcomes) {
    const last = lines.at(-1)
    if (last?.outcome === outcome) last.to = place
    else lines.push({ from: place, to: place, outcome })
  }
  return lines.map(({ from, to, outcome }) => `  ${from === to ? from : `${from} to ${to}`}: ${outcome}`)
}

const bytes256 = Array.from({ length: 256 }, (_, byte) => byte)

function attempt(work: () => string): string {
  try {
    return work()
  } catch (error) {
    if (error instanceof MediaFailure) return `${error.code} ${error.message}`
    throw error
  }
}

const pngOf = (...chunks: Part[]): Uint8Array => png(1, 1, ...chunks)
const colourOf = (file: Uint8Array, type: RasterType = 'image/png'): string =>
  JSON.stringify(shownColour(type, file)) ?? 'as it is'
const avifOf = (...properties: Uint8Array[]): Uint8Array =>
  avif({
    primary: 1,
    items: [
      { id: 1, type: 'av01', data: coded.data, properties: [1, 2, ...properties.map((_, at) => at + 3)] },
    ],
    properties: [size(37, 23), coded.configuration, ...properties],
  })
const nclx = (primaries: number, transfer: number): Uint8Array =>
  box('colr', 'nclx', big(2, primaries), big(2, transfer), big(2, 6), '\x80')
const chromaticities = [31270, 32900, 64000, 33000, 30000, 60000, 15000, 6000]
const cHRM = (values: number[]): Uint8Array =>
  chunk(
    'cHRM',
    values.map((value) => big(4, value)),
  )
const gamma = (value: number): Uint8Array => chunk('gAMA', big(4, value))

test('the chunks and boxes of a picture say in which colours it is shown, as recorded', async () => {
  const cICP = (...values: number[]): Uint8Array => chunk('cICP', Uint8Array.from(values))
  const p3 = cICP(12, 13, 0, 1)
  const gammas = [
    0, 1, 22_000, 44_443, 44_444, 44_445, 45_455, 46_510, 46_511, 46_512, 46_513, 50_000, 100_000, 0xffffffff,
  ]
  const profile = chunk('iCCP', 'icc\0\0', new Uint8Array(deflateSync(emptyProfile)))
  const spoilt = (bytes: Uint8Array): Uint8Array => bytes.with(-1, bytes.at(-1)! ^ 1)
  const pngs: Record<string, Uint8Array> = {
    nothing: pngOf(),
    'code points': pngOf(p3),
    'code points that are wrong': pngOf(spoilt(p3)),
    'code points twice': pngOf(cICP(9, 16, 0, 1), p3),
    'wrong code points, then right ones': pngOf(spoilt(cICP(9, 16, 0, 1)), p3),
    'code points of three bytes': pngOf(cICP(9, 16, 0)),
    'code points of five bytes': pngOf(cICP(9, 16, 0, 1, 0)),
    'code points of another matrix': pngOf(cICP(9, 16, 1, 1)),
    'code points of a short range': pngOf(cICP(9, 16, 0, 0)),
    'code points before a profile': pngOf(p3, profile),
    'a profile': pngOf(profile, gamma(100_000)),
    sRGB: pngOf(chunk('sRGB', '\0'), gamma(100_000)),
    'gamma of three bytes': pngOf(chunk('gAMA', big(3, 9))),
    'gamma and primaries': pngOf(gamma(100_000), cHRM(chromaticities)),
    'primaries alone': pngOf(cHRM([...chromaticities].with(2, 68000))),
    'short primaries': pngOf(gamma(45455), cHRM(chromaticities.slice(1))),
    'gamma after the pixels': bytesOf(
      pngSignature,
      header(1, 1),
      chunk('IDAT', blackPixels(1, 1)),
      gamma(100_000),
      imageEnd,
    ),
    'gamma after the end': bytesOf(pngSignature, header(1, 1), imageEnd, gamma(100_000)),
    'gamma cut off': pngOf(gamma(100_000)).subarray(0, 48),
    'gamma whole, nothing after it': pngOf(gamma(100_000)).subarray(0, 49),
  }
  const moved = chromaticities.flatMap((value, at) =>
    [-202, -199, 199, 202, -value, 100_001 - value].map((by): [string, string] => [
      `${at} by ${by}`,
      colourOf(pngOf(gamma(45455), cHRM(chromaticities.with(at, value + by)))),
    ]),
  )
  const avifs: Record<string, Uint8Array> = {
    nothing: avifOf(),
    two: avifOf(nclx(9, 16), nclx(12, 13)),
    'a profile too': avifOf(nclx(9, 16), box('colr', 'prof', emptyProfile)),
    'a profile of the other kind': avifOf(nclx(9, 16), box('colr', 'rICC', emptyProfile)),
    'another kind': avifOf(nclx(9, 16), box('colr', 'abcd', emptyProfile)),
    'without a kind': avifOf(nclx(9, 16), box('colr', 'pro')),
    short: avifOf(box('colr', 'nclx', big(2, 9), big(2, 16), '\0')),
    'just long enough': avifOf(box('colr', 'nclx', big(2, 9), big(2, 16), big(2, 0))),
  }
  const cut = avifOf(nclx(9, 16))
  await expectRecorded(new URL('./tables/colour.txt', import.meta.url), [
    'PNG',
    ...Object.entries(pngs).map(([name, file]) => `  ${name}: ${colourOf(file)}`),
    'primaries of a PNG',
    ...ranges(bytes256.map((value) => [value, colourOf(pngOf(cICP(value, 8, 0, 1)))])),
    'transfer of a PNG',
    ...ranges(bytes256.map((value) => [value, colourOf(pngOf(cICP(9, value, 0, 1)))])),
    'gamma',
    ...gammas.map((value) => `  ${value}: ${colourOf(pngOf(gamma(value)))}`),
    'primaries by measure',
    ...ranges(moved),
    'AVIF',
    ...Object.entries(avifs).map(([name, file]) => `  ${name}: ${colourOf(file, 'image/avif')}`),
    'primaries of an AVIF',
    ...ranges(bytes256.map((value) => [value, colourOf(avifOf(nclx(value, 8)), 'image/avif')])),
    'transfer of an AVIF',
    ...ranges(bytes256.map((value) => [value, colourOf(avifOf(nclx(9, value)), 'image/avif')])),
    'AVIF cut off',
    ...ranges(Array.from(cut, (_, at) => [at, colourOf(cut.subarray(0, at), 'image/avif')])),
    `other formats: ${(['image/jpeg', 'image/webp'] as const).map((type) => colourOf(pngOf(p3), type)).join(', ')}`,
  ])
})

function stillsOf(file: Uint8Array): string {
  const stills = Array.from(pngStills(file), ({ png, left, top, width, height, whole }) => {
    const chunks = Array.from(
      pngChunks(png),
      ({ name, data, isIntact }) => `${name}${data.length}${isIntact ? '' : '!'}`,
    )
    return `${left},${top} ${width}×${height} of ${whole.width}×${whole.height} ${chunks.join(' ')} ${hashOf(png)}`
  })
  return `${stills.length} ${stills.join(' + ')}`
}

test('the pictures of a PNG are taken out as recorded', async () => {
  const control = (sequence: number, ...area: number[]): Uint8Array =>
    chunk(
      'fcTL',
      big(4, sequence),
      area.map((value) => big(4, value)),
      '\0\x01\0\x0a\0\0',
    )
  const film = bytesOf(
    pngSignature,
    header(3, 2),
    chunk('sRGB', '\0'),
    chunk('iCCP', 'icc\0\0', new Uint8Array(deflateSync(emptyProfile))),
    chunk('gAMA', big(4, 45455)),
    chunk('PLTE', '\0\0\0'),
    chunk('tRNS', '\0'),
    chunk('eXIf', tiff({ entries: [short(0x0112, 6)] })),
    chunk('cICP', '\x0c\x0d\0\x01'),
    chunk('acTL', big(4, 3), big(4, 0)),
    chunk('IDAT', blackPixels(3, 2)),
    control(0, 1, 2, 2, 0),
    chunk('fdAT', big(4, 1), blackPixels(1, 2)),
    control(2, 2, 1, 1, 1),
    chunk('fdAT', big(4, 3), blackPixels(2, 1)),
    chunk('fdAT', big(4, 4), blackPixels(2, 1)),
    chunk('tEXt', 'a\0b'),
    imageEnd,
  )
  const { parts, joined } = splitFile('PNG', film)
  const whole = parts.map(({ bytes }) => bytes)
  const changed = whole.flatMap((part, at) => {
    const name = `${at} ${Buffer.from(part.subarray(4, 8)).toString('latin1')}`
    const damages: [string, Uint8Array[]][] = [
      ['missing', whole.toSpliced(at, 1)],
      ['twice', whole.toSpliced(at, 0, part)],
      ['wrong', whole.with(at, part.with(-1, part.at(-1)! ^ 1))],
      ['last', [...whole.toSpliced(at, 1), part]],
    ]
    return at === 0 ? [] : damages.map(([damage, all]) => `${name} ${damage}: ${stillsOf(joined(all))}`)
  })
  const again = whole.map((_, at) => {
    const file = joined(whole.toSpliced(at + 1, 0, chunk('IDAT', blackPixels(1, 1))))
    return `pixels after ${at}: ${stillsOf(file)}`
  })
  const counts = [1, 2, 19, 20, 21, 22].map(
    (frames) => `${frames} frames: ${Array.from(pngStills(apng(2, 2, frames))).length}`,
  )
  const cuts = ranges(
    Array.from(film.subarray(33), (_, at) => [at + 33, stillsOf(film.subarray(0, at + 33))]),
  )
  await expectRecorded(new URL('./tables/stills.txt', import.meta.url), [
    stillsOf(film),
    ...changed,
    ...again,
    ...counts,
    'cut',
    ...cuts,
  ])
})

/** What a reader of XML tells of a document. @param varied a byte that is shown as `X` */
function eventsOf(document: Uint8Array, varied = 0x100): string {
  const shown = (text: string): string =>
    text.replaceAll(String.fromCharCode(varied), 'X').replaceAll(/\p{Cc}|[\x80-\xff]/gu, '¤')
  const events: string[] = []
  const reader = createXmlReader({
    open({ namespace, local, from, to, forEachAttribute }) {
      events.push(`<${shown(`${namespace}|${local}`)} ${from}-${to}`)
      forEachAttribute((attribute) => {
        events.push(
          `@${shown(`${attribute.namespace}|${attribute.local}=${attribute.value()}`)} ${attribute.from}-${attribute.to} ${shown(attribute.value(2))}`,
        )
      })
    },
    close: (to) => events.push(`>${to}`),
    aside: ({ target, from, to }) => events.push(`${shown(target ?? 'comment')} ${from}-${to}`),
  })
  return attempt(() => {
    const end = reader.scan(document, 0)
    return `${events.join(' ')} ends ${end}${reader.isClosed ? '' : ', open'}`
  })
}

const places = [
  '<X/>',
  '<aX/>',
  '<a bX=""/>',
  '<a Xb=""/>',
  '<a b=X/>',
  '<a bX""/>',
  '<a b="X"/>',
  "<a b='X'/>",
  '<a b=""X/>',
  '<a b="" /X',
]
places.push(
  '<r>X</r>',
  'X<r/>',
  '<r></rX>',
  '<r></r X>',
  '<r></Xr>',
  '<!X><r/>',
  '<?X?><r/>',
  '<?aX?><r/>',
  '<?a ?X<r/>',
  '<!--X--><r/>',
  '<!---X-><r/>',
)
places.push(
  '<!----X<r/>',
  '<r><![CDATA[X]]></r>',
  '<r><![CDATA[]]X</r>',
  '<r><![CDATAX]]></r>',
  '<!DOCTYPE X><r/>',
  '<!DOCTYPE "X"><r/>',
  '<!DOCTYPEX><r/>',
  '<r/>X',
  '<r/X',
)
places.push(
  '<?xml version="1.0"X?><r/>',
  '<?xml encoding="utf-8X"?><r/>',
  '<?xml encoding=Xutf-8"?><r/>',
  '<?xml encodingX"utf-8"?><r/>',
  '<?xmlXencoding="utf-8"?><r/>',
)

const documents = [
  '',
  ' ',
  '<r',
  '<r>',
  '<r/>',
  '\xef\xbb\xbf<r/>',
  '\xef\xbb\xbf<?xml?><r/>',
  '\xef\xbb<r/>',
  ' \xef\xbb\xbf<r/>',
  '\xef\xbb\xbf\xef\xbb\xbf<r/>',
  ' <?xml?><r/>',
]
documents.push(
  '<!--a--><?xml?><r/>',
  '<?xml?><?xml?><r/>',
  '<r><?xml?></r>',
  '<!DOCTYPE r><!DOCTYPE r><r/>',
  '<r><!DOCTYPE r></r>',
  '<!DOCTYPE r "a>b" \'c>d\'><r/>',
  '<!DOCTYPE r [>',
  '<!DOCTYPE "[" r><r/>',
)
documents.push(
  '<!-->--><r/>',
  '<!--->--><r/>',
  '<!----><r/>',
  '<!-- -- --><r/>',
  '<?a?><r/>',
  '<??><r/>',
  '<?>?><r/>',
  '<?a>?><r/>',
  '<r><![CDATA[]]]></r>',
  '<r><![CDATA[]>]]></r>',
  '<![CDATA[]]><r/>',
)
documents.push(
  '<r xmlns="a"><b/><c xmlns=""/><d xmlns="e"><f/></d><g/></r>',
  '<r xmlns:a="b"><a:c a:d="1" d="2"/><c xmlns:a="e" a:f=""/><a:g/></r>',
  '<a:r/>',
  '<r a:b=""/>',
  '<r xml:lang="x"/>',
  '<xml:r/>',
)
documents.push(
  '<r xmlns:a="b" xmlns:a="c"/>',
  '<r a="1" a="2"/>',
  '<r a = "1"\n\tb= "2"\r c ="3" />',
  '<r><a></r></a>',
  '<r></R>',
  '</r>',
  '<r><a/></r >',
  '<r>&amp;&x;</r>',
  '<r>\xc3\xa9</r>',
  '<r\xc3\xa9/>',
  '<r>a</r>b',
  '<r/><r/>',
  '<r><a b="</r>',
)
documents.push(
  '<r ::="" :a="" a:=""/>',
  '<r xmlns:="a"/>',
  '<r xmlns:a=""><a:b/></r>',
  '<r xmlnsa="b"/>',
  '<r><!a></r>',
  '<r><!></r>',
  '<r><></r>',
  '<r>< a/></r>',
)

const letters = (count: number, letter = 'a'): string => letter.repeat(count)
const bounds: [name: string, document: (count: number) => string, limit: number][] = [
  ['letters of a name', (count) => `<${letters(count)}/>`, 1_000],
  ['letters of an attribute’s name', (count) => `<r ${letters(count)}=""/>`, 1_000],
  ['attributes', (count) => `<r ${Array.from({ length: count }, (_, at) => `a${at}=""`).join(' ')}/>`, 1_000],
  ['nested elements', (count) => `${'<a>'.repeat(count)}${'</a>'.repeat(count)}`, 1_000],
  ['bytes of a tag', (count) => `<r a="${letters(count - 9)}"/>`, 1_048_576],
  ['pieces', (count) => `<r>${'<a/>'.repeat(count - 1)}</r>`, 200_000],
  ['comments and elements', (count) => `${'<!---->'.repeat(count - 1)}<r/>`, 200_000],
]

test('each byte at each place of an XML document is read, or refused, as recorded', async () => {
  const lines = places.flatMap((place) => [
    JSON.stringify(place),
    ...ranges(
      bytes256.map((byte) => [
        byte.toString(16),
        eventsOf(bytesOf(place.replace('X', () => String.fromCharCode(byte))), byte),
      ]),
    ),
  ])
  for (const first of [0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5])
    lines.push(
      `after ${first.toString(16)}`,
      ...ranges(
        bytes256.map((byte) => [
          byte.toString(16),
          [0, 1, 2]
            .map((more) =>
              eventsOf(bytesOf(`<r>${String.fromCharCode(first, byte)}${'\x80'.repeat(more)}</r>`)),
            )
            .join(', '),
        ]),
      ),
    )
  lines.push(...documents.map((document) => `${JSON.stringify(document)}: ${eventsOf(bytesOf(document))}`))
  await expectRecorded(new URL('./tables/xml.txt', import.meta.url), lines)
}, 120_000)

test.each(bounds)(
  '%s of an XML document have a limit',
  (_, document, limit) => {
    const [below, at, above] = [-1, 0, 1].map((by) => eventsOf(bytesOf(document(limit + by))))
    expect([below, at].map((events) => events!.startsWith('MALFORMED'))).toEqual([false, false])
    expect(above).toStartWith('MALFORMED')
  },
  120_000,
)

const everyTag = [...new Set([...Object.values(tiffTag), 0x8298, 0x010e, 0x0001, 0x001b, 0x9286])]
const tagsToTry = [...new Set(everyTag.flatMap((tag) => [tag - 1, tag, tag + 1]))].sort((a, b) => a - b)

test('each tag of EXIF goes or stays as recorded', async () => {
  const valued = (tag: number, type: number, data: Uint8Array, count = 1): Directory => ({
    entries: [short(0x0112, 6), { tag, type, count, data }],
  })
  const within = (directory: Directory): [string, Directory][] => [
    ['first', directory],
    ['next', { entries: [short(0x0112, 6)], next: directory }],
    ['EXIF', { entries: [{ tag: 0x8769, type: 4, count: 1, data: directory }] }],
    ['GPS', { entries: [{ tag: 0x8825, type: 4, count: 1, data: directory }] }],
    ['interoperability', { entries: [{ tag: 0xa005, type: 4, count: 1, data: directory }] }],
  ]
  const told = (root: Directory, endian: 'II' | 'MM' = 'II'): string => {
    const block = tiff(root, endian)
    return [
      `turned ${exifOrientation(block) ?? 'not'}`,
      ...(['strip', 'location'] as const).flatMap((mode) =>
        [
          createExifStripper(6)(block, mode),
          createExifStripper(1)(block, mode),
          stripIgnoredExif(block, mode),
        ].map(
          (result) =>
            `${result.removed.map(({ kind, bytes }) => `${kind} ${bytes}`).join(' ') || 'nothing'}${result.block === undefined ? '' : ` ${result.block.length}`}`,
        ),
      ),
    ].join(', ')
  }
  const lines: string[] = []
  for (const [name] of within({ entries: [] }))
    lines.push(
      name,
      ...ranges(
        tagsToTry.map((tag) => {
          const of = (data: Uint8Array): Directory =>
            new Map(within(valued(tag, 7, data, data.length))).get(name)!
          return [tag.toString(16), `${told(of(bytesOf('\x30\0\0\0')))}; ${told(of(bytesOf('long words')))}`]
        }),
      ),
    )
  const types = Array.from({ length: 20 }, (_, type) => type).concat(128, 129, 130)
  lines.push(
    'types',
    ...types.map(
      (type) =>
        `  ${type}: ${told(valued(0x8298, type, bytesOf('GPS GPS GPS GPS '), 1))}; ${told(valued(0x8298, type, bytesOf('GPS GPS GPS GPS '), 5))}`,
    ),
  )
  lines.push(
    'orientations',
    ...Array.from(
      { length: 11 },
      (_, value) =>
        `  ${value}: ${told({ entries: [short(0x0112, value)] })}; ${told({ entries: [short(0x0112, value, 'MM')] }, 'MM')}; ${told({ entries: [{ tag: 0x0112, type: 4, count: 1, data: Uint8Array.of(value, 0, 0, 0) }] })}`,
    ),
  )
  const chain = (count: number): Directory =>
    count === 1 ? { entries: [short(0x0112, 6)] } : { entries: [short(0x0103, 6)], next: chain(count - 1) }
  lines.push('directories', ...[63, 64, 65].map((count) => `  ${count}: ${told(chain(count))}`))
  await expectRecorded(new URL('./tables/exif.txt', import.meta.url), lines)
})

test('words that name a place, and the bytes before and after them, are as recorded', async () => {
  const words =
    'gps geotag geo: geo geograph latitude longitude makernote ;base64, //rs.tdwg.org/dwc sonyericsson.com/cell city state country province sublocation location shotlocation coverage ciadr rawdata Exif ExifII ExifII* ExifMM* II*\x01 MM*\x7f II* II*a II*\0\x08 creator title'.split(
      ' ',
    )
  const before = ['', 'x', ':', '<', 'x:', ' ']
  const lines = words.map((word) => {
    const found = before.filter((each) => namesPlace(bytesOf(each + word)))
    const others = {
      'in capitals': word.toUpperCase(),
      'in UTF-16': Array.from(`:${word}`, (letter) => `${letter}\0`).join(''),
      'cut short': `:${word.slice(0, -1)}`,
    }
    const also = Object.entries(others).filter(([, written]) => namesPlace(bytesOf(written)))
    return `${JSON.stringify(word)} after ${JSON.stringify(found)}, ${also.map(([name]) => name).join(', ')}`
  })
  const padding = (byte: number): string => {
    const file = png(
      1,
      1,
      chunk('prVt', 'a', big(1, byte), 'b'),
      chunk('tEXt', 'a\0', big(1, byte)),
      chunk('tEXt', big(1, byte), '\0b'),
    )
    return (
      strip(file, 'location')
        .removed.map(({ kind, bytes }) => `${kind} ${bytes}`)
        .join(' ') || 'nothing'
    )
  }
  lines.push('chunks', ...ranges(bytes256.map((byte) => [byte, padding(byte)])))
  await expectRecorded(new URL('./tables/places.txt', import.meta.url), lines)
})

test('keywords of a PNG’s text, and names of its profile, go or stay as recorded', async () => {
  const keywords = [
    'XML:com.adobe.xmp',
    'Raw profile type xmp',
    'Raw profile type exif',
    'Raw profile type APP1',
    'Raw profile type iptc',
    'raw profile',
    'Comment',
    'Author',
    '',
    letters(78),
    letters(79),
    letters(80),
    letters(81),
  ]
  const told = (file: Uint8Array): string =>
    (['strip', 'location'] as const)
      .map((mode) =>
        attempt(
          () =>
            strip(file, mode)
              .removed.map(({ kind, bytes }) => `${kind} ${bytes}`)
              .join(' ') || 'nothing',
        ),
      )
      .join(', ')
  const lines = keywords.flatMap((keyword) => [
    `${keyword.slice(0, 30)} ${keyword.length}`,
    `  tEXt ${told(png(1, 1, chunk('tEXt', keyword, '\0words')))}`,
    `  tEXt without an end ${told(png(1, 1, chunk('tEXt', keyword)))}`,
    `  zTXt ${told(png(1, 1, chunk('zTXt', keyword, '\0\0words')))}`,
    `  iTXt ${told(png(1, 1, chunk('iTXt', keyword, '\0\0\0\0\0words')))}`,
    `  iTXt packed ${told(png(1, 1, chunk('iTXt', keyword, '\0\x01\0\0\0words')))}`,
  ])
  const packed = new Uint8Array(deflateSync(withTags(emptyProfile, [['wtpt', 'white']])))
  const names = [
    'icc',
    'ICC Profile',
    'ICC profile',
    'ICCprofile',
    'Photoshop ICC profile',
    'libavif',
    'sRGB',
    'sRGB IEC61966-2.1',
    'Display P3',
    'Adobe RGB (1998)',
    'kCGColorSpaceSRGB',
    'kCGColorSpaceDisplayP3',
    'kCGColorSpaceAdobeRGB1998',
    'my monitor',
    'GPS',
    '',
    letters(79),
    letters(80),
    letters(81),
  ]
  for (const name of names)
    lines.push(
      `${name.slice(0, 30)} ${name.length}: ${told(png(1, 1, chunk('iCCP', name, '\0\0', packed)))}, of another packing ${told(png(1, 1, chunk('iCCP', name, '\0\x01', packed)))}`,
    )
  for (let cut = 0; cut < packed.length; cut++)
    lines.push(`profile cut to ${cut}: ${told(png(1, 1, chunk('iCCP', 'icc\0\0', packed.subarray(0, cut))))}`)
  for (let more = 1; more < 20; more++)
    lines.push(
      `profile and ${more} bytes: ${told(png(1, 1, chunk('iCCP', 'icc\0\0', packed, letters(more))))}`,
    )
  for (const length of [0, 6, 7, 8])
    lines.push(`time of ${length} bytes: ${told(png(1, 1, chunk('tIME', letters(length))))}`)
  await expectRecorded(new URL('./tables/png-texts.txt', import.meta.url), lines)
})

test('the size of an SVG follows from its lengths, as recorded', async () => {
  const units = ['', 'px', 'PX', 'in', 'cm', 'mm', 'q', 'Q', 'pt', 'pc', 'em', '%', ' px', 'p']
  const numbers = [
    '0',
    '1',
    '0.4',
    '0.5',
    '1.5',
    '2.49',
    '.5',
    '1.',
    '+3',
    '-3',
    '1e3',
    '1e-3',
    '1E2',
    'e1',
    '',
    '1 2',
    '4294967295',
    '4294967296',
    '1e20',
    'NaN',
    '0x5',
  ]
  const told = (attributes: string): string =>
    attempt(() => {
      const { width, height } = inspect(svg(attributes))
      return `${width}×${height}`
    })
  const boxes = [
    '0 0 3 2',
    '0,0,3,2',
    ' 0 0  3\n2 ',
    '0 0 3',
    '0 0 -3 2',
    '0 0 3 x',
    '0 0 0.5 0.25',
    '1 1 3 2 9',
    '',
  ]
  const lines = [
    ...units.map((unit) => `100${unit}: ${told(`width="100${unit}" height="7"`)}`),
    ...numbers.map(
      (number) =>
        `${number}: ${told(`width="${number}" height="7"`)}, ${told(`width="${number}"`)}, ${told(`height="${number}" viewBox="0 0 3 2"`)}`,
    ),
    ...boxes.map(
      (written) =>
        `box ${JSON.stringify(written)}: ${told(`viewBox="${written}"`)}, ${told(`viewBox="${written}" width="9"`)}, ${told(`viewBox="${written}" height="9"`)}`,
    ),
  ]
  await expectRecorded(new URL('./tables/svg-sizes.txt', import.meta.url), lines)
})

test('a GIF’s blocks and code sizes are read, or refused, as recorded', async () => {
  const told = (file: Uint8Array): string =>
    attempt(() => {
      const { frames, complete, trailingBytes } = inspect(file)
      return `${frames} frames, ${complete ? 'complete' : 'cut'}, ${trailingBytes} after, ${strip(file, 'strip').bytes.length} left, ${strip(file, 'location').bytes.length} left`
    })
  const frame = onePixelFrame()
  await expectRecorded(new URL('./tables/gif.txt', import.meta.url), [
    'code sizes',
    ...ranges(bytes256.map((byte) => [byte, told(gif(1, 1, frame.with(10, byte)))])),
    'blocks',
    ...ranges(
      bytes256.map((byte) => [byte, told(gif(1, 1, frame, big(1, byte), '\xf9\x04\0\0\0\0\0', frame))]),
    ),
    'extensions',
    ...ranges(bytes256.map((byte) => [byte, told(gif(1, 1, '!', big(1, byte), '\x04\0\0\0\0\0', frame))])),
    'lengths of a control',
    ...ranges(
      bytes256.map((byte) => [byte, told(gif(1, 1, '!\xf9', big(1, byte), letters(byte), '\0', frame))]),
    ),
    'packed fields of a screen',
    ...ranges(
      bytes256.map((byte) => [
        byte,
        told(
          bytesOf(
            'GIF89a\x01\0\x01\0',
            big(1, byte),
            '\0\0',
            letters(byte & 0x80 ? 3 << ((byte & 7) + 1) : 0),
            frame,
            ';',
          ),
        ),
      ]),
    ),
  ])
})
