import type { FailureCode, FailureFacts } from '@pictoglyph/core'
import type { Messages } from './messages.ts'
import { withPolicyNames } from './policy-names.ts'

/**
 * What a reader is told of a failure; `detail` is in English where no sentence of their language fits, and follows
 * with no space but what the sentence ends in.
 */
export interface FailureText {
  message: string
  detail?: string
}

/** A sentence for every way in which the site refuses or fails. */
export type FailureTexts = {
  [C in FailureCode]: (facts: Extract<FailureFacts, { code: C }>) => FailureText
}

/** For pages: the detail is marked as English there. */
export function failureText(messages: Messages, facts: FailureFacts): FailureText {
  const tell = messages.failure[facts.code] as (facts: FailureFacts) => FailureText
  return tell(withPolicyNames(messages, facts))
}

/** The same in one line, for scripts and where there is no markup. */
export function failureMessage(messages: Messages, facts: FailureFacts): string {
  const { message, detail } = failureText(messages, facts)
  return detail === undefined ? message : `${message}${detail}`
}
