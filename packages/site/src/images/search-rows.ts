import { type IndexedImage, integer, text } from '../rows/engine.ts'
import { gramsOf } from '../rows/search-text.ts'
import type { Store, StoreDefinition } from '../rows/store.ts'

/** Images and approximate characters indexed in one transaction: few, so that uploads wait only briefly. */
const indexedTogether = { images: 200, characters: 50_000 }

/**
 * The index that narrows searches for images. New and changed images are not in it at first; a search also compares the
 * newest 20,000 of these, one page at a time.
 */
export type SearchStore = Store<typeof searchStore>

/** The maintenance of the search index. */
export const searchStore = {
  reads: ({ dialect, read }) => ({
    /** How many images are not in the index, counted up to `limit`. */
    async waiting(limit: number) {
      const row = await read.get(
        `SELECT COUNT(*) AS count FROM (SELECT 1 AS one FROM images WHERE ${dialect.search.column} IS NULL LIMIT ?) AS waiting`,
        limit,
      )
      return row ? integer(row, 'count') : 0
    },
  }),
  changes: ({ dialect, write }) => ({
    /**
     * Adds some images to the index, newest first, in one short transaction.
     * @returns how many, and whether none are left
     */
    indexNext: () =>
      write(
        async (sql) => {
          const rows = await sql.all(
            `SELECT id, owner_id, search_text, file_name_key FROM images WHERE ${dialect.search.column} IS NULL
           ORDER BY created_at_ms DESC, id DESC LIMIT ?${dialect.forUpdateOfFree}`,
            indexedTogether.images,
          )
          const taken: IndexedImage[] = []
          let characters = 0
          for (const row of rows) {
            if (characters >= indexedTogether.characters) break
            const searched = `${text(row, 'search_text')}\n${text(row, 'file_name_key')}`
            taken.push({ id: text(row, 'id'), ownerId: text(row, 'owner_id'), grams: gramsOf(searched) })
            characters += searched.length
          }
          if (taken.length > 0) await dialect.search.add(sql, taken)
          const indexed = taken.length
          return { indexed, isLast: indexed === rows.length && rows.length < indexedTogether.images }
        },
        { addsOnly: true },
      ),
  }),
} satisfies StoreDefinition
