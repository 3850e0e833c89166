import { nameKey } from '@pictoglyph/core'

/** What a search looks in. */
export function searchText(title: string, description: string): string {
  return nameKey(`${title}\n${description}`).trim()
}

/** Each word is a condition of the query, and the databases take a thousand at least. */
const maxSearchWords = 100

/** The words of a search, folded like the text that they are looked for in. */
export function searchWords(search: string): string[] {
  return nameKey(search).split(/\s+/u).filter(Boolean).slice(0, maxSearchWords)
}
