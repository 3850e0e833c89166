/** The list with one item moved before another, or to the end if the list does not have the other. */
export function movedBefore<T>(items: readonly T[], item: T, other: T): T[] {
  const rest = items.filter((one) => one !== item)
  const at = rest.indexOf(other)
  return rest.toSpliced(at === -1 ? rest.length : at, 0, item)
}

/** The list with one item moved one place earlier or later; unchanged if there is no such place. */
export function movedByOne<T>(items: readonly T[], item: T, by: -1 | 1): T[] {
  const from = items.indexOf(item)
  const to = from + by
  const moved = [...items]
  const other = moved[to]
  if (from < 0 || other === undefined) return moved
  moved[to] = item
  moved[from] = other
  return moved
}
