/**
 * Why the codec refused something.
 *
 * - `BAD_CHARSET`: four symbols that cannot be a character set, or two sets that cannot be enabled together.
 * - `BAD_SCHEME`: a type has no such variant.
 * - `TEXT_LENGTH`: a text outside 1 to {@link maxTextUnits} UTF-16 code units.
 * - `CIPHER_LENGTH`: a cipher of more than {@link maxCipherCodePoints} code points.
 * - `KEY_NEEDED`: no key for a type that needs one (an empty key counts as none).
 * - `KEY_LENGTH`: a key of more than {@link maxKeyCodePoints} code points.
 * - `DERIVATION_NEEDED`: an AESGCM cipher or scheme in a synchronous function.
 * - `UNRECOGNIZED`: no enabled set and format fits the cipher, or a later version wrote it.
 * - `DAMAGED`: the cipher was detected, but its check fails. With a key, this includes a wrong key: the two can't be
 * distinguished.
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
 * The only error that this package throws for a caller's input. Its message may be displayed to users. To translate
 * it, use `template`: the message with a placeholder such as `{count}` for each of the `values`.
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

/** Codes for refused ciphers. */
export type RefusedCipher = 'DAMAGED' | 'UNRECOGNIZED'

/** The messages of all errors with a {@link RefusedCipher} code, for translation. */
export const refusals = {
  damaged: 'The cipher is damaged.',
  symbolsMissing: 'The cipher is damaged: symbols are missing in it, or were added. Copy it again.',
  endMissing: 'The end of the cipher is missing. Copy all of it.',
  beginningMissing: 'The beginning of the cipher is missing. Copy all of it.',
  noEnd:
    'The cipher does not end where it stops: its end is missing, or something stands after it. Copy exactly the cipher.',
  symbolsAfter: "Something in the cipher's own symbols stands after it. Copy the cipher alone.",
  symbolsBefore: "Something in the cipher's own symbols stands before it. Copy the cipher alone.",
  symbolsAround:
    "Something in the cipher's own symbols stands before it and after it. Copy the cipher alone.",
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

/** The error for a refused cipher, by default `DAMAGED`. */
export const refused = (why: Refusal, code: RefusedCipher = 'DAMAGED') => new CodecError(code, refusals[why])

/** A body whose text is doubtful. A reader may display it only as a possible part of another cipher. */
export class DoubtedBody extends CodecError {
  constructor(
    /** The well-formed text of the body. */
    readonly text: string,
  ) {
    super('DAMAGED', refusals.partOfAnother)
  }
}

/** A cipher without its end, or that lost symbols within. A reader may display its beginning as such. */
export class CutCipher extends CodecError {
  constructor(
    refusal: CodecError,
    /** The first units of the text. */
    readonly text: string,
    /** The number of units of the whole text, roughly; `undefined` where the end of the cipher is missing. */
    readonly ofAbout: number | undefined,
  ) {
    super(refusal.code, refusal.template, refusal.values)
  }
}

/** Error for a cipher without a key whose check fails. */
export const damaged = () => refused('damaged')

/** Error for a cipher with a key whose check fails; damage and a wrong key look the same. */
export const damagedOrWrongKey = () => refused('damagedOrWrongKey')

/** Error for a cipher that matches no enabled set and format. */
export const unrecognized = () => refused('unrecognized', 'UNRECOGNIZED')

/** Error for a frame whose header is reserved for later versions. */
export const laterVersion = () => refused('laterVersion', 'UNRECOGNIZED')
