import { jpegMark } from '../inspect/jpeg-segments.ts'
import { startsWith, u16be, u32be } from '../numbers.ts'
import type { Segment, StrippedPicture } from './jpeg-picture.ts'
import { holdsExif, mentionsPlace, namesPlace } from './location-tags.ts'
import type { Reading } from './reading.ts'
import type { Stripping } from './stripping.ts'

type PacketKind = 'xmp' | 'iptc'

/** Removes waiting packets of one kind if one of them names a place. */
export function* stripPackets(
  stripping: Stripping,
  picture: StrippedPicture,
  kind: PacketKind,
): Reading<void> {
  if (!(yield* packetsHavePlace(stripping, picture, kind))) return
  for (const { from, to } of packetsOf(picture, kind)) stripping.edits.remove(kind, from, to)
}

/** The waiting packets of one kind. */
export function packetsOf({ waiting }: StrippedPicture, kind: PacketKind): Segment[] {
  return waiting.filter((segment) => segment.kind === kind)
}

/**
 * Whether a packet names a place. A packet in several segments may split a name, so it counts as naming one unread;
 * XMP continues in further segments with another mark.
 */
export function* packetsHavePlace(
  { source }: Stripping,
  picture: StrippedPicture,
  kind: PacketKind,
): Reading<boolean> {
  const parts = packetsOf(picture, kind)
  if (kind === 'xmp') {
    const further = parts.filter(({ data }) => startsWith(source.read(data, markLength), 0, extendedMark))
    if (parts.length > 2 || further.length > 1) return true
    for (const { data, to } of parts) if (yield* mentionsPlace(source, data, to)) return true
    return false
  }
  if (parts.length > 1) return true
  return parts.some(({ data, to }) => {
    const resources = data + jpegMark.photoshop.length
    return photoshopHasPlace(source.read(resources, to - resources))
  })
}

const markLength = jpegMark.xmp.length
const extendedMark = jpegMark.extendedXmp.slice(0, markLength)
const resource = { iptc: 0x0404, exif: 0x0422, furtherExif: 0x0423, xmp: 0x0424 }
/** JPEGs after a header, in old and current versions. */
const thumbnailResources = new Set([0x0409, 0x040c])

/** IPTC-IIM record 2: content location (26, 27), city, sublocation, state and country. */
const placeDatasets = new Set([26, 27, 90, 92, 95, 100, 101])

/**
 * Whether Photoshop's image resources name a place: in IPTC's place fields, in text, or in a copy of EXIF or XMP.
 * Also true for resources that can't be read to their end.
 */
function photoshopHasPlace(resources: Uint8Array): boolean {
  let at = 0
  while (at < resources.length) {
    if (at + 12 > resources.length || !startsWith(resources, at, '8BIM')) return true
    const id = u16be(resources, at + 4)
    const nameLength = resources[at + 6]! + 1
    const data = at + 6 + nameLength + (nameLength & 1) + 4
    if (data > resources.length) return true
    const length = u32be(resources, data - 4)
    if (data + length > resources.length) return true
    if (id === resource.exif || id === resource.furtherExif || id === resource.xmp) return true
    const content = resources.subarray(at + 6, data + length)
    if (thumbnailResources.has(id) ? holdsExif(content) : namesPlace(content)) return true
    if (id === resource.iptc && iptcPlace(resources.subarray(data, data + length))) return true
    at = data + length + (length & 1)
  }
  return false
}

/**
 * Datasets are a mark, a record, a number and a length (IPTC-IIM 4.2, 1.5); padding may follow the last. Records
 * after the second contain program data.
 */
function iptcPlace(packet: Uint8Array): boolean {
  let at = 0
  while (at < packet.length && packet[at] !== 0) {
    if (packet[at] !== 0x1c || at + 5 > packet.length) return true
    const length = u16be(packet, at + 3)
    if (length > 0x7fff || at + 5 + length > packet.length) return true
    const record = packet[at + 1]!
    if (record > 2 || (record === 2 && placeDatasets.has(packet[at + 2]!))) return true
    at += 5 + length
  }
  return packet.subarray(at).some((byte) => byte !== 0)
}
