/** What can still be read of a message in which no rule finds a cipher. */
import type { CharsetIndex } from './charset-index.ts'
import { readBeginning } from './cut-cipher.ts'
import { classicDetection, type Detection, detect, recognize, type StretchDetection } from './detect.ts'
import { isDoubtful } from './doubt.ts'
import { CodecError, CutCipher, DoubtedBody, refusals } from './failure.ts'
import { type PreparedCharset, prepareCharset } from './prepared-charset.ts'
import { readStretches } from './stretch-reading.ts'
import { onlyRowOfWords, rowsOf } from './symbol-rows.ts'
import { readSymbolValues } from './symbol-values.ts'
import { readUtf8Classic } from './utf8-classic.ts'
import type { Budget } from './wrapped-ciphers.ts'

/** Finds a body without its wrapper between other words, or a cipher of a text's UTF-8. */
export function findSingle(message: string, index: CharsetIndex, budget: Budget): Detection | undefined {
  for (const charset of index.charsets) {
    const row = onlyRowOfWords(message, charset)
    const body = row && recognize(row.join(''), index)
    if (body?.format === 'classic' && !isDoubtful(body)) return body
  }
  for (const { row, charset, isUnbroken } of rowsOf(message, index, budget)) {
    const relative = isUnbroken ? asUtf8(row.join(''), prepareCharset(charset)) : undefined
    if (relative !== undefined) return relative
  }
  return undefined
}

/** Reads a cipher as one of UTF-8. */
export function asUtf8(cipher: string, charset: PreparedCharset): Detection | undefined {
  const text = readUtf8Classic(readSymbolValues(cipher, charset))
  return text === undefined ? undefined : classicDetection(charset, text)
}

/**
 * Finds the ciphers with symbols of their own set beside them, in the first unbroken row that has any. Where more
 * symbols stand elsewhere, they may be the rest of a classic cipher, which then is not read.
 */
export function findStretches(message: string, index: CharsetIndex, budget: Budget): StretchDetection[] {
  for (const { row, charset, isUnbroken, isAlone } of rowsOf(message, index, budget)) {
    if (!isUnbroken) continue
    const stretches = readStretches(row, charset).filter(
      ({ detection }) => isAlone || detection.format === 'frame',
    )
    if (stretches.length > 0) return stretches
  }
  return []
}

/** Whether an error says that a message holds several ciphers. */
export const saysSeveral = ({ template }: CodecError): boolean => template === refusals.severalCiphers

/** The same refusal, with a text to display where there is one: of a doubted body, or the beginning of a cut cipher. */
export function withText(
  error: CodecError,
  message: string,
  index: CharsetIndex,
  budget: Budget,
): CodecError {
  if (error instanceof DoubtedBody || saysSeveral(error)) return error
  const rows = Array.from(rowsOf(message, index, budget))
  for (const { row, isAlone } of rows) {
    const doubted = isAlone ? doubtedBody(row.join(''), index) : undefined
    if (doubted !== undefined) return doubted
  }
  for (const { row, charset } of rows) {
    const set = prepareCharset(charset)
    const beginning = readBeginning(readSymbolValues(row.join(''), set))
    if (beginning !== undefined) return new CutCipher(error, beginning.text, beginning.ofAbout)
  }
  return error
}

function doubtedBody(cipher: string, index: CharsetIndex): DoubtedBody | undefined {
  try {
    detect(cipher, index)
  } catch (error) {
    if (error instanceof DoubtedBody) return error
    if (!(error instanceof CodecError)) throw error
  }
  return undefined
}
