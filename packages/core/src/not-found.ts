import { Failure } from './failure.ts'
import type { Sentence } from './sentence.ts'

/** The refusal where something is not there. @param what its name */
export function notFound(what: Sentence): Failure {
  return new Failure({ code: 'NOT_FOUND', what })
}
