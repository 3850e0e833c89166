/**
 * So many statements are kept. Everyday work comes by about a hundred; searches for other numbers of words, and
 * lists of other numbers of networks, would come by thousands, each of up to 300 kB.
 */
export const maxKeptStatements = 256

/**
 * Makes something of a statement's text once, and gives the same for that text from then on.
 * @param onEvict is told of the oldest where there are more than {@link maxKeptStatements}: it is made anew if its
 * text comes again
 */
export function keepStatements<T>(
  make: (text: string) => T,
  onEvict?: (made: T) => void,
): (text: string) => T {
  const kept = new Map<string, T>()
  return (text) => {
    const known = kept.get(text)
    if (known !== undefined) return known
    for (const [oldest, made] of kept) {
      if (kept.size < maxKeptStatements) break
      kept.delete(oldest)
      onEvict?.(made)
    }
    const made = make(text)
    kept.set(text, made)
    return made
  }
}
