import { byteLength, intersect } from '../byte-spans.ts'
import type { ByteSpan } from '../facts.ts'
import type { Region } from '../isobmff/boxes.ts'
import { parseMovie, type Track } from '../isobmff/movie.ts'
import { blankNames, emptyOut, stripProfiles } from './avif-boxes.ts'
import type { RemovedItem, StripMode } from './plan.ts'

const pictureHandlers = new Set(['pict', 'auxv', 'vide'])
const soundHandler = 'soun'

/** The result of stripping the tracks of a sequence. */
export interface StrippedTracks {
  /** Where the samples of remaining tracks are in the file. */
  kept: ByteSpan[]
  /** Where the samples of removed tracks were, within `mdat` boxes. */
  freed: ByteSpan[]
  removed: RemovedItem[]
}

/**
 * Empties, in place, the tracks of a `moov` box's content that show nothing. If only places go, sound stays. If all
 * metadata goes, so do the names of the programs that wrote the pictures.
 *
 * @param media the content of `mdat` boxes
 */
export function stripTracks(
  region: Region,
  media: ByteSpan[],
  mode: Exclude<StripMode, 'keep'>,
): StrippedTracks {
  const tracks = parseMovie(region)
  const stays = ({ handler }: Track): boolean =>
    pictureHandlers.has(handler) || (mode === 'location' && handler === soundHandler)
  const gone = tracks.filter((track) => !stays(track))
  const freed = intersect(gone.flatMap(samplesOf), media)
  let bytes = byteLength(freed)
  for (const { box } of gone) bytes += emptyOut(region, box)
  const others = tracks.filter(stays)
  if (mode === 'strip') {
    for (const { names, described } of others) {
      bytes += blankNames(region, names) + stripProfiles(region, described)
    }
  }
  return {
    kept: others.flatMap(samplesOf),
    freed,
    removed: bytes > 0 ? [{ kind: 'application', bytes }] : [],
  }
}

function samplesOf({ extents }: Track): ByteSpan[] {
  return extents.map(({ offset, length }) => ({ from: offset, to: offset + length }))
}
