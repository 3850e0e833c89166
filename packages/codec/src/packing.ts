/** Packing a text into few bytes, and back (docs/cipher-format.md, "Packing"). */
import { deflateSync } from 'fflate'
import { dictionaryText } from './dictionary.ts'
import { damaged } from './failure.ts'
import { InflateError, inflate } from './inflate.ts'
import { maxTextUnits } from './limits.ts'
import { decodeUtf8, decodeUtf16, encodeUtf8, encodeUtf16, utf8Length } from './text-bytes.ts'

/** The packings, in the order of their codes in a frame's header. */
export const packings = ['utf-16', 'utf-8', 'deflated utf-8', 'deflated utf-16'] as const

/** How a text is written as bytes. */
export type Packing = (typeof packings)[number]

/** A text as bytes. */
export interface PackedText {
  readonly packing: Packing
  readonly bytes: Uint8Array
}

const compressionLevel = 6
const maxUtf16Bytes = 2 * maxTextUnits
const maxUtf8Bytes = 3 * maxTextUnits

/**
 * The longest input compressed against the dictionary. Beyond it the dictionary saves next to nothing; and
 * below it the compressor works in a single block that it never stores, which matters because fflate would
 * store the dictionary with it.
 */
const longestWithDictionaryBytes = 16_384

const dictionaries = { utf8: encodeUtf8(dictionaryText), utf16: encodeUtf16(dictionaryText) }

/** The shortest packing of a text that is found; ASCII is not tried as UTF-16. */
export function packText(text: string): PackedText {
  const candidates = candidatePackings(text)
  return candidates.reduce((best, candidate) =>
    candidate.bytes.length < best.bytes.length ? candidate : best,
  )
}

function candidatePackings(text: string): PackedText[] {
  const length = utf8Length(text)
  if (length === null) return utf16Packings(text)
  const isAscii = length === text.length
  return isAscii ? utf8Packings(text) : [...utf16Packings(text), ...utf8Packings(text)]
}

function utf16Packings(text: string): PackedText[] {
  const bytes = encodeUtf16(text)
  return [
    { packing: 'utf-16', bytes },
    { packing: 'deflated utf-16', bytes: compress(bytes, dictionaries.utf16) },
  ]
}

function utf8Packings(text: string): PackedText[] {
  const bytes = encodeUtf8(text)
  return [
    { packing: 'utf-8', bytes },
    { packing: 'deflated utf-8', bytes: compress(bytes, dictionaries.utf8) },
  ]
}

/**
 * The text of packed bytes.
 *
 * @throws {CodecError} DAMAGED if they are not what {@link packText} could have made of a text within limits
 */
export function unpackText({ packing, bytes }: PackedText): string {
  const text = readPacked(packing, bytes)
  if (text === null || text.length < 1 || text.length > maxTextUnits) throw damaged()
  return text
}

/** Whether a packed text can have this many bytes: the check that is possible before it is decrypted. */
export function isPackedLength(packing: Packing, byteCount: number): boolean {
  if (packing === 'utf-16') return byteCount >= 2 && byteCount <= maxUtf16Bytes && byteCount % 2 === 0
  return byteCount >= 1 && byteCount <= maxUtf8Bytes
}

function readPacked(packing: Packing, bytes: Uint8Array): string | null {
  if (!isPackedLength(packing, bytes.length)) return null
  switch (packing) {
    case 'utf-16':
      return decodeUtf16(bytes)
    case 'utf-8':
      return utf8OrNull(bytes)
    case 'deflated utf-8': {
      const utf8 = decompress(bytes, dictionaries.utf8, maxUtf8Bytes)
      return utf8 && utf8OrNull(utf8)
    }
    case 'deflated utf-16': {
      const utf16 = decompress(bytes, dictionaries.utf16, maxUtf16Bytes)
      return utf16 && utf16.length % 2 === 0 ? decodeUtf16(utf16) : null
    }
  }
}

function compress(bytes: Uint8Array, dictionary: Uint8Array): Uint8Array {
  if (bytes.length > longestWithDictionaryBytes) return deflateSync(bytes, { level: compressionLevel })
  return deflateSync(bytes, { level: compressionLevel, dictionary })
}

function decompress(bytes: Uint8Array, dictionary: Uint8Array, limitBytes: number): Uint8Array | null {
  try {
    return inflate(bytes, dictionary, limitBytes)
  } catch (error) {
    if (error instanceof InflateError) return null
    throw error
  }
}

function utf8OrNull(bytes: Uint8Array): string | null {
  try {
    return decodeUtf8(bytes)
  } catch (error) {
    if (error instanceof TypeError) return null
    throw error
  }
}
