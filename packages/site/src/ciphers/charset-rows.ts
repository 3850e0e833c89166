import { areConfusable, parseSymbols, type Symbols, symbolSetKey } from '@pictoglyph/codec/charset'
import { CodecError } from '@pictoglyph/codec/failure'
import { withAuditedSnapshotChange } from '../audit/audit-rows.ts'
import { alreadyTaken, notFound } from '../language/failure.ts'
import { message } from '../language/message.ts'
import { parsedJson } from '../language/parsed-json.ts'
import type { AuditDraft, Charset } from '../language/records.ts'
import { insertion } from '../rows/clauses.ts'
import { flag, integer, type Sql, type SqlRow, text } from '../rows/engine.ts'
import { nextPosition } from '../rows/positions.ts'
import type { StoreDefinition } from '../rows/store.ts'
import { clearDefault, type DefaultedTable, enable, makeDefault, requireReadable } from './default-rows.ts'

const charsets: DefaultedTable = { table: 'charsets', noun: message('character set') }

/** Character sets, in order. */
export const charsetStore = {
  walks: ({ read }) => ({
    async list() {
      const rows = await read.all('SELECT * FROM charsets ORDER BY position, id')
      return rows.map(readCharset)
    },
  }),
  changes: (engine) => ({
    /**
     * Adds it at the end. As the default it replaces the old default, and is enabled.
     * @throws {Failure} CONFLICT if the id is taken, or it can't be distinguished from an enabled set (`areConfusable`)
     */
    add: (charset: Omit<Charset, 'position'>, audit: AuditDraft) =>
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
    /** @throws {Failure} CONFLICT for disabling the default, or enabling a set whose symbols another enabled set has */
    setEnabled: (id: string, enabled: boolean, audit: AuditDraft) =>
      withAuditedSnapshotChange(engine, audit, async (sql) => {
        if (enabled) await requireToBeEnabled(sql, id)
        await enable(sql, charsets, id, enabled)
      }),
    /**
     * Makes it the only default, and enables it.
     * @throws {Failure} CONFLICT if another enabled set has the same symbols
     */
    setDefault: (id: string, audit: AuditDraft) =>
      withAuditedSnapshotChange(engine, audit, async (sql) => {
        await requireToBeEnabled(sql, id)
        await makeDefault(sql, charsets, id)
      }),
  }),
} satisfies StoreDefinition

/** @throws {Failure} NOT_FOUND; CONFLICT if it can't be distinguished from another enabled set */
async function requireToBeEnabled(sql: Sql, id: string): Promise<void> {
  const row = await sql.get('SELECT * FROM charsets WHERE id = ?', id)
  if (!row) throw notFound(message('The {noun} "{id}"', { noun: charsets.noun, id }))
  const charset = readCharset(row)
  requireReadable(charset, charsets)
  await requireNoTwin(sql, id, charset.symbols)
}

/** @throws {Failure} CONFLICT if these symbols can't be distinguished from those of another enabled set */
async function requireNoTwin(sql: Sql, id: string, symbols: Symbols): Promise<void> {
  const enabled = await sql.all('SELECT * FROM charsets WHERE enabled = 1 AND id <> ?', id)
  const twin = enabled
    .map(readCharset)
    .find((other) => other.unreadable === undefined && areConfusable(other.symbols, symbols))
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
    ...insertion('charsets', {
      id: charset.id,
      name: charset.name,
      symbols: JSON.stringify(charset.symbols),
      symbols_key: symbolSetKey(charset.symbols),
      enabled: charset.enabled ? 1 : 0,
      is_default: charset.isDefault ? 1 : 0,
      position: charset.position,
    }),
  )
}

function readCharset(row: SqlRow): Charset {
  const stored = text(row, 'symbols')
  const symbols = symbolsIn(stored)
  return {
    id: text(row, 'id'),
    name: text(row, 'name'),
    symbols: symbols ?? ['?', '?', '?', '?'],
    ...(symbols === undefined && { unreadable: stored }),
    enabled: flag(row, 'enabled'),
    isDefault: flag(row, 'is_default'),
    position: integer(row, 'position'),
  }
}

/** `undefined` where four symbols that make a set today are not all there is. */
function symbolsIn(stored: string): Symbols | undefined {
  const list = parsedJson(stored)
  if (!Array.isArray(list) || list.some((one) => typeof one !== 'string')) return undefined
  try {
    const symbols = parseSymbols(list.join(''))
    return symbols.every((symbol, index) => symbol === list[index]) ? symbols : undefined
  } catch (error) {
    if (error instanceof CodecError) return undefined
    throw error
  }
}
