import { inspect } from '../../src/inspect/inspector.ts'
import { strip } from '../../src/strip/strip.ts'
import { big, bytesOf, find } from '../build/bytes.ts'
import { iptcDataset, photoshopResource, segment, withSegments } from '../build/jpeg.ts'
import {
  type BuiltUltraHdr,
  gainMapItem,
  gainMapXmp,
  isoFractions,
  isoMetadata,
  isoNumbers,
  isoVersion,
  item,
  multiPicture,
  primaryItem,
  primaryXmp,
  ultraHdr,
  usualNumbers,
  xmpSegment,
} from '../build/ultra-hdr.ts'
import { noise } from '../samples.ts'
import { type DamagedSample, type Outcome, owner, place, sample } from './damaged-sample.ts'
import { exifBlocks } from './exif-blocks.ts'

const exif = exifBlocks[0]!.block
const bytesFrom = async (image: { toBuffer(): Promise<Buffer> }) => new Uint8Array(await image.toBuffer())
const picture = await bytesFrom(noise(3).jpeg())
const gainMap = await bytesFrom(noise(3).resize(18, 11).toColourspace('b-w').jpeg())
const cmyk = await bytesFrom(noise(3).resize(18, 11).toColourspace('cmyk').jpeg())
const lossless = gainMap.slice()
lossless[find(gainMap, '\xff\xc0') + 1] = 0xc3
const built = (changes: Partial<BuiltUltraHdr>): Uint8Array =>
  ultraHdr({ picture, gainMap, forms: ['xmp', 'iso', 'index'], ...changes })

const here = `xmlns:exif="http://ns.adobe.com/exif/1.0/" exif:GPSLatitude="${place}"`
const creator = `xmlns:dc="http://purl.org/dc/elements/1.1/" dc:creator="${owner}"`
const packetWith = (further: string) => (length: number) =>
  primaryXmp(primaryItem + gainMapItem(length), further)
const padded = (bytes: number) =>
  item(`Item:Semantic="Primary" Item:Mime="image/jpeg" Item:Padding="${bytes}"`)
const xmpOnly = { forms: ['xmp'] as const }
const isoOnly = { forms: ['iso', 'index'] as const }
const film = `\0\0\0\x18ftypmp42 ${place}`

const none: Outcome = []
const gone = (...kinds: Exclude<Outcome, 'refused'>): Outcome => kinds
const keeps = (strip: Outcome) => ({ strip, stay: [owner], planted: [] })

/** As short as possible, except for one attribute in the gain map's packet. */
const sameLength = (): Uint8Array => {
  const text = Buffer.from(strip(built(xmpOnly), 'strip').bytes).toString('latin1')
  const at = text.lastIndexOf(' rdf:about=""')
  return bytesOf(text.slice(0, at), ' a="PlantedP"', text.slice(at + 13))
}
/** Each becomes a picture without a gain map; the map is removed with its metadata. */
const unclear: [string, Partial<BuiltUltraHdr>][] = [
  ['says nothing of itself', { forms: ['xmp', 'index'], gainMapPacket: primaryXmp('', here) }],
  ['lacks a number', { forms: ['xmp', 'index'], gainMapPacket: gainMapXmp(`hdrgm:GainMapMax="2" ${here}`) }],
  [
    'has a number that is none',
    { ...xmpOnly, gainMapPacket: gainMapXmp(`${usualNumbers.replace('2.25', 'NaN')} ${here}`) },
  ],
  [
    'has a number that is too long',
    {
      ...xmpOnly,
      gainMapPacket: gainMapXmp(`${usualNumbers.replace('2.25', `2.25${'0'.repeat(70)}`)} ${here}`),
    },
  ],
  [
    'has a number that is too large',
    { ...xmpOnly, gainMapPacket: gainMapXmp(`${usualNumbers.replace('2.25', '1e999')} ${here}`) },
  ],
  [
    'has a flag that is none',
    { ...xmpOnly, gainMapPacket: gainMapXmp(`${usualNumbers.replace('False', 'No')} ${here}`) },
  ],
  [
    'has a list as its flag',
    {
      ...xmpOnly,
      gainMapPacket: gainMapXmp(
        `${usualNumbers.replace(/hdrgm:Base.*/, '')} ${here}`,
        '<hdrgm:BaseRenditionIsHDR><rdf:Seq><rdf:li>True</rdf:li></rdf:Seq></hdrgm:BaseRenditionIsHDR>',
      ),
    },
  ],
  [
    'has two numbers of three',
    {
      ...xmpOnly,
      gainMapPacket: gainMapXmp(
        `hdrgm:HDRCapacityMax="1" ${here}`,
        '<hdrgm:GainMapMax><rdf:Seq><rdf:li>1</rdf:li><rdf:li>2</rdf:li></rdf:Seq></hdrgm:GainMapMax>',
      ),
    },
  ],
  [
    'has three numbers of one',
    {
      ...xmpOnly,
      gainMapPacket: gainMapXmp(
        `hdrgm:GainMapMax="1" ${here}`,
        '<hdrgm:HDRCapacityMax><rdf:Seq><rdf:li>1</rdf:li><rdf:li>2</rdf:li><rdf:li>2</rdf:li></rdf:Seq></hdrgm:HDRCapacityMax>',
      ),
    },
  ],
  [
    'has a number twice',
    {
      ...xmpOnly,
      gainMapPacket: gainMapXmp(`${usualNumbers} ${here}`, '<hdrgm:GainMapMax>2</hdrgm:GainMapMax>'),
    },
  ],
  [
    'is of another version',
    {
      ...xmpOnly,
      packet: (length) =>
        bytesOf(Buffer.from(packetWith(here)(length)).toString('latin1').replace('"1.0"', '"2.0"')),
    },
  ],
  [
    'has a list as its version',
    {
      ...xmpOnly,
      packet: (length) =>
        bytesOf(
          Buffer.from(primaryXmp(primaryItem + gainMapItem(length), here))
            .toString('latin1')
            .replace('hdrgm:Version="1.0"', '')
            .replace(
              '<Container:Directory',
              '<hdrgm:Version><rdf:Seq><rdf:li>1.0</rdf:li></rdf:Seq></hdrgm:Version><Container:Directory',
            ),
        ),
    },
  ],
  ['is declared twice', { ...xmpOnly, segments: xmpSegment(packetWith(here)(gainMap.length)) }],
  [
    'is declared in junk',
    {
      ...xmpOnly,
      packet: () => bytesOf('http://ns.adobe.com/hdr-gain-map/1.0/', `<a exif:GPSLatitude="${place}"`),
    },
  ],
  [
    'is declared in what does not end',
    { ...xmpOnly, packet: (length) => packetWith(here)(length).slice(0, -40) },
  ],
  [
    'is no JPEG by the directory',
    {
      ...xmpOnly,
      packet: (length) => primaryXmp(primaryItem + gainMapItem(length).replace('jpeg', 'heic'), here),
    },
  ],
  [
    'belongs to no JPEG by the directory',
    {
      ...xmpOnly,
      packet: (length) => primaryXmp(primaryItem.replace('jpeg', 'heic') + gainMapItem(length), here),
    },
  ],
  ['is the first item', { ...xmpOnly, packet: (length) => primaryXmp(gainMapItem(length), here) }],
  [
    'is no item',
    {
      ...xmpOnly,
      packet: (length) => primaryXmp(primaryItem + gainMapItem(length).replace('GainMap', 'Depth'), here),
    },
  ],
  [
    'is longer than the directory says',
    { ...xmpOnly, packet: (length) => primaryXmp(primaryItem + gainMapItem(length - 1), here) },
  ],
  [
    'is of a length that is none',
    { ...xmpOnly, packet: (length) => primaryXmp(primaryItem + gainMapItem(-length), here) },
  ],
  [
    'is behind the end of the file',
    { ...xmpOnly, packet: (length) => primaryXmp(padded(9_999_999) + gainMapItem(length), here) },
  ],
  ['is wider than the picture', { picture: gainMap, gainMap: withSegments(picture, segment(0xeb, place)) }],
  ['is of four colours', { ...isoOnly, gainMap: cmyk, gainMapSegments: segment(0xeb, place) }],
  ['is lossless', { ...isoOnly, gainMap: lossless, gainMapSegments: segment(0xeb, place) }],
  [
    'has a fraction that is none',
    {
      ...isoOnly,
      gainMapSegments: segment(0xeb, place),
      metadata: isoMetadata(isoFractions.with(3, [9, 0])),
    },
  ],
  [
    'has no gamma',
    {
      ...isoOnly,
      gainMapSegments: segment(0xeb, place),
      metadata: isoMetadata(isoFractions.with(4, [0, 1])),
    },
  ],
  [
    'has too little metadata',
    { ...isoOnly, gainMapSegments: segment(0xeb, place), metadata: isoMetadata(isoFractions.slice(1)) },
  ],
  [
    'is of another version of ISO 21496-1',
    {
      ...isoOnly,
      gainMapSegments: segment(0xeb, place),
      metadata: segment(
        0xe2,
        'urn:iso:std:iso:ts:21496:-1\0',
        big(2, 1),
        big(2, 0),
        isoNumbers().subarray(4),
      ),
    },
  ],
  [
    'has no metadata but their mark',
    {
      ...isoOnly,
      gainMapSegments: segment(0xeb, place),
      metadata: segment(0xe2, 'urn:iso:std:iso:ts:21496:-1\0', '\0'),
    },
  ],
  [
    'is cut by the index',
    {
      ...isoOnly,
      gainMapSegments: segment(0xeb, place),
      indexed: ([first, second]) => [first, { ...second, bytes: second.bytes - 1 }],
    },
  ],
  [
    'is no JPEG by the index',
    {
      ...isoOnly,
      gainMapSegments: segment(0xeb, place),
      indexed: ([first, second]) => [first, { ...second, attribute: 0x02000000 }],
    },
  ],
  [
    'is within the picture',
    {
      ...isoOnly,
      gainMapSegments: segment(0xeb, place),
      indexed: ([first, second]) => [first, { ...second, offset: 8 }],
    },
  ],
  ['is no picture', { gainMap: bytesOf('\xff\xd8', place) }],
  ['is not announced', { forms: ['index'], gainMapSegments: segment(0xeb, place) }],
]

const whole: DamagedSample[] = [
  sample('that is sound', built({}), none, { planted: [], strip: gone('xmp') }),
  sample(
    'whose numbers are lists',
    built({
      forms: ['xmp'],
      gainMapPacket: gainMapXmp(
        `hdrgm:HDRCapacityMax="3" hdrgm:BaseRenditionIsHDR="True" ${creator}`,
        ['GainMapMax', 'Gamma']
          .map(
            (name) =>
              `<hdrgm:${name}><rdf:Seq><rdf:li>1</rdf:li><rdf:li>2</rdf:li><rdf:li>3</rdf:li></rdf:Seq></hdrgm:${name}>`,
          )
          .join(''),
      ),
    }),
    none,
    keeps(gone('xmp')),
  ),
  sample('that says all in XMP', built({ ...xmpOnly }), none, { planted: [], strip: gone('xmp') }),
  sample('that is as short as can be', strip(built({}), 'strip').bytes, none, { planted: [] }),
  sample(
    'and an index by which it begins later',
    built({
      forms: ['xmp', 'index'],
      indexed: ([first, second]) => [
        first,
        { ...second, bytes: second.bytes - 1, offset: second.offset + 1 },
      ],
    }),
    gone('preview'),
    { planted: [], strip: gone('preview', 'xmp') },
  ),
  sample(
    'and an index by which it ends earlier',
    built({
      forms: ['xmp', 'index'],
      indexed: ([first, second]) => [first, { ...second, bytes: second.bytes - 1 }],
    }),
    gone('preview'),
    { planted: [], strip: gone('preview', 'xmp') },
  ),
  sample(
    'behind padding',
    built({
      ...xmpOnly,
      between: 'padding!',
      packet: (length) => primaryXmp(padded(8) + gainMapItem(length)),
    }),
    gone('trailing', 'xmp'),
    { planted: [] },
  ),
  sample('and other words of the same length as what is written', sameLength(), none, {
    planted: [],
    stay: ['a="PlantedP"'],
    strip: gone('xmp'),
  }),
  sample('that says nothing in XMP', built({ ...isoOnly }), none, { planted: [] }),
  sample('and XMP that says a place', built({ packet: packetWith(here) }), gone('xmp')),
  sample('and XMP that says none', built({ packet: packetWith(creator) }), none, keeps(gone('xmp'))),
  sample(
    'whose XMP says a place',
    built({ gainMapPacket: gainMapXmp(`${usualNumbers} ${here}`) }),
    gone('xmp'),
  ),
  sample(
    'whose XMP says none',
    built({ gainMapPacket: gainMapXmp(`${usualNumbers} ${creator}`) }),
    none,
    keeps(gone('xmp')),
  ),
  sample('with EXIF', built({ gainMapSegments: segment(0xe1, 'Exif\0\0', exif) }), gone('location'), {
    strip: gone('exif', 'location', 'xmp'),
    stay: [owner],
  }),
  sample(
    'with a comment that names a place',
    built({ gainMapSegments: segment(0xfe, `GPS ${place}`) }),
    gone('comment', 'xmp'),
  ),
  sample(
    'with data of a program',
    built({ gainMapSegments: segment(0xeb, place) }),
    gone('application', 'xmp'),
  ),
  sample(
    'with IPTC',
    built({
      gainMapSegments: segment(0xed, 'Photoshop 3.0\0', photoshopResource(0x0404, iptcDataset(90, place))),
    }),
    gone('iptc', 'xmp'),
  ),
  sample(
    'with words behind its metadata',
    built({ ...isoOnly, metadata: isoMetadata(isoFractions, place) }),
    gone('application'),
  ),
  sample(
    'and words behind the version of its metadata',
    built({ ...isoOnly, picture: withSegments(picture, isoVersion(place)) }),
    gone('application'),
  ),
  sample(
    'with two metadata',
    built({
      ...isoOnly,
      gainMapSegments: isoMetadata(),
      metadata: segment(0xe2, 'urn:iso:std:iso:ts:21496:-1\0', place.padEnd(80)),
    }),
    gone('application'),
  ),
  sample(
    'with an index of its own',
    built({
      gainMapSegments: multiPicture([{ attribute: 0, bytes: 1, offset: 1 }]),
      between: place,
      packet: (length) => primaryXmp(padded(place.length) + gainMapItem(length)),
    }),
    gone('preview', 'trailing', 'xmp'),
  ),
  sample('and words before it', built({ ...isoOnly, between: place }), gone('trailing')),
  sample('and a film behind it', built({ after: film }), gone('trailing'), {
    strip: gone('trailing', 'xmp'),
  }),
  sample('and a second index', built({ segments: segment(0xe2, 'MPF\0', place) }), gone('preview'), {
    strip: gone('preview', 'xmp'),
  }),
  sample(
    'and an index that names more',
    built({
      ...isoOnly,
      indexed: (pictures) => [
        ...pictures,
        { attribute: 0x010002, bytes: 1_349_280_108, offset: 1_952_805_476 },
      ],
    }),
    gone('preview'),
    { planted: [] },
  ),
  sample('and an index in the other order of bytes', built({ ...isoOnly, endian: 'II' }), none, {
    planted: [],
  }),
  sample(
    'and two packets, one of which says a place',
    built({ forms: ['xmp', 'iso', 'index'], segments: xmpSegment(bytesOf('<a ', here, '/>')) }),
    gone('xmp'),
  ),
]

/** An index with a list of pictures of this many bytes. */
const listed = (bytes: number): Uint8Array => {
  const file = built({ ...isoOnly, gainMapSegments: segment(0xeb, place) })
  file.set(big(4, bytes), find(file, 'MPF\0') + 4 + 8 + 2 + 24 + 4)
  return file
}
const unclearSamples = unclear.map(([name, changes]) => {
  const { forms = ['xmp', 'iso', 'index'], packet, segments } = changes
  const announced: Outcome = [
    'trailing',
    ...(forms.includes('iso') ? (['application'] as const) : []),
    ...(forms.includes('index') ? (['preview'] as const) : []),
  ]
  const withPacket: Outcome = forms.includes('xmp') ? [...announced, 'xmp'] : announced
  return sample(`that ${name}`, built(changes), packet || segments ? withPacket : announced, {
    strip: withPacket,
  })
})

const brokenList = sample('whose index has a broken list', listed(31), ['trailing', 'application', 'preview'])

const mistaken = (['width', 'height'] as const).map((side): DamagedSample => {
  const bytes = built({ packet: packetWith(here) })
  const gainMap = inspect(bytes).gainMap!
  return {
    ...sample(`of another ${side} than it is said to have`, bytes, 'refused'),
    mistaken: { gainMap: { ...gainMap, [side]: gainMap[side] - 1 } },
  }
})

export const damagedGainMaps: DamagedSample[] = [...whole, ...unclearSamples, ...mistaken, brokenList].map(
  (each) => ({
    ...each,
    facts: { hasGainMap: !unclearSamples.includes(each) && each !== brokenList },
    name: `JPEG with a gain map ${each.name}`,
  }),
)
