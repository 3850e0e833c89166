import type { SearchStore } from '@pictoglyph/core'
import type { Cursor } from '../cursor.ts'
import { integer, type Sql, type SqlEngine, type SqlTransaction, type SqlValue, text } from '../engine.ts'
import { gramsOf } from '../search-text.ts'

/** An image whose text is to be found through the index. */
export interface IndexedImage {
  id: string
  ownerId: string
  /** Numbers of what stands in its text, as `gramsOf` gives them. */
  grams: ReadonlySet<number>
}

/** What is looked for through the index. */
export interface IndexSearch {
  /** At least one; images without one of them are left out. */
  grams: readonly number[]
  ownerId: string | undefined
  /** What else must be true of a row of `images`, the comparison with the words among it. */
  conditions: readonly string[]
  parameters: readonly SqlValue[]
  /** The last image of the page before. */
  after: Cursor | undefined
  limit: number
}

/**
 * The index of images' texts, the one part of the SQL that differs between the databases. It narrows a search to the
 * images that may have its words, and a comparison decides. New rows are not in it, and a server adds them soon after:
 * a search looks through those too.
 */
export interface SearchIndex {
  /** The column of `images` that is null while an image is not in the index. It means nothing to other databases. */
  readonly column: string
  /** What makes the index of a site that has none. */
  readonly statements: readonly string[]
  add(sql: SqlTransaction, image: IndexedImage): Promise<void>
  /** Takes the image out, before its text is changed or its row goes. */
  remove(sql: SqlTransaction, id: string): Promise<void>
  /** The first `limit` images, newest first; with those of the same millisecond as the last there may be more. */
  find(sql: Sql, search: IndexSearch): Promise<Cursor[]>
}

/** Images indexed in one transaction, and about so many characters, so that uploads wait shortly. */
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
