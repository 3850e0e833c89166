import type { GainMap } from '../facts.ts'
import {
  isMultiPictureIndex,
  multiPictureIndex,
  multiPictureLength,
  type TwoPictures,
} from '../gain-map/multi-picture.ts'
import { isoVersionLength } from '../gain-map/picture-notes.ts'
import { gainMapXmp, primaryXmp } from '../gain-map/write-xmp.ts'
import { jpegMark, jpegMarker } from '../inspect/jpeg-segments.ts'
import { createExifStripper } from './exif.ts'
import { packetsHavePlace, packetsOf, stripPackets } from './jpeg-packets.ts'
import {
  cutSegment,
  jpegSegment,
  jpegSegmentHead,
  type Segment,
  type StrippedPicture,
  stripJpegPicture,
} from './jpeg-picture.ts'
import type { Reading } from './reading.ts'
import type { Stripping } from './stripping.ts'

/** A new packet, and the packet that would be written for the unchanged file. */
interface Renewal {
  after: Uint8Array
  before: Uint8Array
}

/**
 * Strips the gain map of a stripped picture, and removes everything between them. The picture then announces it in
 * each form that the file had.
 */
export function* keepGainMap(stripping: Stripping, picture: StrippedPicture, place: GainMap): Reading<void> {
  const { edits } = stripping
  const { from, to } = place
  edits.remove('trailing', picture.end, from)
  const gainMap = yield* stripJpegPicture({ ...stripping, stripExif: createExifStripper(1) }, from)
  const { xmp, iso } = gainMap.notes
  const ownPacket = xmp?.parameters && packetSegment(gainMapXmp(xmp.parameters))
  yield* stripPackets(stripping, gainMap, 'iptc')
  yield* renewXmp(stripping, gainMap, ownPacket && { after: ownPacket, before: ownPacket })
  keepIsoMetadata(stripping, gainMap, iso?.length)
  removeIndexes(stripping, gainMap, false)

  const bytes = edits.placeOf(to) - edits.placeOf(from)
  const location = picture.notes.xmp?.location
  const isPlaceRight = location === undefined || (location.offset === 0 && location.length === bytes)
  const packet = picture.notes.xmp &&
    ownPacket && { after: packetSegment(primaryXmp(bytes)), before: packetSegment(primaryXmp(to - from)) }
  yield* renewXmp(stripping, picture, packet, isPlaceRight)
  keepIsoMetadata(stripping, picture, iso?.length && isoVersionLength)
  removeIndexes(stripping, picture, true)
  yield
  renewIndex(stripping, picture, place)
  yield
}

/** @param mayStay whether packets without a place stay unchanged */
function* renewXmp(
  stripping: Stripping,
  picture: StrippedPicture,
  renewal: Renewal | undefined,
  mayStay = true,
): Reading<void> {
  const { mode, edits } = stripping
  if (mode === 'location' && mayStay && !(yield* packetsHavePlace(stripping, picture, 'xmp'))) return
  for (const packet of packetsOf(picture, 'xmp')) {
    const isRead = packet.data === picture.notes.xmp?.at
    if (renewal && isRead) renewPacket(stripping, packet, renewal)
    else edits.remove('xmp', packet.from, packet.to)
  }
}

/** Reports the rest of the packet as removed. */
function renewPacket({ source, edits }: Stripping, { from, to }: Segment, { after, before }: Renewal): void {
  const found = source.read(from, to - from)
  if (isSame(found, after)) return
  edits.replace(from, to, after)
  if (!isSame(found, before)) edits.report({ kind: 'xmp', bytes: Math.max(to - from - after.length, 0) })
}

/** Keeps the first bytes of ISO 21496-1 metadata. */
function keepIsoMetadata(
  { edits }: Stripping,
  { waiting, notes }: StrippedPicture,
  length: number | undefined,
): void {
  for (const segment of waiting) {
    if (segment.kind !== 'gainmap') continue
    if (length !== undefined && segment.data === notes.iso?.at) {
      cutSegment(edits, segment, jpegMark.gainMap.length + length)
    } else edits.remove('application', segment.from, segment.to)
  }
}

/** Removes indexes of further pictures. @param isKept whether the index that was read is written again */
function removeIndexes({ edits }: Stripping, { waiting, notes }: StrippedPicture, isKept: boolean): void {
  for (const { kind, from, data, to } of waiting) {
    if (kind === 'index' && !(isKept && data === notes.index?.at)) edits.remove('preview', from, to)
  }
}

/** Must be the last edit, because the index depends on all other lengths. */
function renewIndex(stripping: Stripping, { waiting, notes }: StrippedPicture, { from, to }: GainMap): void {
  const { source, edits } = stripping
  const index = waiting.find(({ data }) => data === notes.index?.at)
  if (!index || !notes.index) return
  const [place] = notes.index.pictures
  const isUsual = isMultiPictureIndex(
    source.read(index.from + indexBegins, index.to - index.from - indexBegins),
  )
  const saysMore = !isUsual || place?.from !== from || place.to !== to
  const [newIndex, newFrom, newTo] = [edits.placeOf(index.from), edits.placeOf(from), edits.placeOf(to)]
  const isMoved = newIndex !== index.from || newFrom !== from || newTo !== to
  if (!saysMore && !isMoved) return
  const excess = index.to - index.from - indexLength
  const primaryBytes = newFrom - excess
  const offset = primaryBytes - newIndex - indexBegins
  edits.replace(index.from, index.to, indexSegment({ primaryBytes, offset, bytes: newTo - newFrom }))
  if (saysMore) edits.report({ kind: 'preview', bytes: excess > 0 ? excess : indexLength })
}

function isSame(bytes: Uint8Array, others: Uint8Array): boolean {
  return bytes.length === others.length && bytes.every((byte, index) => byte === others[index])
}

function packetSegment(packet: string): Uint8Array {
  return jpegSegment(jpegMarker.app1, jpegMark.xmp, new TextEncoder().encode(packet))
}

function indexSegment(pictures: TwoPictures): Uint8Array {
  return jpegSegment(jpegMarker.app2, jpegMark.pictures, multiPictureIndex(pictures))
}

/** Origin of the offsets in an index. */
const indexBegins = jpegSegmentHead + jpegMark.pictures.length
const indexLength = indexBegins + multiPictureLength
