/** A page renders this many rows with forms within a few milliseconds. */
export const rowsOfPage = 50

/** The rows of a list on one page. */
interface ListSlice<T> {
  items: readonly T[]
  /** Number of rows before them. */
  from: number
  next: string | null
}

/** The slice in an address; the first slice if the address has none or an invalid one. */
export function sliceOf<T>(all: readonly T[], query: URLSearchParams): ListSlice<T> {
  const asked = Number(query.get('after') ?? 0)
  const from = Number.isSafeInteger(asked) && asked > 0 && asked < all.length ? asked : 0
  const end = from + rowsOfPage
  return { items: all.slice(from, end), from, next: end < all.length ? String(end) : null }
}
