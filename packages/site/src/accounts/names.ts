import { badField } from '../language/failure.ts'
import { message } from '../language/message.ts'
import { maxNameCharacters, readName } from '../language/text-field.ts'

/** What shows nothing by itself, so that two names that differ look alike: Unicode's ignorable code points. */
const hidden = /\p{Default_Ignorable_Code_Point}/u

/** Scripts that are in everyday use (UAX 31 table 5), but for those that are written together with others. */
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

/** UTS 39 section 5.2, "moderately restrictive". Latin stands beside one other script, but not Cyrillic or Greek. */
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

/** All but the vowel AM of Thai and Lao, which NFKC takes apart into what no one types. */
const normalized = /[^\u0E33\u0EB3]+/gu

/** A text with plain letters in place of wide, small, circled or mathematical ones: Unicode's NFKC. */
export const inPlainLetters = (text: string): string =>
  text.replace(normalized, (letters) => letters.normalize('NFKC'))

/**
 * A name that signs in, in its stored form: no one may pass for somebody else by it.
 * @throws {Failure} BAD_REQUEST as `readName` does, for characters that no one sees, for a mixture of scripts, and for
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

/** What makes a page show other text otherwise: controls of direction, and tags. */
const misleading = /[\p{Bidi_Control}\u{E0000}-\u{E007F}]/gu

/** The name that others see, in its stored form, without {@link misleading}. @throws {Failure} BAD_REQUEST as `readName` */
export function readDisplayName(text: string): string {
  return readName(text.replaceAll(misleading, ''), { field: 'displayName', most: maxNameCharacters.user })
}
