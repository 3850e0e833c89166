/** Rows by what names them, in the one order in which they are locked, so that nobody waits for another crosswise. */
export function inLockOrder<T>(rows: ReadonlyMap<string, T>): [string, T][] {
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1))
}
