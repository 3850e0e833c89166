import { Failure } from '@pictoglyph/core'

/** The refusal of a place to restore to, with what was found there. */
export function notEmpty(what: string): Failure {
  const reason = `A backup is only restored to an empty place, and ${what}.`
  return new Failure({ code: 'CONFLICT', reason })
}
