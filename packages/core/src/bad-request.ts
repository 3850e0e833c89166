import { Failure } from './failure.ts'
import type { Sentence } from './sentence.ts'

/** The refusal of an input. @param cause what it was learnt from */
export function badRequest(reason: Sentence, cause?: unknown): Failure {
  return new Failure({ code: 'BAD_REQUEST', reason }, cause === undefined ? {} : { cause })
}
