/** What names are compared by: without regard to case or to how accents are composed. */
export function nameKey(name: string): string {
  return name.normalize('NFC').toLowerCase()
}

/** What a search looks in. */
export function searchText(title: string, description: string): string {
  return nameKey(`${title}\n${description}`).trim()
}

/** The words of a search, folded like the text that they are looked for in. */
export function searchWords(search: string): string[] {
  return nameKey(search).split(/\s+/u).filter(Boolean)
}
