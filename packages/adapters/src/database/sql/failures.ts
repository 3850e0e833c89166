import { badRequest, Failure, type Sentence, sentence } from '@pictoglyph/core'
import type { SqlValue } from './engine.ts'

export function conflict(reason: Sentence): Failure {
  return new Failure({ code: 'CONFLICT', reason })
}

/** The refusal of what another has already. @param field what the input calls it, such as `name` */
export function taken(field: string, reason: Sentence): Failure {
  return new Failure({ code: 'CONFLICT', reason, field })
}

/** @throws {Failure} BAD_REQUEST for a text with a NUL character: PostgreSQL can't keep one */
export function refuseNul(parameters: readonly SqlValue[]): void {
  for (const value of parameters) {
    if (typeof value === 'string' && value.includes('\0')) {
      throw badRequest(sentence('A text contains a NUL character, which can not be stored.'))
    }
  }
}
