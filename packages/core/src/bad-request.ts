import { Failure } from './failure.ts'
import type { Message } from './message.ts'

/** The refusal of an input. @param cause what it was learnt from */
export function badRequest(reason: Message, cause?: unknown): Failure {
  return new Failure({ code: 'BAD_REQUEST', reason }, cause === undefined ? {} : { cause })
}

/** The refusal of one field of an input. @param field what the input calls it, such as `name` */
export function badField(field: string, reason: Message): Failure {
  return new Failure({ code: 'BAD_REQUEST', reason, field })
}
