import { badRequest, message } from '@pictoglyph/core'
import type { SqlValue } from './engine.ts'

/** @throws {Failure} BAD_REQUEST for a text with a NUL character: PostgreSQL can't keep one */
export function refuseNul(parameters: readonly SqlValue[]): void {
  for (const value of parameters) {
    if (typeof value === 'string' && value.includes('\0')) {
      throw badRequest(message('A text contains a NUL character, which can not be stored.'))
    }
  }
}
