/** The list with one of its items one place earlier or later; unchanged where there is no such place. */
export function shifted<T>(items: readonly T[], item: T, by: -1 | 1): T[] {
  const from = items.indexOf(item)
  const to = from + by
  const moved = [...items]
  const other = moved[to]
  if (from < 0 || other === undefined) return moved
  moved[to] = item
  moved[from] = other
  return moved
}
