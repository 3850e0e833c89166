import type { SearchStore } from '@pictoglyph/core'
import type { Cursor } from '../cursor.ts'
import { integer, type Sql, type SqlEngine, type SqlTransaction, type SqlValue, text } from '../engine.ts'
import { gramsOf } from '../search-text.ts'

/** An image whose text the index can find. */
export interface IndexedImage {
  id: string
  ownerId: string
  /** The numbers of its text, by `gramsOf`. */
  grams: ReadonlySet<number>
}

/** A query to the index. */
export interface IndexSearch {
  /** At least one; images must have all of them. */
  grams: readonly number[]
  ownerId: string | undefined
  /** Further conditions on a row of `images`, including the comparison with the words. */
  conditions: readonly string[]
  parameters: readonly SqlValue[]
  /** The last image of the page before. */
  after: Cursor | undefined
  limit: number
}

/**
 * The index of images' texts, the only part of the SQL that differs between the databases. It narrows a search to
 * images that may have its words, and a comparison decides. New rows are not in it; a server adds them soon after, and
 * a search looks through those too.
 */
export interface SearchIndex {
  /** The column of `images` that is null while an image is not in the index. It means nothing to other databases. */
  readonly column: string
  /** The statements that make the index of a site without one. */
  readonly statements: readonly string[]
  add(sql: SqlTransaction, image: IndexedImage): Promise<void>
  /** Takes the image out, before its text is changed or its row goes. */
  remove(sql: SqlTransaction, id: string): Promise<void>
  /** The first `limit` images, newest first; there may be more with the same millisecond as the last. */
  find(sql: Sql, search: IndexSearch): Promise<Cursor[]>
}

/** Images, and about how many characters, indexed in one transaction: few, so that uploads wait only briefly. */
const indexedTogether = { images: 200, characters: 50_000 }

/** Bringing texts into the index of searches. */
export function createSearchStore({ dialect, read, write }: SqlEngine): SearchStore {
  const { search } = dialect
  return {
    indexNext: () =>
      write(
        async (sql) => {
          const rows = await sql.all(
            `SELECT id, owner_id, search_text FROM images WHERE ${search.column} IS NULL
             ORDER BY created_at_ms DESC, id DESC LIMIT ?${dialect.forUpdateOfFree}`,
            indexedTogether.images,
          )
          let indexed = 0
          let characters = 0
          for (const row of rows) {
            if (characters >= indexedTogether.characters) break
            const searched = text(row, 'search_text')
            await search.add(sql, {
              id: text(row, 'id'),
              ownerId: text(row, 'owner_id'),
              grams: gramsOf(searched),
            })
            indexed += 1
            characters += searched.length
          }
          return { indexed, isLast: indexed === rows.length && rows.length < indexedTogether.images }
        },
        { addsOnly: true },
      ),
    async waiting(limit) {
      const row = await read.get(
        `SELECT COUNT(*) AS count FROM (SELECT 1 AS one FROM images WHERE ${search.column} IS NULL LIMIT ?) AS waiting`,
        limit,
      )
      return row ? integer(row, 'count') : 0
    },
  }
}
