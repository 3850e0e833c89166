import type { Reading } from './reading.ts'
import type { MediaSource } from './source.ts'

/**
 * Names of properties that say where a picture was made, in XMP (exif, photoshop, Iptc4xmpCore, Iptc4xmpExt, xmpDM, dc,
 * prl and the makers of drones; Darwin Core and Sony Ericsson's network cells by their namespaces) and in the text that
 * programs make from EXIF. The creator's address is often a home. Makers' notes, raw data and pictures in text may hold
 * a place in a private form. A name stands behind its prefix, or alone in a tag.
 */
const placeName =
  /gps|geotag|geo:|geograph|latitude|longitude|makernote|;base64,|\/\/rs\.tdwg\.org\/dwc|sonyericsson\.com\/cell|[:<](?:city|state|country|province|sublocation|location|shotlocation|coverage|ciadr|rawdata)/i
/** An EXIF block, which may stand in data of any kind: a copy of a picture, or padding. Its zeros are left out. */
const exifBlock = /Exif(?:II|MM)\*|(?:II|MM)\*\p{Cc}/u
const windowBytes = 65_536
const maxName = 64
const decoder = new TextDecoder('latin1')

/**
 * Whether text within `from` up to `to` names a property of place, in UTF-8 or UTF-16. Reads it in pieces, so
 * that no length of it fills the memory.
 */
export function* mentionsPlace(
  source: MediaSource,
  from: number,
  to: number,
  names = namesPlace,
): Reading<boolean> {
  for (let at = from; at < to; at += windowBytes - maxName) {
    const window = source.read(at, Math.min(windowBytes, to - at))
    if (names(window)) return true
    yield
  }
  return false
}

/** The same, and whether it is no text, as compressed data, which could name any. */
export function mayHidePlace(source: MediaSource, from: number, to: number): Reading<boolean> {
  return mentionsPlace(source, from, to, (bytes) => bytes.some(isControl) || namesPlace(bytes))
}

/** Of ASCII, but for white space, the zeros of padding and UTF-16, and what switches between alphabets. */
function isControl(byte: number): boolean {
  return byte < 0x20 && byte !== 0 && (byte < 0x09 || byte > 0x0d) && byte !== 0x1b
}

/** The same of bytes in memory. */
export function namesPlace(text: Uint8Array): boolean {
  const plain = plainText(text)
  return placeName.test(plain) || exifBlock.test(plain)
}

/** Whether data that is not text, such as a picture, holds an EXIF block. */
export function holdsExif(data: Uint8Array): boolean {
  return exifBlock.test(plainText(data))
}

/** The ASCII of a text without the zeros that UTF-16 puts between its bytes. */
function plainText(bytes: Uint8Array): string {
  return decoder.decode(bytes).replaceAll('\0', '')
}
