import type { Page } from '../language/list-limits.ts'
import type { Image } from '../language/records.ts'
import type { Cursor } from '../rows/cursor.ts'
import { integer, type ReadingEngine } from '../rows/engine.ts'
import { searchWords } from '../rows/search-text.ts'
import { imageIdIn } from './image-id.ts'
import { imageColumns, joinOwnerAndBlob, readImage } from './image-rows.ts'
import { conditionsOf, selectionOf, type TimedQuery } from './image-selection-rows.ts'
import { type FoundPlaces, placeOf, searchImages } from './search-image-rows.ts'
import { sortedPage } from './sorted-image-rows.ts'

/** Implements `images.list`. A search uses its own index, newest images first. */
export async function listImages(engine: ReadingEngine, query: TimedQuery): Promise<Page<Image>> {
  const words = searchWords(query.search ?? '')
  const identified = await findIdentified(engine, query)
  if (identified.places.length > 0) return pageOfPlaces(engine, query.limit, identified)
  const isNewestFirst = query.sort === undefined || query.sort === 'newest'
  if (words.length === 0 || !isNewestFirst) return sortedPage(engine, query)
  return pageOfPlaces(engine, query.limit, await searchImages(engine, query, words))
}

/** Implements `images.count`; stops at `most`. */
export async function countImages(
  engine: ReadingEngine,
  query: Omit<TimedQuery, 'limit' | 'after'>,
  most: number,
): Promise<number | undefined> {
  const { after: _, ...all }: TimedQuery = { ...query, limit: most }
  const words = searchWords(query.search ?? '')
  const identified = await findIdentified(engine, all)
  if (identified.places.length > 0) return Math.min(identified.places.length, most)
  if (words.length > 0) return countFound(engine, all, words)
  const { tables, conditions } = selectionOf(all)
  const row = await engine.read.get(
    `SELECT COUNT(*) AS matches FROM (SELECT 1 FROM ${tables} ${conditions.clause()} LIMIT ?) AS matching`,
    ...conditions.parameters,
    most,
  )
  return row === undefined ? 0 : integer(row, 'matches')
}

/** Counts the results of one search, which compares no more images than a page does. */
async function countFound(
  engine: ReadingEngine,
  query: TimedQuery,
  words: readonly string[],
): Promise<number | undefined> {
  const most = query.limit
  const { places, through } = await searchImages(engine, query, words)
  const isKnown = through === null || places.length >= most
  return isKnown ? Math.min(places.length, most) : undefined
}

const cursorOf = ({ atMs, id }: Cursor): string => `${atMs}.${id}`

/** A page of search results. It may end before it is full; the next page continues from there. */
async function pageOfPlaces(
  { read }: ReadingEngine,
  limit: number,
  { places, through }: FoundPlaces,
): Promise<Page<Image>> {
  const shown = places.slice(0, limit)
  const last = places.length > limit ? shown.at(-1) : through
  const next = last == null ? null : cursorOf(last)
  if (shown.length === 0) return { items: [], next }
  const rows = await read.all(
    `SELECT ${imageColumns} FROM images ${joinOwnerAndBlob}
     WHERE images.id IN (${shown.map(() => '?').join(', ')})
     ORDER BY images.created_at_ms DESC, images.id DESC`,
    ...shown.map(({ id }) => id),
  )
  return { items: rows.map(readImage), next }
}

/**
 * The images that a query names by id, by any address, or by the SHA-256 of their stored or received bytes. `undefined`
 * if the query is not an address or a hash; then search by words.
 */
async function findIdentified({ read }: ReadingEngine, query: TimedQuery): Promise<FoundPlaces> {
  const identity = identityIn(query.search ?? '')
  if (identity === undefined) return { places: [], through: null }
  const { clause, parameters, where } = conditionsOf(query)
  where(identity.condition, ...identity.parameters)
  const rows = await read.all(
    `SELECT images.id, images.created_at_ms FROM images ${clause()}
     ORDER BY images.created_at_ms DESC, images.id DESC LIMIT ?`,
    ...parameters,
    query.limit + 1,
  )
  const places = rows.map(placeOf)
  return { places, through: places.length > query.limit ? (places.at(-1) ?? null) : null }
}

/** The condition for the images that a text names; indexes answer it. */
function identityIn(search: string): { condition: string; parameters: string[] } | undefined {
  const text = search.trim()
  const hash = text.toLowerCase()
  if (/^[0-9a-f]{64}$/.test(hash)) {
    const received = 'SELECT image_id FROM image_claims WHERE received_sha256 = ?'
    const stored = 'SELECT id FROM images AS stored WHERE stored.address = ?'
    return { condition: `images.id IN (${received} UNION ${stored})`, parameters: [hash, hash] }
  }
  const [, name] = /\/l\/([\w.~-]+)\/?$/.exec(text) ?? []
  if (name !== undefined) {
    return { condition: 'images.id IN (SELECT image_id FROM links WHERE name = ?)', parameters: [name] }
  }
  const id = imageIdIn(text)
  return /^[0-9A-Za-z]{14}$/.test(id) ? { condition: 'images.id = ?', parameters: [id] } : undefined
}
