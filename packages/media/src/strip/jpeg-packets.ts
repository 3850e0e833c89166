import { jpegMark } from '../inspect/jpeg-segments.ts'
import type { Segment, StrippedPicture } from './jpeg-picture.ts'
import { mentionsPlace } from './location-tags.ts'
import { photoshopHasPlace } from './photoshop.ts'
import type { Reading } from './reading.ts'
import type { Stripping } from './strip.ts'

type PacketKind = 'xmp' | 'iptc'

/** Removes waiting packets, all of one kind, if one of them names a place. */
export function* stripPackets(
  stripping: Stripping,
  picture: StrippedPicture,
  kind: PacketKind,
): Reading<void> {
  if (!(yield* packetsHavePlace(stripping, picture, kind))) return
  for (const { from, to } of packetsOf(picture, kind)) stripping.edits.remove(kind, from, to)
}

/** Those of a kind that are waiting. */
export function packetsOf({ waiting }: StrippedPicture, kind: PacketKind): Segment[] {
  return waiting.filter((segment) => segment.kind === kind)
}

/**
 * Whether one of them names a place. A packet in several segments may be cut within a name, so it counts as naming one
 * without being read.
 */
export function* packetsHavePlace(
  { source }: Stripping,
  picture: StrippedPicture,
  kind: PacketKind,
): Reading<boolean> {
  const parts = packetsOf(picture, kind)
  if (kind === 'xmp') {
    if (parts.length > 2) return true
    for (const { data, to } of parts) if (yield* mentionsPlace(source, data, to)) return true
    return false
  }
  if (parts.length > 1) return true
  return parts.some(({ data, to }) => {
    const resources = data + jpegMark.photoshop.length
    return photoshopHasPlace(source.read(resources, to - resources))
  })
}
