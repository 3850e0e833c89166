import { nameKey } from '../language/text-field.ts'

/** The text that searches compare. */
export function searchText(title: string, description: string): string {
  return nameKey(`${title}\n${description}`).trim()
}

/** Each word is a condition of the query; the databases accept at least a thousand conditions. */
const maxSearchWords = 100

/** The words of a search, folded like the searched text. */
export function searchWords(search: string): string[] {
  const words = nameKey(search).split(/\s+/u).filter(Boolean).slice(0, maxSearchWords)
  return [...new Set(words)]
}

/** Maximum grams of a search: more exclude few further images, and each costs a lookup. */
const maxSearchGrams = 32
/** From this code point on, words may have one or two characters: Chinese, Japanese and Korean. */
const denseScriptsFrom = 0x2e80

/**
 * The grams of a text, as numbers: every three adjacent characters (code points), and every one or two that include a
 * Chinese, Japanese or Korean character. Two grams may have the same number, so an index of them only narrows a
 * comparison.
 */
export function gramsOf(text: string): Set<number> {
  const grams = new Set<number>()
  let first = 0
  let second = 0
  for (const character of text) {
    const third = character.codePointAt(0) ?? 0
    if (third >= denseScriptsFrom) grams.add(numberOf(0, 0, third))
    if (second !== 0 && (second >= denseScriptsFrom || third >= denseScriptsFrom)) {
      grams.add(numberOf(0, second, third))
    }
    if (first !== 0) grams.add(numberOf(first, second, third))
    first = second
    second = third
  }
  return grams
}

/** The grams that narrow a search for all of these words; none if all words are too short and in other scripts. */
export function searchGrams(words: readonly string[]): number[] {
  const grams = new Set(words.flatMap((word) => [...longestGrams(word)]))
  const step = Math.max(1, grams.size / maxSearchGrams)
  return [...grams].filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step))
}

/** The longest grams of a word: one of three characters makes the shorter ones in it superfluous. */
function longestGrams(word: string): Iterable<number> {
  const characters = [...word]
  if (characters.length < 3) {
    const [first = '', second = ''] = characters
    const number = numberOf(0, second === '' ? 0 : codeOf(first), codeOf(second === '' ? first : second))
    return gramsOf(word).has(number) ? [number] : []
  }
  return characters
    .slice(2)
    .map((third, index) =>
      numberOf(codeOf(characters[index] ?? ''), codeOf(characters[index + 1] ?? ''), codeOf(third)),
    )
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0
}

/** Hashes to 32 bits, for PostgreSQL's `integer`. The multipliers are those of MurmurHash3. */
function numberOf(first: number, second: number, third: number): number {
  let mixed = Math.imul(first, 0xcc9e2d51) ^ Math.imul(second, 0x1b873593) ^ third
  mixed = Math.imul(mixed ^ (mixed >>> 16), 0x85ebca6b)
  mixed = Math.imul(mixed ^ (mixed >>> 13), 0xc2b2ae35)
  return mixed ^ (mixed >>> 16)
}
