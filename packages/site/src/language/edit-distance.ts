/**
 * How many edits turn one word into another: a letter missing, added or replaced, or two neighbours swapped (optimal
 * string alignment). Takes steps in proportion to the product of the lengths.
 * @example editDistance('chiper', 'cipher') // 2
 */
export function editDistance(word: string, other: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: other.length + 1 }, (_, length) => length)
  for (let i = 1; i <= word.length; i++) {
    const row = [i]
    for (let j = 1; j <= other.length; j++) {
      const replaced = last[j - 1]! + (word[i - 1] === other[j - 1] ? 0 : 1)
      const isSwapped = j > 1 && word[i - 1] === other[j - 2] && word[i - 2] === other[j - 1]
      const swapped = isSwapped ? beforeLast[j - 2]! + 1 : replaced
      row.push(Math.min(replaced, swapped, last[j]! + 1, row[j - 1]! + 1))
    }
    beforeLast = last
    last = row
  }
  return last[other.length]!
}
