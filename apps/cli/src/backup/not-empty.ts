import { conflict, type Failure } from '@pictoglyph/site/language/failure'
import { type Message, message } from '@pictoglyph/site/language/message'

/** The failure of a restore to a target that is not empty; `what` names its content. */
export function notEmpty(what: Message): Failure {
  const reason = message('A backup is only restored to an empty place, and {what}.', { what })
  return conflict(reason)
}
