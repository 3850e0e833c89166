import { keepGainMap } from './jpeg-gain-map.ts'
import { scrubPackets } from './jpeg-packets.ts'
import { scrubJpegPicture } from './jpeg-picture.ts'
import type { Reading } from './reading.ts'
import type { Scrubbing } from './scrub.ts'

/**
 * Removes the metadata of a JPEG and of its gain map, if it has one, with what stands between them. Of what tells where
 * the gain map is and how it is applied, it leaves or writes as much as decoders need.
 */
export function* scrubJpeg(scrubbing: Scrubbing): Reading<void> {
  const { gainMap } = scrubbing
  const picture = yield* scrubJpegPicture(scrubbing, 0)
  if (!gainMap) yield* scrubPackets(scrubbing, picture, 'xmp')
  yield* scrubPackets(scrubbing, picture, 'iptc')
  if (gainMap) yield* keepGainMap(scrubbing, picture, gainMap)
}
