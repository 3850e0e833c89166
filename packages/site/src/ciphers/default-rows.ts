import { conflict, notFound } from '../language/failure.ts'
import { type Message, message } from '../language/message.ts'
import { flag, type Sql, text } from '../rows/engine.ts'

/** Tables in which one enabled row is the default. */
export interface DefaultedTable {
  table: 'charsets' | 'presets'
  /** The word for a row in a message: `character set`. */
  noun: Message
}

/** Takes the default from whichever row has it, so that another can. */
export async function clearDefault(sql: Sql, { table }: DefaultedTable): Promise<void> {
  await sql.run(`UPDATE ${table} SET is_default = 0 WHERE is_default = 1`)
}

/** @throws {Failure} NOT_FOUND */
export async function makeDefault(sql: Sql, kind: DefaultedTable, id: string): Promise<void> {
  await clearDefault(sql, kind)
  const found = await sql.run(`UPDATE ${kind.table} SET is_default = 1, enabled = 1 WHERE id = ?`, id)
  if (found === 0) throw notFound(message('The {noun} "{id}"', { noun: kind.noun, id }))
}

/** @throws {Failure} NOT_FOUND; CONFLICT for disabling the default */
export async function enable(sql: Sql, kind: DefaultedTable, id: string, enabled: boolean): Promise<void> {
  const row = await sql.get(`SELECT name, is_default FROM ${kind.table} WHERE id = ?`, id)
  if (!row) throw notFound(message('The {noun} "{id}"', { noun: kind.noun, id }))
  if (!enabled && flag(row, 'is_default')) {
    throw conflict(
      message('"{name}" is the default {noun}. Make another one the default first, then disable it.', {
        name: text(row, 'name'),
        noun: kind.noun,
      }),
    )
  }
  await sql.run(`UPDATE ${kind.table} SET enabled = ? WHERE id = ?`, enabled ? 1 : 0, id)
}

/** @throws {Failure} CONFLICT for a row that this version can't read */
export function requireReadable(
  { name, unreadable }: { name: string; unreadable?: string },
  { noun }: DefaultedTable,
): void {
  if (unreadable === undefined) return
  throw conflict(
    message('The {noun} "{name}" is of a kind that this version does not know. Add another.', { noun, name }),
  )
}
