import { badRequest } from './bad-request.ts'
import { type Sentence, sentence } from './sentence.ts'

/**
 * Checks a text that a person gives for a name, title or note, and trims it.
 * @throws {Failure} BAD_REQUEST if it is too long (in code points) or holds a NUL or an unpaired surrogate
 */
export function readTextField(
  field: Sentence,
  text: string,
  limit: { most: number; least?: number },
): string {
  const trimmed = text.trim()
  if (trimmed.includes('\0')) throw badRequest(sentence('{field} holds a NUL character.', { field }))
  if (!trimmed.isWellFormed()) throw badRequest(sentence('{field} is not valid Unicode.', { field }))
  // Code points are never more than UTF-16 units, so the cheap length settles nearly every case.
  if (trimmed.length > limit.most && [...trimmed].length > limit.most) {
    throw badRequest(sentence('{field} is longer than {most} characters.', { field, most: limit.most }))
  }
  if (trimmed.length < (limit.least ?? 0)) {
    throw badRequest(sentence('{field} is empty.', { field }))
  }
  return trimmed
}
