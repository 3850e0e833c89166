import { givenRows } from '../clauses.ts'
import type { Cursor } from '../cursor.ts'
import {
  integer,
  type Listed,
  type SearchIndex,
  type Sql,
  type SqlDialect,
  type SqlRow,
  text,
} from '../engine.ts'

/**
 * The multiplier of the index numbers: an image's number is its time and a position within the millisecond, so that a
 * walk starts with the newest. The numbers exceed JavaScript's exact integers, so they stay within SQL.
 */
const perMs = 1_048_576
/** The year 2109; for later times, SQLite's integers are too small. */
const endOfTimeMs = 2 ** 42

const given = 'json_each(?) AS given'

/**
 * FTS5 as a list of images per gram. It stores no text, no positions and no counts: `detail=none`, `content=''`.
 * @see https://www.sqlite.org/fts5.html
 */
const sqliteSearchIndex: SearchIndex = {
  column: 'search_number',
  statements: [
    'ALTER TABLE images ADD COLUMN search_number INTEGER',
    `CREATE VIRTUAL TABLE image_grams
     USING fts5(grams, content='', contentless_delete=1, detail=none, tokenize='ascii')`,
    'CREATE INDEX images_unindexed ON images (created_at_ms, id) WHERE search_number IS NULL',
    'CREATE UNIQUE INDEX images_by_search_number ON images (search_number) WHERE search_number IS NOT NULL',
  ],
  async add(sql, images) {
    for (const { id } of images) {
      await sql.run(
        `UPDATE images SET search_number = COALESCE(
           (SELECT MAX(others.search_number) + 1 FROM images AS others
            WHERE others.search_number >= images.created_at_ms * ${perMs}
              AND others.search_number < (images.created_at_ms + 1) * ${perMs}),
           created_at_ms * ${perMs})
         WHERE id = ?`,
        id,
      )
    }
    // FTS5 creates a segment for each statement, and whenever a number is below the last one.
    await sql.run(
      `INSERT INTO image_grams (rowid, grams)
       SELECT images.search_number, given.value ->> 1
       FROM ${given} JOIN images ON images.id = given.value ->> 0 ORDER BY images.search_number`,
      givenRows(images.map(({ id, ownerId, grams }) => [id, gramsDocument(ownerId, grams)])),
    )
  },
  async remove(sql, ids) {
    await removeDocuments(sql, ids)
    await sql.run(
      `UPDATE images SET search_number = NULL WHERE search_number IS NOT NULL AND id ${ids.text}`,
      ids.parameter,
    )
  },
  removeForGood: removeDocuments,
  async find(sql, { grams, ownerId, conditions, parameters, after, limit }) {
    const tokens = [...(ownerId === undefined ? [] : [ownerToken(ownerId)]), ...grams.map(gramToken)]
    const select = (bounds: string) =>
      `SELECT images.id, images.created_at_ms FROM image_grams
       CROSS JOIN images ON images.search_number = image_grams.rowid
       WHERE image_grams MATCH ? AND ${[bounds, ...conditions].join(' AND ')}`
    const untilMs = after?.atMs ?? endOfTimeMs
    const first = await sql.all(
      `${select(`image_grams.rowid < (CAST(? AS INTEGER) + 1) * ${perMs}`)} ORDER BY image_grams.rowid DESC LIMIT ?`,
      tokens.join(' '),
      untilMs,
      ...parameters,
      limit,
    )
    const last = first.at(-1)
    if (last === undefined || first.length < limit) return newestFirst(first)
    // Within a millisecond, the index and the list have different orders.
    const lastMs = integer(last, 'created_at_ms')
    const bounds = `image_grams.rowid >= CAST(? AS INTEGER) * ${perMs} AND image_grams.rowid < (CAST(? AS INTEGER) + 1) * ${perMs}`
    const rest = await sql.all(select(bounds), tokens.join(' '), lastMs, lastMs, ...parameters)
    return newestFirst([...first.filter((row) => integer(row, 'created_at_ms') !== lastMs), ...rest])
  },
}

async function removeDocuments(sql: Sql, { text: areListed, parameter }: Listed): Promise<void> {
  await sql.run(
    `DELETE FROM image_grams WHERE rowid IN (
       SELECT search_number FROM images WHERE search_number IS NOT NULL AND id ${areListed}
     )`,
    parameter,
  )
}

/** The indexed document of an image. */
export function gramsDocument(ownerId: string, grams: ReadonlySet<number>): string {
  return [ownerToken(ownerId), ...Array.from(grams, gramToken)].join(' ')
}

const gramToken = (gram: number) => (gram >>> 0).toString(36)

/** A token that limits a search to one owner's images. */
const ownerToken = (ownerId: string) => `o${Bun.hash.xxHash32(ownerId)}`

function newestFirst(rows: readonly SqlRow[]): Cursor[] {
  return rows
    .map((row) => ({ atMs: integer(row, 'created_at_ms'), id: text(row, 'id') }))
    .sort((a, b) => b.atMs - a.atMs || (a.id < b.id ? 1 : -1))
}

/** SQLite has one writer, so nothing needs a lock, and a counter needs only one row. */
export const sqliteDialect: SqlDialect = {
  name: 'sqlite',
  integer: 'INTEGER',
  text: 'TEXT',
  countingKey: 'INTEGER PRIMARY KEY AUTOINCREMENT',
  table: ' STRICT',
  keyedTable: ' STRICT, WITHOUT ROWID',
  forKeyShare: '',
  forShare: '',
  forUpdate: '',
  forUpdateOfFree: '',
  given,
  tableNamed: "SELECT name FROM sqlite_schema WHERE type = 'table' AND name = ?",
  position: 'instr',
  counterShards: 1,
  indexesLongText: true,
  search: sqliteSearchIndex,
}
