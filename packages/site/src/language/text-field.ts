import { badField } from './failure.ts'
import { type Message, message } from './message.ts'

/** A text field for people. */
interface TextField {
  /** The input's name for it, such as `title`. */
  name: string
  /** The subject of messages about it, such as `The title`. */
  called: Message
  /** Maximum length in code points, without surrounding white space. */
  most: number
  least?: number
}

/**
 * Checks a text from a person, such as a name, title or note, and trims it.
 * @throws {Failure} BAD_REQUEST if it is too long (in code points) or holds a NUL or an unpaired surrogate
 */
export function readTextField(text: string, { name, called: field, most, least = 0 }: TextField): string {
  const trimmed = text.trim()
  if (trimmed.includes('\0')) throw badField(name, message('{field} holds a NUL character.', { field }))
  if (!trimmed.isWellFormed()) throw badField(name, message('{field} is not valid Unicode.', { field }))
  // There are never more code points than UTF-16 units, so the cheap length check nearly always suffices.
  if (trimmed.length > most && [...trimmed].length > most) {
    throw badField(name, message('{field} is longer than {most} characters.', { field, most }))
  }
  if (trimmed.length < least) throw badField(name, message('{field} is empty.', { field }))
  return trimmed
}

/** A note for operators, of at most `most` characters. @throws {Failure} BAD_REQUEST */
export const readNote = (text: string, most: number): string =>
  readTextField(text, { name: 'note', called: message('The note'), most })

/**
 * A character that hides other text or changes how a terminal or page displays it: control characters (C0, DEL, C1),
 * line and paragraph separators, and directional overrides and isolates.
 */
export const deceptiveCharacter = /[\p{Cc}\u2028\u2029\u202A-\u202E\u2066-\u2069]/u

/** Maximum length of names, in characters. */
export const maxNameCharacters = { user: 64, category: 64, cipherPart: 64, album: 100, key: 100 } as const

/**
 * Checks a name that others see in lists, and trims it.
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

/** The form for comparing names: ignores case and the composition of accents. */
export function nameKey(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

/** Maximum length of an image's title, in code points. */
export const maxTitleCharacters = 500
/** Maximum length of an image's description, in code points. */
export const maxDescriptionCharacters = 10_000

const titleField = { name: 'title', called: message('The title'), most: maxTitleCharacters }
const descriptionField = {
  name: 'description',
  called: message('The description'),
  most: maxDescriptionCharacters,
}

/**
 * Converts a title to its stored form: one line, with each run of white space and control characters as one space.
 * Programs print titles in links, and terminals must not interpret them.
 * @throws {Failure} BAD_REQUEST
 */
export function readTitle(text: string): string {
  const line = text.replace(/[\s\p{Cc}]+/gu, ' ')
  return readTextField(line, titleField)
}

/** Maximum length of a stored file name, in code points: the usual limit of file systems. */
const maxFileNameCharacters = 255

/** Default names that programs give to a nameless file, such as one from the clipboard. */
const namelessFile = /^(?:blob|file|image|picture|unnamed|untitled)?(?:\.\w{1,5})?$/i

/**
 * Converts a file name to its stored form: without folders, on one line, cut to 255 characters; '' for a default name.
 * Accepts any text.
 */
export function readFileName(sent: string): string {
  const line = (sent.split(/[/\\]/).at(-1) ?? '')
    .toWellFormed()
    .replace(/[\s\u2028-\u202E\u2066-\u2069\p{Cc}]+/gu, ' ')
  const name = [...line.trim()].slice(0, maxFileNameCharacters).join('').trim()
  return namelessFile.test(name) ? '' : name
}

/** Converts a description to its stored form. @throws {Failure} BAD_REQUEST */
export function readDescription(text: string): string {
  return readTextField(text, descriptionField)
}
