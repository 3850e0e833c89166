import { Failure } from './failure.ts'
import type { Message } from './message.ts'

/** The refusal where something is not there. @param what its name */
export function notFound(what: Message): Failure {
  return new Failure({ code: 'NOT_FOUND', what })
}
