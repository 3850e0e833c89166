/** What is said of a key that does not open a cipher, and has white space at an end. */
export const keySpaces = {
  begins: 'The key begins with white space, which counts.',
  ends: 'The key ends with white space, which counts.',
  beginsAndEnds: 'The key begins and ends with white space, which counts.',
} as const

/** Where a key has white space. */
export type KeySpaces = keyof typeof keySpaces

/** Where a key begins or ends in white space; `undefined` if it does neither. */
export function keySpacesOf(key: string): KeySpaces | undefined {
  const begins = /^\p{White_Space}/u.test(key)
  const ends = /\p{White_Space}$/u.test(key)
  if (begins && ends) return 'beginsAndEnds'
  return begins ? 'begins' : ends ? 'ends' : undefined
}
