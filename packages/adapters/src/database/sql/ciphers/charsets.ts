import { areConfusable, type Symbols, symbolSetKey } from '@pictoglyph/codec'
import { alreadyTaken, type Charset, type CharsetStore, message, notFound } from '@pictoglyph/core'
import { withAuditedSnapshotChange } from '../audit.ts'
import { flag, integer, jsonList, type Sql, type SqlEngine, type SqlRow, text } from '../engine.ts'
import { nextPosition } from '../positions.ts'
import { clearDefault, type DefaultedTable, enable, makeDefault } from './defaults.ts'

const charsets: DefaultedTable = { table: 'charsets', noun: message('character set') }

/** `CharsetStore` over an engine. */
export function createCharsetStore(engine: SqlEngine): CharsetStore {
  return {
    async list() {
      const rows = await engine.read.all('SELECT * FROM charsets ORDER BY position, id')
      return rows.map(readCharset)
    },
    add: (charset, audit) =>
      withAuditedSnapshotChange(engine, audit, async (sql) => {
        const enabled = charset.enabled || charset.isDefault
        if (await sql.get('SELECT id FROM charsets WHERE id = ?', charset.id)) {
          throw alreadyTaken('id', message('A character set "{id}" exists already.', { id: charset.id }))
        }
        if (enabled) await requireNoTwin(sql, charset.id, charset.symbols)
        const position = await nextPosition(sql, charsets)
        if (charset.isDefault) await clearDefault(sql, charsets)
        await insertCharset(sql, { ...charset, enabled, position })
      }),
    setEnabled: (id, enabled, audit) =>
      withAuditedSnapshotChange(engine, audit, async (sql) => {
        if (enabled) await requireToBeEnabled(sql, id)
        await enable(sql, charsets, id, enabled)
      }),
    setDefault: (id, audit) =>
      withAuditedSnapshotChange(engine, audit, async (sql) => {
        await requireToBeEnabled(sql, id)
        await makeDefault(sql, charsets, id)
      }),
  }
}

/** @throws {Failure} NOT_FOUND; CONFLICT if it can't be distinguished from another enabled set */
async function requireToBeEnabled(sql: Sql, id: string): Promise<void> {
  const row = await sql.get('SELECT * FROM charsets WHERE id = ?', id)
  if (!row) throw notFound(message('The {noun} "{id}"', { noun: charsets.noun, id }))
  await requireNoTwin(sql, id, readCharset(row).symbols)
}

/** @throws {Failure} CONFLICT if these symbols can't be distinguished from those of another enabled set */
async function requireNoTwin(sql: Sql, id: string, symbols: Symbols): Promise<void> {
  const enabled = await sql.all('SELECT * FROM charsets WHERE enabled = 1 AND id <> ?', id)
  const twin = enabled.map(readCharset).find((other) => areConfusable(other.symbols, symbols))
  if (!twin) return
  throw alreadyTaken(
    'symbols',
    message(
      'The character set "{id}" ({name}) is enabled, and a cipher could not tell which of the two it was written in. Disable it first.',
      { id: twin.id, name: twin.name },
    ),
  )
}

/** Expects that the id is free and, for a set that is enabled, that no other such set has the symbols. */
export async function insertCharset(sql: Sql, charset: Charset): Promise<void> {
  await sql.run(
    `INSERT INTO charsets (id, name, symbols, symbols_key, enabled, is_default, position)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
    charset.id,
    charset.name,
    JSON.stringify(charset.symbols),
    symbolSetKey(charset.symbols),
    charset.enabled ? 1 : 0,
    charset.isDefault ? 1 : 0,
    charset.position,
  )
}

function readCharset(row: SqlRow): Charset {
  const [c0, c1, c2, c3] = jsonList<string>(row, 'symbols')
  if (c0 === undefined || c1 === undefined || c2 === undefined || c3 === undefined) {
    throw new TypeError('a character set without four symbols')
  }
  return {
    id: text(row, 'id'),
    name: text(row, 'name'),
    symbols: [c0, c1, c2, c3],
    enabled: flag(row, 'enabled'),
    isDefault: flag(row, 'is_default'),
    position: integer(row, 'position'),
  }
}
