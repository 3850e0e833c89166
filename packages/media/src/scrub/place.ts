import type { Reading } from './reading.ts'
import type { MediaSource } from './source.ts'

/**
 * Names of properties that say where a picture was made, in XMP (exif, photoshop, Iptc4xmpCore, Iptc4xmpExt and
 * the makers of drones) and in the text that programs make of EXIF.
 */
const placeName = /gps|geotag|geo:|latitude|longitude|:(?:city|state|country|province|sublocation|location)/i
const windowBytes = 65_536
const longestName = 64

/**
 * Whether text within `from` up to `to` names a property of place, in UTF-8 or UTF-16. Reads it in pieces, so
 * that no length of it fills the memory.
 */
export function* mentionsPlace(source: MediaSource, from: number, to: number): Reading<boolean> {
  for (let at = from; at < to; at += windowBytes - longestName) {
    const window = source.read(at, Math.min(windowBytes, to - at))
    if (placeName.test(plainText(window))) return true
    yield
  }
  return false
}

/** The ASCII of a text without the zeros that UTF-16 puts beside it. */
function plainText(bytes: Uint8Array): string {
  return new TextDecoder('latin1').decode(bytes).replaceAll('\0', '')
}
