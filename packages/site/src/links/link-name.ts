import { badField } from '../language/failure.ts'
import { message } from '../language/message.ts'

/**
 * Reads the name of a link.
 * @param field the field of the input
 * @throws {Failure} BAD_REQUEST
 */
export function readLinkName(text: string, field = 'name'): string {
  const name = text.trim()
  if (isLinkName(name)) return name
  const reason = message('{field}: the name of a link has 3 to 64 of the characters a to z, 0 to 9 and -.', {
    field,
  })
  throw badField(field, reason)
}

/** Whether a link may have this name. */
export const isLinkName = (name: string): boolean => /^[a-z0-9-]{3,64}$/.test(name)
