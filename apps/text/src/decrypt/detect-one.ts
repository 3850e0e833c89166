import type { CharsetIndex } from '@pictoglyph/codec/charset-index'
import { type Detection, detect } from '@pictoglyph/codec/detect'
import { CodecError } from '@pictoglyph/codec/failure'
import { refusalOf } from '@pictoglyph/codec/message'

/** Detects one cipher. @throws {CodecError} as the codec's `detect`; also for several ciphers */
export function detectOne(cipher: string, charsets: CharsetIndex): Detection {
  try {
    return detect(cipher, charsets)
  } catch (error) {
    throw error instanceof CodecError ? refusalOf(error, cipher, charsets) : error
  }
}
