/** A text as JSON; `undefined` if it is none. For what damage, or another version, may have written. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
