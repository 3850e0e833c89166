import { badField } from './failure.ts'
import { message } from './message.ts'
import { readTextField } from './text-field.ts'

/**
 * A character that hides what stands around it, or has a terminal or page show something else: the control characters
 * (C0, DEL, C1), line and paragraph separators, and the overrides and isolates of direction.
 */
export const deceptiveCharacter = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u

/** How long names of things are at most, in characters. */
export const maxNameCharacters = { user: 64, category: 64, cipherPart: 64, album: 100, key: 100 } as const

/**
 * Checks a name that a person gives to something that others see in lists, and trims it.
 * @throws {Failure} BAD_REQUEST as {@link readTextField} does, and for a {@link deceptiveCharacter}
 */
export function readName(text: string, limit: { most: number; least?: number }): string {
  const name = readTextField(text, { name: 'name', called: message('The name'), ...limit })
  if (!deceptiveCharacter.test(name)) return name
  const reason = message(
    'The name holds a line break, a control character or one that turns the direction of text.',
  )
  throw badField('name', reason)
}
