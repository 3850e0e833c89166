import { integer, text } from '../sql/engine.ts'
import type { SearchIndex } from '../sql/images/search-index.ts'

/**
 * The grams as an array in the image's row, under an inverted index. Unlike `pg_trgm` it needs no extension, and finds
 * Chinese words under every locale.
 * @see https://www.postgresql.org/docs/current/gin.html
 */
export const postgresSearchIndex: SearchIndex = {
  column: 'search_grams',
  statements: [
    'ALTER TABLE images ADD COLUMN search_grams INTEGER[]',
    'CREATE INDEX images_by_gram ON images USING gin (search_grams)',
    'CREATE INDEX images_unindexed ON images (created_at_ms, id) WHERE search_grams IS NULL',
  ],
  async add(sql, { id, grams }) {
    await sql.run('UPDATE images SET search_grams = CAST(? AS INTEGER[]) WHERE id = ?', listOf(grams), id)
  },
  async remove(sql, id) {
    await sql.run('UPDATE images SET search_grams = NULL WHERE id = ?', id)
  },
  async find(sql, { grams, conditions, parameters, limit }) {
    const rows = await sql.all(
      `SELECT images.id, images.created_at_ms FROM images
       WHERE ${['images.search_grams @> CAST(? AS INTEGER[])', ...conditions].join(' AND ')}
       ORDER BY images.created_at_ms DESC, images.id DESC LIMIT ?`,
      listOf(grams),
      ...parameters,
      limit,
    )
    return rows.map((row) => ({ atMs: integer(row, 'created_at_ms'), id: text(row, 'id') }))
  },
}

const listOf = (grams: Iterable<number>) => `{${[...grams].join(',')}}`
