/** White space at the ends of a key: it counts, and rarely is meant. */

/** What is said of a key with white space at an end. */
export const keySpaces = {
  begins: 'The key begins with white space, which counts.',
  ends: 'The key ends with white space, which counts.',
  beginsAndEnds: 'The key begins and ends with white space, which counts.',
} as const

/** Where a key has white space. */
export type KeySpaces = keyof typeof keySpaces

const first = /^\p{White_Space}+/u
const last = /\p{White_Space}+$/u

/** Where a key begins or ends in white space; `undefined` if it does neither. */
export function keySpacesOf(key: string): KeySpaces | undefined {
  const [begins, ends] = [first.test(key), last.test(key)]
  if (begins && ends) return 'beginsAndEnds'
  return begins ? 'begins' : ends ? 'ends' : undefined
}

/** A key without the white space at its ends. */
export const withoutKeySpaces = (key: string): string => key.replace(first, '').replace(last, '')
