import type { Reading } from './reading.ts'
import type { MediaSource } from './source.ts'

/**
 * Names of properties for the place of a picture, in XMP (exif, photoshop, Iptc4xmpCore, Iptc4xmpExt, xmpDM, dc, prl
 * and the makers of drones; Darwin Core and Sony Ericsson's network cells by their namespaces) and in text that
 * programs make from EXIF. The creator's address is often a home. Maker notes, raw data and pictures in text may
 * contain a place in a private form. A name follows its prefix, or is alone in a tag.
 */
const placeName =
  /gps|geotag|geo:|geograph|latitude|longitude|makernote|;base64,|\/\/rs\.tdwg\.org\/dwc|sonyericsson\.com\/cell|[:<](?:city|state|country|province|sublocation|location|shotlocation|coverage|ciadr|rawdata)/i
/** The start of an EXIF block in any data, such as a copy of a picture or padding. Zeros are removed before. */
const exifBlock = /Exif(?:II|MM)\*|(?:II|MM)\*\p{Cc}/u
const windowBytes = 65_536
const maxName = 64
const decoder = new TextDecoder('latin1')

/**
 * Whether text from `from` up to `to` names a place property, in UTF-8 or UTF-16. Reads it in pieces to limit memory.
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

/** Whether data names a place property, or is no text and could name any, such as compressed data. */
export function mayHidePlace(source: MediaSource, from: number, to: number): Reading<boolean> {
  return mentionsPlace(source, from, to, (bytes) => bytes.some(isControl) || namesPlace(bytes))
}

/** ASCII controls except white space, zeros (padding and UTF-16) and switches between alphabets. */
function isControl(byte: number): boolean {
  return byte < 0x20 && byte !== 0 && (byte < 0x09 || byte > 0x0d) && byte !== 0x1b
}

/** Whether bytes in memory name a place property. */
export function namesPlace(text: Uint8Array): boolean {
  const plain = plainText(text)
  return placeName.test(plain) || exifBlock.test(plain)
}

/** Whether data other than text, such as a picture, contains an EXIF block. */
export function holdsExif(data: Uint8Array): boolean {
  return exifBlock.test(plainText(data))
}

/** Decodes the ASCII of a text without the zeros of UTF-16. */
function plainText(bytes: Uint8Array): string {
  return decoder.decode(bytes).replaceAll('\0', '')
}
