import { message } from '../message.ts'
import { readTextField } from '../text-field.ts'

/** The longest title of an image, in code points. */
export const maxTitleCharacters = 500
/** The longest description of an image, in code points. */
export const maxDescriptionCharacters = 10_000

/**
 * A title as it is kept: on one line, each run of white space and control characters one space. It stands in links
 * that programs print, and no terminal is to obey it.
 * @throws {Failure} BAD_REQUEST
 */
export function readTitle(text: string): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ')
  return readTextField(line, { name: 'title', called: message('The title'), most: maxTitleCharacters })
}

/** A description as it is kept. @throws {Failure} BAD_REQUEST */
export function readDescription(text: string): string {
  const called = message('The description')
  return readTextField(text, { name: 'description', called, most: maxDescriptionCharacters })
}
