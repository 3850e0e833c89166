import { columnsOf, type TransferTable, transferTables } from '../../src/database/transfer/transfer-tables.ts'
import { memoized } from '../../src/language/memoized.ts'
import type { SqlEngine, SqlValue } from '../../src/rows/engine.ts'
import type { Names } from './names.ts'

/** The values of a row by column. */
type Row = ReadonlyMap<string, SqlValue>

/** Secrets, which differ at each run. */
const hidden = new Set(['password_hash', 'secret_hash', 'token_hash'])
const isShown = ({ name }: { name: string }) => !hidden.has(name)

const counters = 'image_counters'

/** Reads all rows again and again, and tells how they differ from before: a line for each row. */
export function watchRows(engine: SqlEngine, names: Names): { changes(): Promise<string[]> } {
  let before = new Map<string, ReadonlyMap<string, Row>>()
  const columns = memoized(() =>
    Promise.all(transferTables.map(async (table) => [table, await columnsOf(engine, table.name)] as const)),
  )
  return {
    async changes() {
      const lines: string[] = []
      const now = new Map<string, ReadonlyMap<string, Row>>()
      for (const [table, ofTable] of await columns()) {
        if (table.name === counters) continue
        const rows = await rowsOf(engine, table, ofTable)
        lines.push(...differences(table, before.get(table.name) ?? new Map(), rows, names))
        now.set(table.name, rows)
      }
      const counts = await countersOf(engine)
      lines.push(...counted(before.get(counters) ?? new Map(), counts, names))
      now.set(counters, counts)
      before = now
      return lines
    },
  }
}

async function rowsOf(
  engine: SqlEngine,
  table: TransferTable,
  columns: Awaited<ReturnType<typeof columnsOf>>,
): Promise<Map<string, Row>> {
  const found = await engine.read.all(`SELECT * FROM ${table.name} ORDER BY ${table.key.join(', ')}`)
  return new Map(
    found.map((row) => [
      table.key.map((name) => String(row[name])).join(' '),
      new Map(columns.filter(isShown).map(({ name, read }) => [name, read(row, name)])),
    ]),
  )
}

/** The counters without their shards, which only spread the locks. */
async function countersOf({ read }: SqlEngine): Promise<Map<string, Row>> {
  const found = await read.all(
    `SELECT scope, SUM(images) AS images, SUM(bytes) AS bytes FROM ${counters} GROUP BY scope ORDER BY scope`,
  )
  return new Map(
    found.map(({ scope, images, bytes }) => [
      String(scope),
      new Map([
        ['images', Number(images)],
        ['bytes', Number(bytes)],
      ]),
    ]),
  )
}

/** By how much the counters differ: images, then bytes. */
function counted(before: ReadonlyMap<string, Row>, now: ReadonlyMap<string, Row>, names: Names): string[] {
  const changes = [...new Set([...before.keys(), ...now.keys()])].flatMap((scope) => {
    const [images = '', bytes = ''] = ['images', 'bytes'].map((name) => {
      const by = Number(now.get(scope)?.get(name) ?? 0) - Number(before.get(scope)?.get(name) ?? 0)
      return by < 0 ? String(by) : `+${by}`
    })
    const isGone = before.has(scope) && !now.has(scope) ? ' (gone)' : ''
    return images === '+0' && bytes === '+0' && isGone === ''
      ? []
      : [`${names.within(scope)} ${images} ${bytes}${isGone}`]
  })
  return changes.length > 0 ? [`± ${changes.toSorted().join(', ')}`] : []
}

function differences(
  { name: table, key }: TransferTable,
  before: ReadonlyMap<string, Row>,
  now: ReadonlyMap<string, Row>,
  names: Names,
): string[] {
  const added = [...now].filter(([id]) => !before.has(id)).map(([, row]) => row)
  // Rows that were added together have random keys, so that their order is that of their other values.
  for (const row of names.inOrder(added, (one) => [...one.values()].join(' '))) names.learn(table, row)
  const keyOf = (row: Row) => key.flatMap((name) => row.get(name) ?? []).join(' ')
  const shown = (name: string, value: SqlValue) => `${name} ${names.shown(name, value)}`
  const lines: string[] = []
  for (const [id, row] of now) {
    const former = before.get(id)
    const changed = [...row].filter(([name, value]) =>
      former === undefined
        ? !key.includes(name) && value !== null && value !== '' && value !== 0
        : former.get(name) !== value,
    )
    if (former !== undefined && changed.length === 0) continue
    if (former !== undefined) names.learn(table, new Map(changed))
    const values = changed.map(([name, value]) =>
      former === undefined
        ? shown(name, value)
        : `${shown(name, former.get(name) ?? null)} → ${names.shown(name, value)}`,
    )
    const sign = former === undefined ? '+' : '~'
    lines.push(`${sign} ${table} ${names.within(keyOf(row))}: ${values.join(', ')}`)
  }
  for (const [id, row] of before) if (!now.has(id)) lines.push(`- ${table} ${names.within(keyOf(row))}`)
  return lines.toSorted()
}
