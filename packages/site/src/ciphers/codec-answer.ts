import { CodecError } from '@pictoglyph/codec'
import { badField } from '../language/failure.ts'

/** Turns the codec's refusal of an input field into a BAD_REQUEST with the codec's message. */
export function codecAnswer<T>(field: string, ask: () => T): T {
  try {
    return ask()
  } catch (error) {
    if (!(error instanceof CodecError)) throw error
    const { template, values } = error
    throw badField(field, { template, values })
  }
}
