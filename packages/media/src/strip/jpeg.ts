import { keepGainMap } from './jpeg-gain-map.ts'
import { stripPackets } from './jpeg-packets.ts'
import { stripJpegPicture } from './jpeg-picture.ts'
import type { Reading } from './reading.ts'
import type { Stripping } from './strip.ts'

/**
 * Removes the metadata of a JPEG and of its gain map, if it has one, and everything between them. Of the data that
 * locates and applies the gain map, it keeps or writes only what decoders need.
 */
export function* stripJpeg(stripping: Stripping): Reading<void> {
  const { gainMap } = stripping
  const picture = yield* stripJpegPicture(stripping, 0)
  if (!gainMap) yield* stripPackets(stripping, picture, 'xmp')
  yield* stripPackets(stripping, picture, 'iptc')
  if (gainMap) yield* keepGainMap(stripping, picture, gainMap)
}
