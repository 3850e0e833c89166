import type { SqlEngine } from './engine.ts'

const maxKept = 1_000
/** So often a row is read again, although nothing has changed. */
const keptMs = 1_000

/**
 * Gives what was found by the same key again, while no change is committed, and for a second at most. With an engine
 * that has no count of changes, each call reads. Nobody may change what it gives.
 * @param read `undefined` and errors are not kept
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
