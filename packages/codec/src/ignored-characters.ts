/**
 * Characters that a reader of ciphers skips everywhere: Unicode's White_Space, and invisible characters that often
 * come with pasted text (zero-width spaces and joiners, direction marks, variation selectors, byte order marks).
 * Inclusive ranges of code points, all below U+10000.
 */
const ignoredRanges: readonly (readonly [number, number])[] = [
  [0x0009, 0x000d],
  [0x0020, 0x0020],
  [0x0085, 0x0085],
  [0x00a0, 0x00a0],
  [0x00ad, 0x00ad],
  [0x034f, 0x034f],
  [0x061c, 0x061c],
  [0x1680, 0x1680],
  [0x180b, 0x180f],
  [0x2000, 0x200f],
  [0x2028, 0x202f],
  [0x205f, 0x206f],
  [0x3000, 0x3000],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
]

/** The UTF-16 code units of ignored characters. */
export const ignoredUnits: readonly number[] = ignoredRanges.flatMap(([first, last]) =>
  Array.from({ length: last - first + 1 }, (_, i) => first + i),
)

const ignored = new Set(ignoredUnits)

/** Whether a reader of ciphers ignores this code point. */
export const isIgnored = (codePoint: number): boolean => ignored.has(codePoint)

/** Separators of words and lines: the visible ones of the ignored characters. */
export const whiteSpace = /\p{White_Space}+/u

/** Counts the code points of a string that are not ignored. */
export function countSymbols(written: string): number {
  let count = 0
  for (const character of written) if (!isIgnored(character.codePointAt(0)!)) count++
  return count
}
