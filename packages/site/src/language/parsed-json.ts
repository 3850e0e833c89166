/** Parses JSON that may be damaged or from another version; `undefined` if it is invalid. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
