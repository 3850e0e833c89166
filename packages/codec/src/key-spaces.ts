/** White space at the ends of a key: it counts, and rarely is meant. */

/** What is said of a key with white space at an end. */
export const keySpaces = {
  begins: 'The key begins with white space, which counts.',
  ends: 'The key ends with white space, which counts.',
  beginsAndEnds: 'The key begins and ends with white space, which counts.',
} as const

/** Where a key has white space. */
export type KeySpaces = keyof typeof keySpaces

/** Where a key begins or ends in white space; `undefined` if it does neither. */
export function keySpacesOf(key: string): KeySpaces | undefined {
  const [begins, ends] = [isWhiteSpace(key.at(0)), isWhiteSpace(key.at(-1))]
  if (begins && ends) return 'beginsAndEnds'
  return begins ? 'begins' : ends ? 'ends' : undefined
}

/** A key without the white space at its ends. */
export function withoutKeySpaces(key: string): string {
  let [from, to] = [0, key.length]
  while (isWhiteSpace(key[from])) from++
  while (to > from && isWhiteSpace(key[to - 1])) to--
  return key.slice(from, to)
}

const isWhiteSpace = (unit: string | undefined): boolean =>
  unit !== undefined && /\p{White_Space}/u.test(unit)
