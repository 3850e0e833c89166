/** What names are compared by: without regard to case or to how accents are composed. */
export function nameKey(name: string): string {
  return name.normalize('NFC').toLowerCase()
}
