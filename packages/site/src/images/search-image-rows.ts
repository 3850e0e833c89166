import { type Cursor, readCursor } from '../rows/cursor.ts'
import { integer, type ReadingEngine, type SqlRow, type SqlValue, text } from '../rows/engine.ts'
import { searchGrams } from '../rows/search-text.ts'
import { conditionsOf, selectionOf, type TimedQuery } from './image-selection-rows.ts'

/** Images found, as positions in a list, newest first. */
export interface FoundPlaces {
  places: readonly Cursor[]
  /** Results are complete down to this position; `null`: they are complete. */
  through: Cursor | null
}

/**
 * How many images a page or a count compares one by one: those that are not indexed yet, and all if the words are too
 * short for the index. The next page continues from there, so that no page takes long.
 */
const comparedImages = 20_000

/**
 * The images whose text has all words. The index narrows the search if a word has three characters, or is Chinese,
 * Japanese or Korean. Every result has been compared.
 */
export async function searchImages(
  engine: ReadingEngine,
  query: TimedQuery,
  words: readonly string[],
): Promise<FoundPlaces> {
  const grams = searchGrams(words)
  if (grams.length === 0) return compareAll(engine, query, words)
  // In this order, an image that is indexed meanwhile is found twice, not missed.
  const others = await compareUnindexed(engine, query, words)
  const indexed = await findIndexed(engine, query, { words, grams })
  return merged(indexed, others)
}

async function findIndexed(
  { dialect, read }: ReadingEngine,
  query: TimedQuery,
  { words, grams }: { words: readonly string[]; grams: readonly number[] },
): Promise<FoundPlaces> {
  const { all: conditions, parameters, where } = conditionsOf(query)
  const searched = searchedText(query, 'images')
  for (const word of words) where(hasWord(dialect.position, searched), word)
  const limit = query.limit + 1
  const after = query.after === undefined ? undefined : readCursor(query.after)
  const search = { grams, ownerId: query.ownerId, conditions, parameters, after, limit }
  const places = await dialect.search.find(read, search)
  return { places, through: places.length < limit ? null : (places.at(-1) ?? null) }
}

/** Compares the newest images of all owners that are not indexed: only few, except after an upgrade. */
async function compareUnindexed(
  { dialect, read }: ReadingEngine,
  query: TimedQuery,
  words: readonly string[],
): Promise<FoundPlaces> {
  const cursor = query.after === undefined ? undefined : readCursor(query.after)
  const before = cursor === undefined ? '' : 'AND (created_at_ms, id) < (?, ?)'
  const from = `FROM images WHERE ${dialect.search.column} IS NULL ${before}`
  const { clause, parameters, where } = conditionsOf(query)
  const searched = searchedText(query, 'images')
  for (const word of words) where(hasWord(dialect.position, searched), word)
  // Fixes the join order: SQLite's planner might read all images of the owner instead of the few that are not indexed.
  where('images.id = looked.looked_id')
  return compare(
    { read },
    {
      found: `SELECT images.id, images.created_at_ms FROM (
          SELECT id AS looked_id ${from} ORDER BY created_at_ms DESC, id DESC LIMIT ${comparedImages}
        ) AS looked CROSS JOIN images ${clause()}
        ORDER BY images.created_at_ms DESC, images.id DESC LIMIT ?`,
      last: `SELECT id, created_at_ms ${from} ORDER BY created_at_ms DESC, id DESC LIMIT 1 OFFSET ${comparedImages - 1}`,
      looked: cursor === undefined ? [] : [cursor.atMs, cursor.id],
      compared: parameters,
      limit: query.limit + 1,
    },
  )
}

function compareAll(
  { dialect, read }: ReadingEngine,
  query: TimedQuery,
  words: readonly string[],
): Promise<FoundPlaces> {
  const { tables, conditions, atMs, id } = selectionOf(query)
  const from = `FROM ${tables} ${conditions.clause()} ORDER BY ${atMs} DESC, ${id} DESC`
  const columns = `${id} AS id, ${atMs} AS created_at_ms`
  return compare(
    { read },
    {
      found: `SELECT id, created_at_ms FROM (
          SELECT ${columns}, images.search_text, images.file_name_key ${from} LIMIT ${comparedImages}
        ) AS looked WHERE ${words.map(() => hasWord(dialect.position, searchedText(query, 'looked'))).join(' AND ')}
        ORDER BY created_at_ms DESC, id DESC LIMIT ?`,
      last: `SELECT ${columns} ${from} LIMIT 1 OFFSET ${comparedImages - 1}`,
      looked: conditions.parameters,
      compared: words,
      limit: query.limit + 1,
    },
  )
}

interface Comparison {
  /** Selects the images with the words; takes the parameters `looked`, `compared` and the limit. */
  found: string
  /** Selects the last image to be compared, if there are more; takes `looked`. */
  last: string
  looked: readonly SqlValue[]
  compared: readonly SqlValue[]
  limit: number
}

async function compare(
  { read }: Pick<ReadingEngine, 'read'>,
  { found, last, looked, compared, limit }: Comparison,
): Promise<FoundPlaces> {
  const places = (await read.all(found, ...looked, ...compared, limit)).map(placeOf)
  if (places.length === limit) return { places, through: places.at(-1) ?? null }
  const end = await read.get(last, ...looked)
  return { places, through: end === undefined ? null : placeOf(end) }
}

/** Merges the results of two searches for the same words. */
function merged(one: FoundPlaces, other: FoundPlaces): FoundPlaces {
  const through = newer(one.through, other.through)
  const byId = new Map([...one.places, ...other.places].map((place) => [place.id, place]))
  const places = [...byId.values()].sort(newestFirst)
  return {
    places: through === null ? places : places.filter((place) => newestFirst(place, through) <= 0),
    through,
  }
}

function newer(one: Cursor | null, other: Cursor | null): Cursor | null {
  if (one === null || other === null) return one ?? other
  return newestFirst(one, other) <= 0 ? one : other
}

function newestFirst(a: Cursor, b: Cursor): number {
  if (a.atMs !== b.atMs) return b.atMs - a.atMs
  return a.id === b.id ? 0 : a.id < b.id ? 1 : -1
}

/** The SQL for the text to search in. Words have no white space, so none matches across the two parts. */
export const searchedText = ({ withFileNames }: TimedQuery, images: string) =>
  withFileNames ? `(${images}.search_text || ' ' || ${images}.file_name_key)` : `${images}.search_text`

/** The condition that a text contains a word; the word is a parameter. */
export const hasWord = (position: string, text: string) => `${position}(${text}, ?) > 0`

/** The position of a row's image. */
export function placeOf(row: SqlRow): Cursor {
  return { atMs: integer(row, 'created_at_ms'), id: text(row, 'id') }
}
