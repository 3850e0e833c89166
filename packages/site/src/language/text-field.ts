import { badField } from './failure.ts'
import { type Message, message } from './message.ts'

/** A field that a person writes a text into. */
interface TextField {
  /** How the input calls it, such as `title`. */
  name: string
  /** How a sentence about it begins, such as `The title`. */
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

/**
 * A character that hides text around it, or makes a terminal or page show something else: the control characters (C0,
 * DEL, C1), line and paragraph separators, and the overrides and isolates of direction.
 */
export const deceptiveCharacter = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u

/** How long names of things are at most, in characters. */
export const maxNameCharacters = { user: 64, category: 64, cipherPart: 64, album: 100, key: 100 } as const

/**
 * Checks a name that a person gives to something that others see in lists, and trims it.
 * @throws {Failure} BAD_REQUEST as {@link readTextField} does, and for a {@link deceptiveCharacter}
 */
export function readName(
  text: string,
  { field = 'name', ...limit }: { field?: string; most: number; least?: number },
): string {
  const name = readTextField(text, { name: field, called: message('The name'), ...limit })
  if (!deceptiveCharacter.test(name)) return name
  const reason = message(
    'The name holds a line break, a control character or one that turns the direction of text.',
  )
  throw badField(field, reason)
}

/** The form in which names are compared: regardless of case and of how accents are composed. */
export function nameKey(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

/** The longest title of an image, in code points. */
export const maxTitleCharacters = 500
/** The longest description of an image, in code points. */
export const maxDescriptionCharacters = 10_000

const titleField = { name: 'title', called: message('The title'), most: maxTitleCharacters }
const descriptionField = {
  name: 'description',
  called: message('The description'),
  most: maxDescriptionCharacters,
}

/**
 * A title in its stored form: on one line, with each run of white space and control characters as one space. Programs
 * print it in links, and no terminal may obey it.
 * @throws {Failure} BAD_REQUEST
 */
export function readTitle(text: string): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ')
  return readTextField(line, titleField)
}

/** The longest file name that is kept, in code points: as long as file systems allow. */
const maxFileNameCharacters = 255

/** What programs call a file that has no name of its own, such as one from the clipboard. */
const namelessFile = /^(?:blob|file|image|picture|unnamed|untitled)?(?:\.\w{1,5})?$/i

/**
 * A file's name in its stored form: without folders, on one line, cut to 255 characters; '' for a name that says
 * nothing. Anything may be sent, and nothing is refused.
 */
export function readFileName(sent: string): string {
  const line = (sent.split(/[/\\]/).at(-1) ?? '')
    .toWellFormed()
    .replace(/[\s\u2028-\u202E\u2066-\u2069\p{Cc}]+/gu, ' ')
  const name = [...line.trim()].slice(0, maxFileNameCharacters).join('').trim()
  return namelessFile.test(name) ? '' : name
}

/** A description in its stored form. @throws {Failure} BAD_REQUEST */
export function readDescription(text: string): string {
  return readTextField(text, descriptionField)
}
