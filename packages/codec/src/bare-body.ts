/**
 * A classic body without its wrapper (docs/cipher-format.md, "A body without its wrapper").
 *
 * It has nothing to check, and damage can turn other ciphers into one. So it is refused if it begins like a frame, is a
 * wrapped cipher twice, or has one end of a wrapper and gives text that is not well-formed.
 */
import { decodeSymbolValues, symbolsPerUnit } from './classic-decoder.ts'
import { classicWrapper } from './classic-encoder.ts'
import { damaged } from './failure.ts'
import { beginsAsFrame } from './frame.ts'

/** The fewest symbols that are read without a wrapper: with fewer, a date in digits would be a cipher. */
const minBareBodySymbols = 2 * symbolsPerUnit

/** Whether a body without its wrapper can have this many symbols. */
export const isBareBodyLength = (symbolCount: number): boolean =>
  symbolCount % symbolsPerUnit === 0 && symbolCount >= minBareBodySymbols

/**
 * The text of a body given as symbol values 0 to 3, as many as {@link isBareBodyLength} allows.
 *
 * @throws {CodecError} DAMAGED
 */
export function readBareBody(values: Uint8Array): string {
  if (beginsAsFrame(values) || isWrappedTwice(values)) throw damaged()
  const text = decodeSymbolValues(values)
  if ((beginsWrapped(values) || endsWrapped(values)) && !text.isWellFormed()) throw damaged()
  return text
}

/** Whether these are two copies of a wrapped classic cipher of at least one UTF-16 unit. */
function isWrappedTwice(values: Uint8Array): boolean {
  const half = values.length / 2
  if (half % symbolsPerUnit !== classicWrapper.length || half === classicWrapper.length) return false
  if (!beginsWrapped(values) || !endsWrapped(values)) return false
  for (let i = 0; i < half; i++) if (values[i] !== values[half + i]) return false
  return true
}

const [w0, w1, w2, w3] = classicWrapper

const beginsWrapped = (values: Uint8Array): boolean =>
  values[0] === w0 && values[1] === w1 && values[2] === w2

const endsWrapped = (values: Uint8Array): boolean => values[values.length - 1] === w3
