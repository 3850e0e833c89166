import { conflict, type Failure, type Sentence, sentence } from '@pictoglyph/core'

/** The refusal of a place to restore to, with what was found there. */
export function notEmpty(what: Sentence): Failure {
  const reason = sentence('A backup is only restored to an empty place, and {what}.', { what })
  return conflict(reason)
}
