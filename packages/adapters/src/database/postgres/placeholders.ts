const numbered = new Map<string, string>()

/** The statement with `$1`, `$2` … for each `?`. Statements are few and come again, so each is kept. */
export function numberPlaceholders(text: string): string {
  const known = numbered.get(text)
  if (known !== undefined) return known
  let count = 0
  const made = text.replaceAll('?', () => `$${++count}`)
  numbered.set(text, made)
  return made
}
