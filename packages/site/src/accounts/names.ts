import { badField } from '../language/failure.ts'
import { message } from '../language/message.ts'
import { maxNameCharacters, readName } from '../language/text-field.ts'

/** Invisible characters, which would make different names look alike: Unicode's ignorable code points. */
const hidden = /\p{Default_Ignorable_Code_Point}/u

/** Scripts in everyday use (UAX 31 table 5), except those that are mixed with others. */
const otherScripts = [
  'Armenian',
  'Hebrew',
  'Arabic',
  'Thaana',
  'Devanagari',
  'Bengali',
  'Gurmukhi',
  'Gujarati',
  'Oriya',
  'Tamil',
  'Telugu',
  'Kannada',
  'Malayalam',
  'Sinhala',
  'Thai',
  'Lao',
  'Tibetan',
  'Myanmar',
  'Georgian',
  'Ethiopic',
  'Khmer',
]

/** UTS 39 section 5.2, "moderately restrictive": Latin mixes with one other script, but not with Cyrillic or Greek. */
const scriptsTogether = [
  ['Cyrillic'],
  ['Greek'],
  ['Latin', 'Han', 'Hiragana', 'Katakana'],
  ['Latin', 'Han', 'Bopomofo'],
  ['Latin', 'Han', 'Hangul'],
  ...otherScripts.map((script) => ['Latin', script]),
].map((scripts) => {
  const classes = ['Common', 'Inherited', ...scripts].map((script) => `\\p{scx=${script}}`)
  return new RegExp(`^[${classes.join('')}]*$`, 'u')
})

/** All but the vowel AM of Thai and Lao, which NFKC would decompose into characters that no one types. */
const normalized = /[^\u0E33\u0EB3]+/gu

/** Replaces wide, small, circled and mathematical letters with plain ones: Unicode's NFKC. */
export const inPlainLetters = (text: string): string =>
  text.replace(normalized, (letters) => letters.normalize('NFKC'))

/**
 * Reads a sign-in name into its stored form. The rules keep anyone from imitating another user's name.
 * @throws {Failure} BAD_REQUEST as `readName` does, for invisible characters, for a mixture of scripts, and for
 * characters that {@link inPlainLetters} replaces
 */
export function readSignInName(text: string, most: number = maxNameCharacters.user): string {
  const name = readName(text, { least: 1, most })
  if (hidden.test(name)) {
    throw badField('name', message('The name holds a character that no one sees. Type it anew.'))
  }
  if (!scriptsTogether.some((pattern) => pattern.test(name))) {
    throw badField(
      'name',
      message('The name mixes scripts whose letters look alike, or that no one writes together.'),
    )
  }
  for (const character of name) {
    const plain = inPlainLetters(character)
    if (plain === character.normalize('NFC')) continue
    const code = character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, '0')
    throw badField(
      'name',
      message('The name holds "{character}" (U+{code}). Write "{plain}" instead.', {
        character,
        code,
        plain,
      }),
    )
  }
  return name
}

/** Characters that would change how a page displays other text: controls of direction, and tags. */
const misleading = /[\p{Bidi_Control}\u{E0000}-\u{E007F}]/gu

/** The display name in its stored form, without {@link misleading}. @throws {Failure} BAD_REQUEST as `readName` */
export function readDisplayName(text: string): string {
  return readName(text.replaceAll(misleading, ''), { field: 'displayName', most: maxNameCharacters.user })
}
