import { integer, type Sql, type SqlValue, text } from './engine.ts'

/** Tables that operators or owners put in order. */
type ArrangedTable = 'categories' | 'albums' | 'charsets' | 'presets'

/** The rows with one order: all of a table, or those of one owner. */
interface Arrangement {
  table: ArrangedTable
  ownerId?: string
}

/** The position after the last. */
export async function nextPosition(sql: Sql, { table, ownerId }: Arrangement): Promise<number> {
  const row = await sql.get(
    `SELECT COALESCE(MAX(position) + 1, 0) AS position FROM ${table} ${ownerId ? 'WHERE owner_id = ?' : ''}`,
    ...ownerOf(ownerId),
  )
  return row ? integer(row, 'position') : 0
}

/** Puts the rows into the order of `ids`; other rows follow in their old order. Unknown ids are ignored. */
export async function arrangeRows(
  sql: Sql,
  { table, ownerId }: Arrangement,
  ids: readonly string[],
): Promise<void> {
  const rows = await sql.all(
    `SELECT id, position FROM ${table} ${ownerId ? 'WHERE owner_id = ?' : ''} ORDER BY position, id`,
    ...ownerOf(ownerId),
  )
  const present = new Map(rows.map((row) => [text(row, 'id'), integer(row, 'position')]))
  const ordered = new Set([...ids.filter((id) => present.has(id)), ...present.keys()])
  for (const [position, id] of [...ordered].entries()) {
    if (present.get(id) !== position) {
      await sql.run(`UPDATE ${table} SET position = ? WHERE id = ?`, position, id)
    }
  }
}

function ownerOf(ownerId: string | undefined): SqlValue[] {
  return ownerId ? [ownerId] : []
}
