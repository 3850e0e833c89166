/**
 * Why the codec refused something.
 *
 * - `BAD_CHARSET`: four symbols that cannot be a character set, or two sets that cannot be enabled together.
 * - `BAD_SCHEME`: a type has no such variant.
 * - `TEXT_LENGTH`: a text outside 1 to {@link maxTextUnits} UTF-16 code units.
 * - `CIPHER_LENGTH`: a cipher of more than {@link maxCipherCodePoints} code points.
 * - `KEY_NEEDED`: a type that uses a key was given none (an empty key is none).
 * - `KEY_LENGTH`: a key of more than {@link maxKeyCodePoints} code points.
 * - `DERIVATION_NEEDED`: an AESGCM cipher or scheme was given to a synchronous function.
 * - `UNRECOGNIZED`: no enabled set and format fits the cipher, or a later version wrote it.
 * - `DAMAGED`: the cipher was recognised and does not check; for a type with a key this is also a wrong key,
 *   and nothing tells the two apart.
 */
export type CodecErrorCode =
  | 'BAD_CHARSET'
  | 'BAD_SCHEME'
  | 'TEXT_LENGTH'
  | 'CIPHER_LENGTH'
  | 'KEY_NEEDED'
  | 'KEY_LENGTH'
  | 'DERIVATION_NEEDED'
  | 'UNRECOGNIZED'
  | 'DAMAGED'

/**
 * The one error this package throws for what a caller sent; its message is fit to be shown to them. For those who
 * say it in another language, `template` is the message with a place such as `{count}` for each of the `values`.
 */
export class CodecError extends Error {
  override readonly name = 'CodecError'

  constructor(
    readonly code: CodecErrorCode,
    readonly template: string,
    readonly values: Readonly<Record<string, string | number>> = {},
  ) {
    super(template.replaceAll(/\{(\w+)\}/g, (_, place: string) => String(values[place])))
  }
}

/** The codes of what is refused as a cipher. */
export type RefusedCipher = 'DAMAGED' | 'UNRECOGNIZED'

/** The messages of all errors with a code of {@link RefusedCipher}, for those who say them in another language. */
export const refusals = {
  damaged: 'The cipher is damaged.',
  symbolsMissing: 'The cipher is damaged: symbols are missing in it, or were added. Copy it again.',
  endMissing: 'The end of the cipher is missing. Copy all of it.',
  beginningMissing: 'The beginning of the cipher is missing. Copy all of it.',
  severalCiphers: 'These are two ciphers or more. Decode one at a time.',
  partOfAnother:
    'This may be a part of another cipher: what it decodes to is too short or too odd for a text. Copy all of it.',
  damagedOrWrongKey: 'The cipher is damaged, or the key is not the one it was made with.',
  notTheBeginning: 'This may be a part of a cipher: it does not begin as one. Copy all of it.',
  nothing: 'There is no cipher: nothing came, or only white space.',
  unrecognized: 'The cipher is not recognized: no enabled character set fits it.',
  laterVersion: 'The cipher was made by a later version of the format.',
} as const

/** Why a cipher is refused. */
export type Refusal = keyof typeof refusals

/** The refusal of a cipher, by default as `DAMAGED`. */
export const refused = (why: Refusal, code: RefusedCipher = 'DAMAGED') => new CodecError(code, refusals[why])

/** A body whose text is doubted: it may be shown, but only as what may be a part of another cipher. */
export class DoubtedBody extends CodecError {
  constructor(
    /** What the body decodes to: well-formed. */
    readonly text: string,
  ) {
    super('DAMAGED', refusals.partOfAnother)
  }
}

/** A cipher without a key that does not check. */
export const damaged = () => refused('damaged')

/** A cipher with a key that does not check: damage and a wrong key look the same. */
export const damagedOrWrongKey = () => refused('damagedOrWrongKey')

/** A cipher in which no enabled set and format can be seen. */
export const unrecognized = () => refused('unrecognized', 'UNRECOGNIZED')

/** A frame whose header this version has no meaning for. */
export const laterVersion = () => refused('laterVersion', 'UNRECOGNIZED')
