/** The digits of base62, in ascending order. */
export const base62Digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
/** Random bytes from here on are drawn again: with them, some letters would be more likely than others. */
const unbiasedBelow = 248

/**
 * A random base62 text of `length` characters, log2(62) = 5.95 bits each, from the platform's secure generator. Safe in
 * URLs, and selected by a double-click.
 */
export function randomBase62(length: number): string {
  let text = ''
  while (text.length < length) {
    for (const byte of crypto.getRandomValues(new Uint8Array(length + 8))) {
      if (byte < unbiasedBelow && text.length < length) text += base62Digits[byte % 62]
    }
  }
  return text
}

/** Whether a text may be an id that people choose or read: 1 to 40 characters of `a-z0-9_-`. */
export const isReadableId = (text: string): boolean => /^[a-z0-9][a-z0-9_-]{0,39}$/.test(text)

/** A new id for any record: 14 characters, 83 bits, impossible to guess. */
export function newId(): string {
  return randomBase62(14)
}
