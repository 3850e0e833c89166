import { createClassicEncoder } from '@pictoglyph/codec/classic-encoder'
import { readSymbols } from '@pictoglyph/site/ciphers/charset'
import { Failure, type FailureFacts } from '@pictoglyph/site/language/failure'

/** The start of a sample in a set's symbols, or why these four are invalid. */
type SampleCipher = { cipher: string } | { refusal: FailureFacts }

const maxSampleUnits = 200

/** A text in four symbols, classically encoded. */
export function sampleCipher(symbols: string, sample: string): SampleCipher {
  try {
    const charset = { id: 'sample', name: 'sample', symbols: readSymbols(symbols) }
    return { cipher: createClassicEncoder(charset).toCipher(sample.slice(0, maxSampleUnits)) }
  } catch (error) {
    if (error instanceof Failure) return { refusal: error.facts }
    throw error
  }
}
