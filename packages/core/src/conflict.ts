import { Failure } from './failure.ts'
import type { Message } from './message.ts'

/** The refusal of what does not fit the present state. */
export function conflict(reason: Message): Failure {
  return new Failure({ code: 'CONFLICT', reason })
}

/** The refusal of what another has already. @param field what the input calls it, such as `name` */
export function taken(field: string, reason: Message): Failure {
  return new Failure({ code: 'CONFLICT', reason, field })
}
