/**
 * Why bytes are not a valid image.
 *
 * - `UNKNOWN_TYPE`: they do not begin like any of the formats.
 * - `TRUNCATED`: they stop before the image's size (or, when stripping, before its end).
 * - `MALFORMED`: they break a rule of their format that no honest encoder breaks.
 */
export type MediaFailureCode = 'UNKNOWN_TYPE' | 'TRUNCATED' | 'MALFORMED'

/**
 * Characters that move a terminal's cursor or hide text. Names of chunks and boxes may contain them, so messages
 * print their codes.
 */
const unprintable = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** The only error that this package throws for its input. */
export class MediaFailure extends Error {
  override readonly name = 'MediaFailure'
  readonly code: MediaFailureCode
  /** The reader's position in the file, in bytes from its start. */
  readonly offset: number

  constructor(code: MediaFailureCode, reason: string, offset: number) {
    const printable = reason.replace(unprintable, (each) => {
      return `\\u${each.codePointAt(0)!.toString(16).padStart(4, '0')}`
    })
    super(`${printable} (at byte ${offset})`)
    this.code = code
    this.offset = offset
  }
}
