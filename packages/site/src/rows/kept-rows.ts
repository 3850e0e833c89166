import type { SqlEngine } from './engine.ts'

const maxKept = 1_000
/** A cached row is read again after this time, even without changes. */
const keptMs = 1_000

/**
 * Caches rows by key until a change is committed, for at most a second. If the engine can't count changes, each call
 * reads. Callers must not change the rows.
 * @param read `undefined` and errors are not cached
 * @param now milliseconds from any start
 */
export function keepRows<Row extends object>(
  { changeCount }: Pick<SqlEngine, 'changeCount'>,
  read: (key: string) => Promise<Row | undefined>,
  now: () => number = () => performance.now(),
): (key: string) => Promise<Row | undefined> {
  if (changeCount === undefined) return read
  const rows = new Map<string, Row>()
  let countOfRows: number | undefined
  let sinceMs = 0

  return async (key) => {
    const count = changeCount()
    if (count !== countOfRows || rows.size >= maxKept || now() - sinceMs >= keptMs) {
      rows.clear()
      countOfRows = count
      sinceMs = now()
    }
    const known = rows.get(key)
    if (known !== undefined) return known
    const found = await read(key)
    if (found !== undefined && count === countOfRows) rows.set(key, found)
    return found
  }
}
