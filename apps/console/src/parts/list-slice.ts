/** A page draws so many rows with forms in them within a few milliseconds. */
export const rowsOfPage = 50

/** The rows of a list that a page shows. */
interface ListSlice<T> {
  items: readonly T[]
  /** How many come before. */
  from: number
  next: string | null
}

/** The slice that an address asks for; the first where it asks for none that there is. */
export function sliceOf<T>(all: readonly T[], query: URLSearchParams): ListSlice<T> {
  const asked = Number(query.get('after') ?? 0)
  const from = Number.isSafeInteger(asked) && asked > 0 && asked < all.length ? asked : 0
  const end = from + rowsOfPage
  return { items: all.slice(from, end), from, next: end < all.length ? String(end) : null }
}
