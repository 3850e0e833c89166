import { Failure } from './failure.ts'
import type { Sentence } from './sentence.ts'

/** The refusal of what does not fit the present state. */
export function conflict(reason: Sentence): Failure {
  return new Failure({ code: 'CONFLICT', reason })
}

/** The refusal of what another has already. @param field what the input calls it, such as `name` */
export function taken(field: string, reason: Sentence): Failure {
  return new Failure({ code: 'CONFLICT', reason, field })
}
