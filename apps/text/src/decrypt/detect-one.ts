import { type CharsetIndex, CodecError, type Detection, detect, refusalOf } from '@pictoglyph/codec'

/** @throws {CodecError} as the codec's `detect`; of several ciphers, that they are several */
export function detectOne(cipher: string, charsets: CharsetIndex): Detection {
  try {
    return detect(cipher, charsets)
  } catch (error) {
    throw error instanceof CodecError ? refusalOf(error, cipher, charsets) : error
  }
}
