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

/** A cipher without a key that does not check. */
export const damaged = () => new CodecError('DAMAGED', 'The cipher is damaged.')

/** A cipher with a key that does not check: damage and a wrong key look the same. */
export const damagedOrWrongKey = () =>
  new CodecError('DAMAGED', 'The cipher is damaged, or the key is not the one it was made with.')

/** A cipher in which no enabled set and format can be seen. */
export const unrecognized = () =>
  new CodecError('UNRECOGNIZED', 'The cipher is not recognized: no enabled character set fits it.')

/** A frame whose header this version has no meaning for. */
export const laterVersion = () =>
  new CodecError('UNRECOGNIZED', 'The cipher was made by a later version of the format.')
