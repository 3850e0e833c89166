import { deflateSync } from 'node:zlib'
import { zlibSync } from 'fflate'
import { u32be } from '../../src/numbers.ts'
import { big, bytesOf, find, type Part } from '../build/bytes.ts'
import { apng, chunk, imageEnd, png } from '../build/png.ts'
import { emptyProfile, withTags } from '../build/profile.ts'
import { noise } from '../samples.ts'
import { type DamagedSample, type Outcome, owner, place, sample } from './damaged-sample.ts'
import { exifBlocks } from './exif-blocks.ts'

const exif = exifBlocks[0]!.block
const packed = (...data: Part[]): Uint8Array => new Uint8Array(deflateSync(bytesOf(...data)))
const hidden = packed(`Latitude ${place}`)
const palette = new Uint8Array(await noise(3).png({ palette: true, colours: 16 }).toBuffer())
const words = `GPS ${place} and more than that`

const inPng = (...chunks: Part[]): Uint8Array => png(3, 3, chunks)
const insert = (file: Uint8Array, at: number, ...parts: Part[]): Uint8Array =>
  bytesOf(file.subarray(0, at), parts, file.subarray(at))
const behind = (...chunks: Part[]): Uint8Array => insert(inPng(), inPng().length - imageEnd.length, chunks)
const wrong = (name: string, ...data: Part[]): Uint8Array => {
  const bytes = chunk(name, ...data)
  bytes[bytes.length - 1]! ^= 1
  return bytes
}

const gone = (kind: 'text' | 'exif' | 'application' | 'xmp' | 'iptc' | 'comment' | 'time'): Outcome => [kind]
const keeps = { stay: [owner], planted: [] }
const none: Outcome = []
const xmpKeyword = 'XML:com.adobe.xmp'
const long79 = 'k'.repeat(79)
const long80 = 'k'.repeat(80)
const hex = (bytes: Uint8Array): string => `\nexif\n      ${bytes.length}\n${bytes.toHex()}\n`

const lengths: [name: string, length: number][] = [
  ['gAMA', 4],
  ['cHRM', 32],
  ['sRGB', 1],
  ['cICP', 4],
  ['mDCV', 24],
  ['mDCv', 24],
  ['cLLI', 8],
  ['cLLi', 8],
  ['pHYs', 9],
  ['sBIT', 3],
  ['bKGD', 6],
  ['tRNS', 6],
]
const frame = (sequence: number): Uint8Array =>
  chunk('fcTL', big(4, sequence), big(4, 2), big(4, 2), big(8, 0), '\0\x01\0\x0a\0\0')
const moving = apng(2, 2, 2)
const paletteAt = find(palette, 'PLTE') - 4
const paletteEnd = paletteAt + 12 + u32be(palette, paletteAt)
const colours = palette.subarray(paletteAt + 8, paletteEnd - 4)
const full = bytesOf(colours, new Uint8Array(Math.max(0, 48 - colours.length)))
const inColours = (data: Uint8Array, ...further: Part[]): Uint8Array =>
  bytesOf(palette.subarray(0, paletteAt), chunk('PLTE', data), further, palette.subarray(paletteEnd))

const wrongPixels = ((): Uint8Array => {
  const bytes = inPng()
  bytes[bytes.length - imageEnd.length - 1]! ^= 1
  return bytes
})()
/** The data of the second frame in two parts. */
const inTwoParts = ((): Uint8Array => {
  const at = find(moving, 'fdAT') - 4
  const end = at + 12 + u32be(moving, at)
  const data = moving.subarray(at + 12, end - 4)
  const halves = [chunk('fdAT', big(4, 2), data.subarray(0, 4)), chunk('fdAT', big(4, 3), data.subarray(4))]
  return bytesOf(moving.subarray(0, at), halves, moving.subarray(end))
})()

const texts: DamagedSample[] = [
  sample('text that names a place', inPng(chunk('tEXt', 'Title\0Latitude ', place)), gone('text')),
  sample('text that names none', inPng(chunk('tEXt', 'Title\0', owner)), none, { ...keeps, strip: ['text'] }),
  sample('text with a keyword of 79 letters', inPng(chunk('tEXt', long79, '\0', owner)), none, {
    ...keeps,
    strip: ['text'],
  }),
  sample('text with a keyword of 80 letters', inPng(chunk('tEXt', long80, '\0', place)), gone('text')),
  sample('text without a keyword', inPng(chunk('tEXt', place.repeat(8))), gone('text')),
  sample('a short text without a keyword', inPng(chunk('tEXt', owner)), none, { ...keeps, strip: ['text'] }),
  sample('text whose keyword names a place', inPng(chunk('tEXt', `GPSLatitude\0${place}`)), gone('text')),
  sample('packed text', inPng(chunk('zTXt', 'Title\0\0', hidden)), gone('text')),
  sample(
    'packed text that is cut short',
    inPng(chunk('zTXt', 'Title\0\0', hidden.subarray(0, -6))),
    gone('text'),
    {
      planted: ['Latitude Pla'],
    },
  ),
  sample('packed text of an unknown method', inPng(chunk('zTXt', 'Title\0\x07', hidden)), gone('text')),
  sample('packed international text', inPng(chunk('iTXt', 'Title\0\x01\0\0\0', hidden)), gone('text')),
  sample(
    'international text of an unknown kind',
    inPng(chunk('iTXt', 'Title\0\x02\0\0\0', hidden)),
    gone('text'),
  ),
  sample('international text that names none', inPng(chunk('iTXt', 'Title\0\0\0\0\0', owner)), none, {
    ...keeps,
    strip: ['text'],
  }),
  sample(
    'international text with a long keyword',
    inPng(chunk('iTXt', long80, '\0\x01\0\0\0', hidden)),
    gone('text'),
  ),
  sample(
    'international text in UTF-16',
    inPng(chunk('iTXt', 'Title\0\0\0\0\0', [...`GPS${place}`].join('\0'))),
    gone('text'),
  ),
  sample('XMP', inPng(chunk('iTXt', xmpKeyword, '\0\0\0\0\0exif:GPSLatitude ', place)), gone('xmp')),
  sample('XMP that names none', inPng(chunk('iTXt', xmpKeyword, '\0\0\0\0\0', owner)), none, {
    ...keeps,
    strip: ['xmp'],
  }),
  sample('a comment that names a place', inPng(chunk('tEXt', 'Comment\0GPS ', place)), gone('comment')),
  sample('EXIF as it is in a text', inPng(chunk('tEXt', 'Title\0', exif)), gone('text')),
  ...(['exif', 'APP1'] as const).map((name) =>
    sample(`a text of ${name}`, inPng(chunk('tEXt', `Raw profile type ${name}\0`, hex(exif))), gone('exif')),
  ),
  sample('a text of xmp', inPng(chunk('tEXt', 'Raw profile type xmp\0', hex(bytesOf(place)))), gone('xmp')),
  sample(
    'a text of iptc',
    inPng(chunk('tEXt', 'Raw profile type iptc\0', hex(bytesOf(place)))),
    gone('iptc'),
  ),
  sample(
    'a text of EXIF under another name',
    inPng(chunk('tEXt', ' raw profile type EXIF\0', hex(exif))),
    gone('text'),
  ),
  sample('a time', inPng(chunk('tIME', '\x07\xea\x01\x01\0\0\0')), none, { planted: [], strip: ['time'] }),
  sample('a long time', inPng(chunk('tIME', '\x07\xea\x01\x01\0\0\0', place)), gone('time')),
  sample('data of a program', inPng(chunk('prVt', place)), gone('application')),
  sample('data of a program as long as a time', inPng(chunk('prVt', 'PlaceHr')), gone('application'), {
    planted: ['PlaceHr'],
  }),
  sample('data of a frame without an animation', behind(chunk('fdAT', place)), gone('application')),
  sample('a short chunk next to colours', inColours(full, chunk('gAMA', 'GPS')), gone('application'), {
    planted: ['GPS'],
  }),
  sample('a frame in two parts', inTwoParts, none, { planted: [] }),
  sample('data of a program behind the pixels', behind(chunk('prVt', place)), gone('application')),
  sample('text behind the pixels', behind(chunk('tEXt', 'Title\0GPS ', place)), gone('text')),
  sample('text with a wrong checksum', inPng(wrong('tEXt', 'Title\0GPS ', place)), gone('text')),
  sample('EXIF behind the pixels', behind(chunk('eXIf', exif)), ['location'], {
    strip: ['exif', 'location'],
    stay: [owner],
  }),
  sample('EXIF with the mark of JPEG', inPng(chunk('eXIf', 'Exif\0\0', exif)), gone('exif')),
  sample('EXIF that is too long', inPng(chunk('eXIf', exif, new Uint8Array(1_048_577 - exif.length))), [
    'exif',
    'location',
  ]),
  sample('bytes behind its end', bytesOf(inPng(), place), ['trailing']),
]

const chunks: DamagedSample[] = [
  ...lengths.flatMap(([name, length]) => [
    sample(`${name} as it should be`, inPng(chunk(name, big(length, 1))), none, { planted: [] }),
    sample(`words behind ${name}`, inPng(chunk(name, big(length, 1), words)), gone('application')),
    sample(
      `${name} behind the pixels`,
      behind(chunk(name, place.padEnd(length).slice(0, length)), chunk('abCd', place)),
      gone('application'),
    ),
    sample(
      `a second ${name}`,
      inPng(chunk(name, big(length, 1)), chunk(name, big(length, 1)), chunk('abCd', place)),
      gone('application'),
    ),
    sample(
      `${name} with a wrong checksum`,
      inPng(wrong(name, words.slice(0, length)), chunk('abCd', place)),
      gone('application'),
    ),
  ]),
  sample('a palette of no use', inPng(chunk('PLTE', words.slice(0, 30))), gone('application')),
  sample('a palette behind the pixels', behind(chunk('PLTE', words.slice(0, 30))), gone('application')),
  sample('a palette of as many colours as it may have', inColours(full), none, { planted: [] }),
  sample('a palette of fewer colours than it may have', inColours(full.subarray(0, 30)), none, {
    planted: [],
  }),
  sample(
    'a place and pixels with a wrong checksum',
    insert(wrongPixels, 33, chunk('prVt', place)),
    gone('application'),
    {
      clean: wrongPixels,
    },
  ),
  sample(
    'a place and a palette of few colours',
    insert(inColours(full.subarray(0, 30)), 33, chunk('prVt', place)),
    gone('application'),
    {
      clean: inColours(full.subarray(0, 30)),
    },
  ),
  sample('a palette of too many colours', inColours(bytesOf(full, words.slice(0, 30))), gone('application')),
  sample('transparency of each colour', inColours(full, chunk('tRNS', new Uint8Array(16))), none, {
    planted: [],
  }),
  sample('transparency of more colours', inColours(full, chunk('tRNS', words)), gone('application')),
  sample(
    'transparency of no colour',
    inColours(full, chunk('tRNS'), chunk('abCd', place)),
    gone('application'),
  ),
  sample(
    'transparency of colours in a palette that goes',
    inPng(chunk('tRNS', words.slice(0, 5)), chunk('abCd', place)),
    gone('application'),
  ),
  sample('an animation', moving, none, { planted: [] }),
  sample('an animation behind the pixels', behind(chunk('acTL', big(4, 1), place)), gone('application')),
  sample(
    'a second animation',
    insert(moving, find(moving, 'fcTL') - 4, chunk('acTL', words)),
    gone('application'),
  ),
  sample(
    'frames without an animation',
    behind(chunk('fcTL', words), chunk('fdAT', place)),
    gone('application'),
  ),
  sample(
    'frames before the pixels',
    insert(moving, find(moving, 'IDAT') - 4, chunk('fdAT', place)),
    gone('application'),
  ),
  sample(
    'frames that are not counted',
    insert(moving, moving.length - 12, frame(3), chunk('fdAT', place)),
    gone('application'),
  ),
  sample(
    'data behind the pixels of the first frame',
    insert(apng(2, 2, 1), apng(2, 2, 1).length - 12, chunk('fdAT', place)),
    gone('application'),
  ),
]

const iccp = (...data: Part[]): Uint8Array => chunk('iCCP', 'icc\0\0', ...data)
/** Text that can't be compressed. */
const unpackable = (length: number): string => {
  let state = 1
  return Array.from({ length }, () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return String.fromCharCode(state >>> 24)
  }).join('')
}
const long = withTags(emptyProfile, [['A2B0', 'x'.repeat(1_100_000)]])
const longPacked = withTags(emptyProfile, [['A2B0', unpackable(1_100_000)]])
const named = (tag: string): Uint8Array =>
  withTags(emptyProfile, [
    ['A2B0', 'x'.repeat(1_100_000)],
    [tag, place],
  ])

const profiles: DamagedSample[] = [
  sample('a profile', inPng(iccp(packed(withTags(emptyProfile, [['desc', owner]])))), none, { planted: [] }),
  sample('words in a profile', inPng(iccp(packed(emptyProfile, words))), gone('application')),
  sample('words behind a profile', inPng(iccp(packed(emptyProfile), words)), gone('application')),
  sample(
    'words before the checksum of a profile',
    inPng(iccp(packed(emptyProfile).subarray(0, -4), words, packed(emptyProfile).subarray(-4))),
    gone('application'),
  ),
  sample(
    'words and another checksum behind a profile',
    inPng(iccp(packed(emptyProfile), words, packed(emptyProfile).subarray(-4))),
    gone('application'),
  ),
  sample(
    'a profile without a checksum',
    inPng(iccp(packed(emptyProfile).subarray(0, -4))),
    gone('application'),
    { planted: [], clean: inPng(iccp(zlibSync(emptyProfile))) },
  ),
  sample('a profile that is none', inPng(iccp(packed(words.padEnd(300)))), gone('application'), {
    clean: inPng(),
  }),
  sample('a profile that is not packed', inPng(iccp(words)), gone('application'), { clean: inPng() }),
  sample(
    'a profile that is cut short',
    inPng(iccp(packed(emptyProfile, place).subarray(0, -12), words)),
    gone('application'),
    { clean: inPng() },
  ),
  sample(
    'a profile that ends early',
    inPng(iccp(packed(emptyProfile, words).subarray(0, -8))),
    gone('application'),
    {
      planted: [],
      clean: inPng(),
    },
  ),
  sample(
    'a profile of an unknown method',
    inPng(chunk('iCCP', 'icc\0\x01', packed(emptyProfile), place)),
    gone('application'),
    { clean: inPng() },
  ),
  sample(
    'a profile without a name',
    inPng(chunk('iCCP', '\0\0', packed(emptyProfile), place)),
    gone('application'),
    { clean: inPng() },
  ),
  sample(
    'a profile with a long name',
    inPng(chunk('iCCP', long80, '\0\0', packed(emptyProfile), place)),
    gone('application'),
    { clean: inPng() },
  ),
  sample(
    'a profile with a name of 79 letters',
    inPng(chunk('iCCP', long79, '\0\0', packed(emptyProfile))),
    none,
    {
      planted: [],
      stay: [long79],
      strip: ['application'],
    },
  ),
  sample(
    'a profile that is named after a place',
    inPng(chunk('iCCP', `GPS ${place}\0\0`, packed(emptyProfile))),
    gone('application'),
  ),
  sample(
    'a profile behind the pixels',
    behind(chunk('iCCP', `${place}\0\0`, packed(emptyProfile))),
    gone('application'),
  ),
  sample(
    'a second profile',
    inPng(iccp(packed(emptyProfile)), iccp(packed(emptyProfile, place))),
    gone('application'),
  ),
  sample(
    'a profile that names a monitor',
    inPng(iccp(packed(withTags(emptyProfile, [['mmod', owner]])))),
    none,
    {
      planted: [],
      strip: ['application'],
    },
  ),
  sample('a long profile', inPng(iccp(packed(long))), none, { planted: [] }),
  sample('a long profile with a name', inPng(chunk('iCCP', `${owner}\0\0`, packed(long))), none, {
    ...keeps,
    strip: ['application'],
  }),
  sample(
    'a long profile that is named after a place',
    inPng(chunk('iCCP', `GPS ${place}\0\0`, packed(long))),
    'refused',
  ),
  sample('words in a long profile', inPng(iccp(packed(long, words))), 'refused'),
  sample('words behind a long profile', inPng(iccp(packed(long), words)), 'refused'),
  sample('a long profile that names a monitor', inPng(iccp(packed(named('mmod')))), none, {
    planted: [],
    strip: 'refused',
  }),
  sample('a profile whose packed form is long', inPng(iccp(packed(longPacked))), none, { planted: [] }),
  sample('words in a profile whose packed form is long', inPng(iccp(packed(longPacked, words))), 'refused'),
  sample(
    'words behind a profile whose packed form is long',
    inPng(iccp(packed(longPacked), words)),
    'refused',
  ),
  sample(
    'a profile that no viewer unpacks',
    inPng(iccp(packed(withTags(emptyProfile, [['A2B0', 'x'.repeat(8_100_000)]]), place))),
    gone('application'),
  ),
]

export const damagedPngs: DamagedSample[] = [...texts, ...chunks, ...profiles].map((each) => ({
  ...each,
  name: `PNG with ${each.name}`,
}))
