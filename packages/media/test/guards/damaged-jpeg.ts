import type { ImageFacts } from '../../src/facts.ts'
import { big, bytesOf, find, type Part } from '../build/bytes.ts'
import { iptcDataset, photoshopResource, segment, withSegments } from '../build/jpeg.ts'
import { emptyProfile, withTags } from '../build/profile.ts'
import { short, tiff } from '../build/tiff.ts'
import { noise } from '../samples.ts'
import { city, xmp } from './damaged-packets.ts'
import { type DamagedSample, type Outcome, owner, place, sample } from './damaged-sample.ts'
import { exifBlocks } from './exif-blocks.ts'

const jpeg = new Uint8Array(await noise(3).jpeg().toBuffer())
const progressive = new Uint8Array(await noise(3).jpeg({ progressive: true }).toBuffer())
const exif = exifBlocks[0]!.block
const upright = tiff({ entries: [short(0x0112, 1)] })

const changed = (bytes: Uint8Array, at: number, ...other: Part[]): Uint8Array => {
  const copy = bytes.slice()
  copy.set(bytesOf(...other), at)
  return copy
}
const inJpeg = (...segments: Part[]): Uint8Array => withSegments(jpeg, segments)
const lastScan = progressive.lastIndexOf(0xda) - 1
/** Parts before the first scan of a progressive picture that begins with this coefficient or refines its bits. */
function beforeScan(isFirst: boolean, isRefinement: boolean, ...parts: Part[]): Uint8Array {
  for (let at = progressive.indexOf(0xda); at !== -1; at = progressive.indexOf(0xda, at + 1)) {
    const fields = at + 4 + 2 * progressive[at + 3]!
    const isScan = progressive[at - 1] === 0xff && progressive[at + 1] === 0
    if (!isScan || (progressive[fields] === 0) !== isFirst) continue
    if ((progressive[fields + 2]! >> 4 !== 0) === isRefinement) {
      return bytesOf(progressive.subarray(0, at - 1), parts, progressive.subarray(at - 1))
    }
  }
  throw new Error('It has no such scan')
}
/** A Huffman table that contains words. */
const huffman = (id: number): Uint8Array =>
  segment(0xc4, big(1, id), big(15, 0), big(1, 40), place.padEnd(40))
/** The same picture, marked as arithmetically coded. */
const arithmetic = (...tables: Part[]): Uint8Array => {
  const frameAt = find(jpeg, '\xff\xc0')
  const scanAt = find(jpeg, '\xff\xda')
  const length = 2 + ((jpeg[frameAt + 2]! << 8) | jpeg[frameAt + 3]!)
  const frame = changed(jpeg.subarray(frameAt, frameAt + length), 1, '\xc9')
  return bytesOf(jpeg.subarray(0, frameAt), frame, tables, jpeg.subarray(scanAt))
}
const betweenScans = (...parts: Part[]): Uint8Array =>
  bytesOf(progressive.subarray(0, lastScan), parts, progressive.subarray(lastScan))
const before = (marker: number, ...parts: Part[]): Uint8Array => {
  const at = find(jpeg, String.fromCharCode(0xff, marker))
  return bytesOf(jpeg.subarray(0, at), parts, jpeg.subarray(at))
}
const behind = (...parts: Part[]): Uint8Array => bytesOf(jpeg.subarray(0, -2), parts, '\xff\xd9')
const profilePart = (number: number, of: number, ...data: Part[]): Uint8Array =>
  segment(0xe2, 'ICC_PROFILE\0', big(1, number), big(1, of), data)
/** Splits a profile as writers do. */
function profileParts(profile: Uint8Array): Uint8Array[] {
  const length = 65_000
  const count = Math.ceil(profile.length / length)
  return Array.from({ length: count }, (_, index) =>
    profilePart(index + 1, count, profile.subarray(index * length, (index + 1) * length)),
  )
}
/** A profile of more than 1 MiB in a single tag, and data after it. */
const long = (...behind: Part[]): Uint8Array => {
  const whole = withTags(emptyProfile, [['A2B0', 'x'.repeat(1_100_000)]])
  return bytesOf(whole, behind)
}
const longNamed = (tag: string, tagLength = 20): Uint8Array =>
  withTags(emptyProfile, [
    ['A2B0', 'x'.repeat(1_100_000)],
    [tag, place.padEnd(tagLength)],
  ])
const jfif = (...data: Part[]): Uint8Array => segment(0xe0, 'JFIF\0\x01\x01\0\0\x01\0\x01', data)

/** A baseline picture with one scan per component. */
const inScans = (...before: Part[]): Uint8Array =>
  bytesOf(
    jpeg.subarray(0, find(jpeg, '\xff\xda')),
    before,
    [1, 2, 3].map((id) => [
      segment(0xda, '\x01', big(1, id), id === 1 ? '\0' : '\x11', '\0\x3f\0'),
      `scan ${id}`,
    ]),
    '\xff\xd9',
  )
/** A picture with wrong facts. */
const mistaken = (name: string, facts: Partial<ImageFacts>): DamagedSample => ({
  ...sample(`${name} than it is said to have`, bytesOf(inJpeg(xmp(city)), place), 'refused'),
  mistaken: facts,
})
const open = (...behind: Part[]): DamagedSample => ({
  ...sample('no end marker', bytesOf(inJpeg(xmp(city)).subarray(0, -2), behind), ['xmp', 'trailing'], {
    planted: [place, 'Behind'],
  }),
  end: inJpeg(xmp(city)).length - 2,
})

const none: Outcome = []
const gone = (kind: 'xmp' | 'iptc' | 'application' | 'comment' | 'preview'): Outcome => [kind]
const keeps = { stay: [owner], planted: [] }

const parts: DamagedSample[] = [
  sample('a comment that names a place', inJpeg(segment(0xfe, `Latitude ${place}`)), gone('comment')),
  sample('a comment that names none', inJpeg(segment(0xfe, owner)), none, { ...keeps, strip: ['comment'] }),
  sample('EXIF in a comment', inJpeg(segment(0xfe, 'Exif\0\0', exif)), gone('comment')),
  sample(
    'EXIF of big numbers in a comment',
    inJpeg(segment(0xfe, 'MM\0*\0\0\0\x08', place)),
    gone('comment'),
  ),
  sample('EXIF with a wrong mark', inJpeg(segment(0xe1, 'Exif\0\xff', exif)), gone('application')),
  sample('EXIF behind a scan', betweenScans(segment(0xe1, 'Exif\0\0', exif)), ['location'], {
    strip: ['exif', 'location'],
    stay: [owner],
  }),
  sample(
    'EXIF behind EXIF that turns it',
    inJpeg(segment(0xe1, 'Exif\0\0', upright), segment(0xe1, 'Exif\0\0', exif)),
    ['location'],
    {
      strip: ['exif', 'location'],
      stay: [owner],
    },
  ),
  sample('data of a program', inJpeg(segment(0xe5, place)), gone('application')),
  sample('data of a program behind a scan', betweenScans(segment(0xe2, place)), gone('application')),
  sample('an unknown segment of Adobe', before(0xdb, segment(0xee, 'AdoboPlaceHe')), gone('application'), {
    planted: ['PlaceHe'],
  }),
  sample('bytes between its segments alone', before(0xc0, place), gone('application')),
  sample('an unknown segment of JFIF', inJpeg(segment(0xe0, 'JFAF', place)), gone('application')),
  sample(
    'IPTC with a wrong mark of its segment',
    inJpeg(segment(0xed, 'Photoshop 2.0\0', photoshopResource(0x0404, iptcDataset(90, place)))),
    gone('application'),
  ),
  sample('bytes between segments', inJpeg(segment(0xe0, 'JFXX\0\x13', owner), place), gone('application'), {
    strip: ['application', 'preview'],
    stay: [owner],
  }),
  sample('a segment without a length', inJpeg('\xff\x01', place), gone('application')),
  sample(
    'a preview with EXIF',
    inJpeg(segment(0xe0, 'JFXX\0\x10\xff\xd8', 'Exif\0\0', exif)),
    gone('preview'),
  ),
  sample('a preview that holds three letters', inJpeg(segment(0xe0, 'JFXX\0\x13gps', owner)), none, {
    ...keeps,
    strip: ['preview'],
  }),
  sample('a thumbnail', before(0xdb, jfif('\x01\x02', 'Plante')), none, {
    planted: [],
    strip: ['preview'],
    stay: ['Plante'],
  }),
  sample('words behind a thumbnail', before(0xdb, jfif('\x01\x02', 'Pixels', place)), gone('application'), {
    strip: ['preview'],
    stay: ['Pixels'],
  }),
  sample('words behind what JFIF says', before(0xdb, jfif('\0\0', place)), gone('application'), {
    strip: ['preview'],
  }),
  sample(
    'too little of what JFIF says',
    before(0xdb, segment(0xe0, 'JFIF\0', 'PlaceHe')),
    gone('application'),
    {
      planted: ['PlaceHe'],
    },
  ),
  sample('words behind its end', bytesOf(jpeg, place), ['trailing']),
  sample(
    'a further picture behind its end',
    bytesOf(inJpeg(segment(0xe2, 'MPF\0', 'damaged')), inJpeg(xmp(city))),
    ['preview', 'trailing'],
  ),
  {
    ...sample(
      'no end marker, and EXIF',
      bytesOf(inJpeg(segment(0xe1, 'Exif\0\0', exif)).subarray(0, -2), '\xff\xa5'),
      ['location', 'trailing'],
      { strip: ['exif', 'location', 'trailing'], stay: [owner] },
    ),
    end: inJpeg(segment(0xe1, 'Exif\0\0', exif)).length - 2,
  },
  sample(
    'a table of first coefficients before a scan of others',
    beforeScan(false, false, huffman(0)),
    gone('application'),
  ),
  sample(
    'a table of first coefficients before they are refined',
    beforeScan(true, true, huffman(0)),
    gone('application'),
  ),
  sample(
    'a table of other coefficients before a scan of the first',
    beforeScan(true, false, huffman(0x10)),
    gone('application'),
  ),
  sample(
    'a table of other coefficients before the first are refined',
    beforeScan(true, true, huffman(0x10)),
    gone('application'),
  ),
  sample(
    'what JFIF says behind a scan',
    betweenScans(segment(0xe0, 'JFIF\0PlaceHere')),
    gone('application'),
    { planted: ['PlaceHere'] },
  ),
  sample('what Adobe says behind a scan', betweenScans(segment(0xee, 'AdobePlaceHe')), gone('application'), {
    planted: ['PlaceHe'],
  }),
  sample(
    'conditions of an arithmetic coder',
    arithmetic(segment(0xcc, '\x00\x10\x10\x05\x11\x05\x01\x10')),
    none,
    { planted: [] },
  ),
  sample(
    'conditions of another coder',
    arithmetic(segment(0xcc, '\x00\x10\x10\x05\x11\x05\x01\x10\x07\x10'), segment(0xcc, '\x20\x05', place)),
    gone('application'),
  ),
  sample('words behind a restart interval', before(0xda, segment(0xdd, '\0\0', place)), gone('application')),
  sample('a comment and a scan of each component', inScans(segment(0xfe, `GPS ${place}`)), gone('comment'), {
    clean: inScans(),
  }),
  mistaken('another width', { width: 38 }),
  mistaken('another turn', { orientation: 3 }),
  mistaken('a gain map that is none', { gainMap: { from: 0, to: 0, width: 37, height: 23 } }),
  mistaken('a later end', { trailingBytes: 0 }),
  open('\xff\xa5Behind'),
  {
    ...open(),
    name: 'no end marker, and nothing behind it',
    location: ['xmp'],
    strip: ['xmp'],
    planted: [place],
  },
  sample('a table that is none', before(0xda, segment(0xdb, '\x7f', place)), gone('application')),
  sample('a table that is cut short', before(0xda, segment(0xdb, '\x03', place)), gone('application')),
  sample(
    'a table of too many codes',
    before(0xda, segment(0xc4, '\x03', 'x'.repeat(16), place)),
    gone('application'),
  ),
  sample('a second scan that is none', behind(segment(0xda, '\x01\x01\0\0\x3f\0'), place), ['application']),
  sample(
    'an impossible marker in place of its end',
    bytesOf(jpeg.subarray(0, -2), '\xff\x02', place),
    'refused',
  ),
  sample('a frame that ends early', jpeg.subarray(0, -200), 'refused', { planted: [] }),
]

const words = `${place} behind the tags`
const mineTag = withTags(emptyProfile, [['desc', owner]])
const placedTag = withTags(emptyProfile, [['desc', place]])
const half = 140
const profiles: DamagedSample[] = [
  sample('a profile', inJpeg(profileParts(withTags(emptyProfile, [['desc', owner]]))), none, { ...keeps }),
  sample('words in a profile', inJpeg(profilePart(1, 1, emptyProfile, words)), gone('application')),
  sample('a profile that is none', inJpeg(profilePart(1, 1, words.padEnd(200))), gone('application')),
  sample(
    'a profile that is too short',
    inJpeg(profilePart(1, 1, emptyProfile.subarray(0, 100), place)),
    gone('application'),
  ),
  sample(
    'a profile whose tags are cut short',
    inJpeg(profilePart(1, 1, changed(emptyProfile, 128, big(4, 9)), place)),
    gone('application'),
  ),
  sample('a profile without its second part', inJpeg(profilePart(1, 2, placedTag)), gone('application')),
  sample(
    'a profile with a part too many',
    inJpeg(profilePart(1, 1, mineTag), profilePart(2, 1, place)),
    gone('application'),
    { stay: [owner] },
  ),
  sample(
    'a profile with a part of number 0',
    inJpeg(profilePart(0, 1, place), profilePart(1, 1, mineTag)),
    gone('application'),
    { stay: [owner] },
  ),
  sample(
    'a profile with a part twice',
    inJpeg(profilePart(1, 1, mineTag), profilePart(1, 1, place)),
    gone('application'),
    { stay: [owner] },
  ),
  sample(
    'a profile in two counts',
    inJpeg(profilePart(1, 2, placedTag.subarray(0, half)), profilePart(2, 3, placedTag.subarray(half))),
    gone('application'),
  ),
  sample(
    'a profile in two parts',
    inJpeg(profilePart(2, 2, mineTag.subarray(half)), profilePart(1, 2, mineTag.subarray(0, half))),
    none,
    { planted: [] },
  ),
  sample(
    'a profile of no numbers',
    inJpeg(segment(0xe2, 'ICC_PROFILE\0\x01'), profilePart(1, 1, mineTag, words)),
    gone('application'),
    { stay: [owner] },
  ),
  sample('a profile behind a scan', betweenScans(profilePart(1, 1, placedTag)), gone('application')),
  sample(
    'a profile that names a monitor',
    inJpeg(profileParts(withTags(emptyProfile, [['mmod', owner]]))),
    none,
    {
      ...keeps,
      strip: ['application'],
    },
  ),
  sample(
    'words in a reserved field of a profile',
    inJpeg(profilePart(1, 1, changed(emptyProfile, 100, place))),
    gone('application'),
  ),
  sample('a long profile', inJpeg(profileParts(long())), none, { planted: [] }),
  sample(
    'a long profile that is none',
    inJpeg(profileParts(bytesOf(new Uint8Array(1_100_000), place))),
    gone('application'),
  ),
  sample('words behind a long profile', inJpeg(profileParts(long(place))), 'refused'),
  sample(
    'words in a reserved field of a long profile',
    inJpeg(profileParts(changed(long(), 100, place))),
    'refused',
  ),
  sample('a long profile that names a monitor', inJpeg(profileParts(longNamed('mmod'))), none, {
    strip: 'refused',
    planted: [],
    stay: [place],
  }),
  sample(
    'a long profile of countless tags',
    inJpeg(profileParts(changed(long(place), 128, big(4, 90_000)))),
    'refused',
  ),
  sample('a padded long profile', inJpeg(profileParts(bytesOf(long(), '\0\0\0'))), none, { planted: [] }),
]

export const damagedJpegs: DamagedSample[] = [...parts, ...profiles].map((each) => ({
  ...each,
  name: `JPEG with ${each.name}`,
}))
