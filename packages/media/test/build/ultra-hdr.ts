import { big, bytesOf, little, type Part } from './bytes.ts'
import { segment, withSegments } from './jpeg.ts'

const rdf = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"'
const hdrgm = 'xmlns:hdrgm="http://ns.adobe.com/hdr-gain-map/1.0/"'
const container =
  'xmlns:Container="http://ns.google.com/photos/1.0/container/" xmlns:Item="http://ns.google.com/photos/1.0/container/item/"'

/** A packet of XMP with one description. */
function xmp(attributes: string, elements = ''): Uint8Array {
  return bytesOf(
    `<?xpacket begin="\xef\xbb\xbf" id="W5M0MpCehiHzreSzNTczkc9d"?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF ${rdf}>`,
    `<rdf:Description rdf:about="" ${attributes}>${elements}</rdf:Description></rdf:RDF></x:xmpmeta><?xpacket end="w"?>`,
  )
}

export function xmpSegment(packet: Part): Uint8Array {
  return segment(0xe1, 'http://ns.adobe.com/xap/1.0/\0', packet)
}

/** One item of the container's directory. */
export function item(attributes: string): string {
  return `<rdf:li rdf:parseType="Resource"><Container:Item ${attributes}/></rdf:li>`
}

/** The picture's XMP: a gain map, and the items of its directory. */
export function primaryXmp(items: string, further = ''): Uint8Array {
  const directory = `<Container:Directory><rdf:Seq>${items}</rdf:Seq></Container:Directory>`
  return xmp(`${hdrgm} ${container} hdrgm:Version="1.0" ${further}`, items && directory)
}

export const primaryItem = item('Item:Semantic="Primary" Item:Mime="image/jpeg"')

export function gainMapItem(length: number): string {
  return item(`Item:Semantic="GainMap" Item:Mime="image/jpeg" Item:Length="${length}"`)
}

/** The gain map's XMP. */
export function gainMapXmp(attributes = usualNumbers, elements = ''): Uint8Array {
  return xmp(`${hdrgm} hdrgm:Version="1.0" ${attributes}`, elements)
}

export const usualNumbers =
  'hdrgm:GainMapMin="-0.5" hdrgm:GainMapMax="2.25" hdrgm:Gamma="1.1" hdrgm:OffsetSDR="0.015625" hdrgm:OffsetHDR="0.015625" hdrgm:HDRCapacityMin="0" hdrgm:HDRCapacityMax="2.25" hdrgm:BaseRenditionIsHDR="False"'

const isoMark = 'urn:iso:std:iso:ts:21496:-1\0'

/** The version alone, as in the main picture. */
export function isoVersion(...further: Part[]): Uint8Array {
  return segment(0xe2, isoMark, big(4, 0), ...further)
}

/** The same numbers in the form of ISO 21496-1. @param fractions of each channel */
export function isoMetadata(fractions = isoFractions, ...further: Part[]): Uint8Array {
  return segment(0xe2, isoMark, isoNumbers(fractions), ...further)
}

/** The numbers without a frame. */
export function isoNumbers(fractions = isoFractions): Uint8Array {
  return bytesOf(big(4, 0), '\x40', fractions.map(fraction))
}

/** Two headrooms, then the lowest and highest gain, gamma and two offsets of the one channel. */
export const isoFractions: [number, number][] = [
  [0, 1],
  [9, 4],
  [-1, 2],
  [9, 4],
  [11, 10],
  [1, 64],
  [1, 64],
]

function fraction([numerator, denominator]: [number, number]): Part {
  return [big(4, numerator < 0 ? numerator + 2 ** 32 : numerator), big(4, denominator)]
}

/** A picture of a Multi-Picture index. */
interface IndexedPicture {
  attribute: number
  bytes: number
  offset: number
}

/** A Multi-Picture index (CIPA DC-007). */
export function multiPicture(pictures: IndexedPicture[], endian: 'MM' | 'II' = 'MM'): Uint8Array {
  const number = endian === 'MM' ? big : little
  const row = (tag: number, type: number, count: number, value: Part): Part => [
    number(2, tag),
    number(2, type),
    number(4, count),
    value,
  ]
  return segment(
    0xe2,
    'MPF\0',
    endian,
    number(2, 42),
    number(4, 8),
    number(2, 3),
    row(0xb000, 7, 4, '0100'),
    row(0xb001, 4, 1, number(4, pictures.length)),
    row(0xb002, 7, pictures.length * 16, number(4, 50)),
    number(4, 0),
    pictures.map(({ attribute, bytes, offset }) => [
      number(4, attribute),
      number(4, bytes),
      number(4, offset),
      number(4, 0),
    ]),
  )
}

export interface BuiltUltraHdr {
  /** A JPEG without metadata. */
  picture: Uint8Array
  /** A JPEG for the gain map. */
  gainMap: Uint8Array
  /** The forms in which the file declares the second picture the gain map of the first. */
  forms: readonly ('xmp' | 'iso' | 'index')[]
  /** Segments of the picture before these forms. */
  segments?: Part
  gainMapSegments?: Part
  /** The picture's packet, given the length of the gain map. */
  packet?: (gainMapBytes: number) => Uint8Array
  gainMapPacket?: Uint8Array
  metadata?: Uint8Array
  endian?: 'MM' | 'II'
  /** The index's pictures, given the correct ones. */
  indexed?: (pictures: [IndexedPicture, IndexedPicture]) => IndexedPicture[]
  /** Bytes between the two pictures. */
  between?: Part
  after?: Part
}

/** A JPEG with a gain map, by default as encoders write it. */
export function ultraHdr(built: BuiltUltraHdr): Uint8Array {
  const { picture, forms, endian } = built
  const between = bytesOf(built.between ?? '')
  const gainMap = withSegments(
    built.gainMap,
    built.gainMapSegments ?? '',
    forms.includes('xmp') ? xmpSegment(built.gainMapPacket ?? gainMapXmp()) : '',
    forms.includes('iso') ? (built.metadata ?? isoMetadata()) : '',
  )
  const packetOf = built.packet ?? ((length: number) => primaryXmp(primaryItem + gainMapItem(length)))
  const head = bytesOf(
    built.segments ?? '',
    forms.includes('xmp') ? xmpSegment(packetOf(gainMap.length)) : '',
    forms.includes('iso') ? isoVersion() : '',
  )
  const index = (end: number): Uint8Array => {
    const right: [IndexedPicture, IndexedPicture] = [
      { attribute: 0x030000, bytes: end, offset: 0 },
      { attribute: 0, bytes: gainMap.length, offset: end + between.length - head.length - 10 },
    ]
    return multiPicture(built.indexed?.(right) ?? right, endian)
  }
  const indexBytes = forms.includes('index') ? index(0).length : 0
  const end = picture.length + head.length + indexBytes
  const primary = withSegments(picture, head, indexBytes > 0 ? index(end) : '')
  return bytesOf(primary, between, gainMap, built.after ?? '')
}
