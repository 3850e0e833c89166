import { type CharsetIndex, CodecError, type Detection, detect, refusalOf } from '@pictoglyph/codec'

/** Detects one cipher. @throws {CodecError} as the codec's `detect`; also for several ciphers */
export function detectOne(cipher: string, charsets: CharsetIndex): Detection {
  try {
    return detect(cipher, charsets)
  } catch (error) {
    throw error instanceof CodecError ? refusalOf(error, cipher, charsets) : error
  }
}
