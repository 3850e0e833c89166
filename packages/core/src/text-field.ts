import { badField } from './failure.ts'
import { type Message, message } from './message.ts'

/** A field that a person writes a text into. */
export interface TextField {
  /** What the input calls it, such as `title`. */
  name: string
  /** What a sentence about it begins with, such as `The title`. */
  called: Message
  /** In code points, without the white space around the text. */
  most: number
  least?: number
}

/**
 * Checks a text that a person gives for a name, title or note, and trims it.
 * @throws {Failure} BAD_REQUEST if it is too long (in code points) or holds a NUL or an unpaired surrogate
 */
export function readTextField(text: string, { name, called: field, most, least = 0 }: TextField): string {
  const trimmed = text.trim()
  if (trimmed.includes('\0')) throw badField(name, message('{field} holds a NUL character.', { field }))
  if (!trimmed.isWellFormed()) throw badField(name, message('{field} is not valid Unicode.', { field }))
  // Code points are never more than UTF-16 units, so the cheap length settles nearly every case.
  if (trimmed.length > most && [...trimmed].length > most) {
    throw badField(name, message('{field} is longer than {most} characters.', { field, most }))
  }
  if (trimmed.length < least) throw badField(name, message('{field} is empty.', { field }))
  return trimmed
}
