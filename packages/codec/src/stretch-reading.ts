/** Reads ciphers beside which symbols of their own set stand (docs/cipher/format.md, "Symbols beside a cipher"). */
import type { Charset } from './charset.ts'
import { createCharsetIndex } from './charset-index.ts'
import { decodeSync } from './decode.ts'
import { type Detection, recognize, type StretchDetection } from './detect.ts'
import { CodecError } from './failure.ts'
import { prepareCharset } from './prepared-charset.ts'
import { type Stretch, stretchesOf } from './stretches.ts'
import { readSymbolValues } from './symbol-values.ts'

/**
 * Reads the ciphers within a row of a set's symbols: frames whose checksum matches, frames with a key, and classic
 * ciphers whose text is plausible.
 */
export function readStretches(row: readonly string[], charset: Charset): StretchDetection[] {
  const set = prepareCharset(charset)
  const values = readSymbolValues(row.join(''), set)
  const index = createCharsetIndex([set])
  return stretchesOf({ charset: set, values }).flatMap((stretch) => {
    const { before, after } = stretch
    const read = (from: number, to: number) => recognize(row.slice(from, to).join(''), index)
    const detection = read(before, row.length - after)
    const isOneOfSeveral = (read(0, before) ?? read(row.length - after, row.length)) !== undefined
    return detection !== undefined && isProven(detection, stretch) && !isOneOfSeveral
      ? [{ detection, before, after }]
      : []
  })
}

/** Whether a stretch is a cipher, or may be one with a key. */
function isProven(detection: Detection, { evidence }: Stretch): boolean {
  if (detection.format === 'classic') return evidence === 'text'
  return detection.needsKey || isSound(detection)
}

/** Whether a frame without a key opens. */
export function isSound(detection: Detection): boolean {
  try {
    decodeSync(detection)
    return true
  } catch (error) {
    if (error instanceof CodecError) return false
    throw error
  }
}
