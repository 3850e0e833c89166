import type { Reading } from './reading.ts'
import type { MediaSource } from './source.ts'

/**
 * Names of properties that say where a picture was made, in XMP (exif, photoshop, Iptc4xmpCore, Iptc4xmpExt, xmpDM, dc,
 * prl and the makers of drones; Darwin Core and Sony Ericsson's network cells by their namespaces) and in the text that
 * programs make from EXIF. The creator's address is often a home. Makers' notes and raw data in XMP may hold a place in
 * a private form.
 */
const placeName =
  /gps|geotag|geo:|geograph|latitude|longitude|\/\/rs\.tdwg\.org\/dwc|sonyericsson\.com\/cell|:(?:city|state|country|province|sublocation|location|shotlocation|coverage|ciadr|makernote|hdrplusmakernote|rawdata)/i
const windowBytes = 65_536
const maxName = 64
const decoder = new TextDecoder('latin1')

/**
 * Whether text within `from` up to `to` names a property of place, in UTF-8 or UTF-16. Reads it in pieces, so
 * that no length of it fills the memory.
 */
export function* mentionsPlace(source: MediaSource, from: number, to: number): Reading<boolean> {
  for (let at = from; at < to; at += windowBytes - maxName) {
    const window = source.read(at, Math.min(windowBytes, to - at))
    if (namesPlace(window)) return true
    yield
  }
  return false
}

/** The same of bytes in memory. */
export function namesPlace(text: Uint8Array): boolean {
  return placeName.test(plainText(text))
}

/** The ASCII of a text without the zeros that UTF-16 puts between its bytes. */
function plainText(bytes: Uint8Array): string {
  return decoder.decode(bytes).replaceAll('\0', '')
}
