import { createHash } from 'node:crypto'
import { raiseRevision } from '../../audit/audit-rows.ts'
import { type SqlEngine, type SqlValue, text } from '../../rows/engine.ts'
import { endTransferLock, lockTarget, requireNoTransfer, transferFact } from './transfer-lock.ts'
import { columnsOf, countRows, type TransferTable, transferTables } from './transfer-tables.ts'

const rowsPerBatch = 500

/** Rows of one table in the order of its key, each a list of values in the order of `columns`. */
interface RowBatch {
  table: TransferTable
  columns: readonly string[]
  rows: readonly (readonly SqlValue[])[]
}

/** The number of copied rows of a table. */
export interface TransferProgress {
  table: string
  rowsDone: number
  rowsInAll: number
}

/** The source and the target of a transfer. Both schemas are up to date. */
interface Transfer {
  from: SqlEngine
  to: SqlEngine
  /** Identifies this transfer among others to the same database; by default, the site of the rows. */
  source?: string
  report?: (progress: TransferProgress) => void
}

/**
 * Copies all rows of a site that is not changing. An interrupted transfer continues with the next call. Each batch is
 * durable before the next is read, and the target becomes a site with the last one.
 * @throws {Failure} CONFLICT if the target is a complete site, or if either end holds part of another transfer
 */
export async function transferRows({ from, to, source, report }: Transfer): Promise<void> {
  await requireNoTransfer(from)
  await lockTarget(to, source ?? (await siteOf(from)))
  for (const table of transferTables) {
    const rowsInAll = await countRows(from.read, table.name)
    let rowsDone = await countRows(to.read, table.name)
    for await (const batch of exportRows(from, table, await lastKey(to, table))) {
      await importRows(to, batch)
      rowsDone += batch.rows.length
      report?.({ table: table.name, rowsDone, rowsInAll })
    }
  }
  await to.write(async (sql) => {
    if (to.dialect.name === 'postgres') {
      await sql.run(
        `SELECT setval(pg_get_serial_sequence('audit_entries', 'id'), GREATEST(1, MAX(id))) FROM audit_entries`,
      )
    }
    await raiseRevision(sql)
    await endTransferLock(sql)
  })
}

/** Reads the rows of a table in batches, from the start or after a key. */
export async function* exportRows(
  engine: SqlEngine,
  table: TransferTable,
  after?: readonly SqlValue[],
): AsyncGenerator<RowBatch> {
  const columns = await columnsOf(engine, table.name)
  const key = table.key.join(', ')
  let last = after
  for (;;) {
    const found = await engine.read.all(
      `SELECT * FROM ${table.name} ${last ? `WHERE (${key}) > (${table.key.map(() => '?').join(', ')})` : ''}
       ORDER BY ${key} LIMIT ?`,
      ...(last ?? []),
      rowsPerBatch,
    )
    const rows = found.map((row) => columns.map(({ name, read }) => read(row, name)))
    if (rows.length > 0) yield { table, columns: columns.map(({ name }) => name), rows }
    const lastRow = rows.at(-1)
    if (!lastRow || rows.length < rowsPerBatch) return
    last = table.key.map((name) => lastRow[columns.findIndex((column) => column.name === name)] ?? null)
  }
}

/** Writes a batch in one transaction; existing rows stay. */
export async function importRows(engine: SqlEngine, { table, columns, rows }: RowBatch): Promise<void> {
  const tuple = `(${columns.map(() => '?').join(', ')})`
  await engine.write((sql) =>
    sql.run(
      `INSERT INTO ${table.name} (${columns.join(', ')}) VALUES ${rows.map(() => tuple).join(', ')}
       ON CONFLICT DO NOTHING`,
      ...rows.flat(),
    ),
  )
}

/** The comparison of one table at both ends. */
export interface TableComparison {
  table: string
  /** Number of rows at the source; `to` at the target. */
  from: number
  to: number
  /** Whether both ends hold the same rows, by a hash over all values in the order of the key. */
  same: boolean
}

/** Compares both ends table by table, reading all rows. */
export async function compareRows({ from, to, report }: Transfer): Promise<TableComparison[]> {
  const comparisons: TableComparison[] = []
  for (const table of transferTables) {
    const rowsInAll = await countRows(from.read, table.name)
    const [ours, theirs] = await Promise.all([
      digest(from, table, (rowsDone) => report?.({ table: table.name, rowsDone, rowsInAll })),
      digest(to, table),
    ])
    comparisons.push({
      table: table.name,
      from: ours.rows,
      to: theirs.rows,
      same: ours.hash === theirs.hash,
    })
  }
  return comparisons
}

async function digest(engine: SqlEngine, table: TransferTable, report?: (rowsDone: number) => void) {
  const hash = createHash('sha256')
  let rows = 0
  for await (const batch of exportRows(engine, table)) {
    for (const row of batch.rows) hash.update(`${JSON.stringify(row)}\n`)
    rows += batch.rows.length
    report?.(rows)
  }
  return { rows, hash: hash.digest('hex') }
}

/** The key where an earlier transfer stopped: the last one, because rows are copied in the order of their key. */
async function lastKey(engine: SqlEngine, table: TransferTable): Promise<SqlValue[] | undefined> {
  const columns = (await columnsOf(engine, table.name)).filter(({ name }) => table.key.includes(name))
  const row = await engine.read.get(
    `SELECT ${table.key.join(', ')} FROM ${table.name} ${table.name === 'site_facts' ? `WHERE name <> '${transferFact}'` : ''}
     ORDER BY ${table.key.map((name) => `${name} DESC`).join(', ')} LIMIT 1`,
  )
  if (!row) return undefined
  return table.key.map((name) => columns.find((column) => column.name === name)?.read(row, name) ?? null)
}

/** Identifies the site of the rows by its first user, who is never removed. */
async function siteOf(engine: SqlEngine): Promise<string> {
  const row = await engine.read.get('SELECT id FROM users ORDER BY id LIMIT 1')
  return row ? `the site of the user ${text(row, 'id')}` : 'a site without users'
}
