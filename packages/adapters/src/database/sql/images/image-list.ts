import type { Image, Page } from '@pictoglyph/core'
import type { Cursor } from '../cursor.ts'
import { integer, type SqlEngine } from '../engine.ts'
import { searchWords } from '../search-text.ts'
import { imageColumns, joinOwnerAndBlob, readImage } from './image-rows.ts'
import { selectionOf, type TimedQuery } from './image-selection.ts'
import { type FoundPlaces, searchImages } from './search-images.ts'
import { sortedPage } from './sorted-images.ts'

/** `ImageStore.list`. A search uses its own index, which gives the newest first. */
export async function listImages(engine: SqlEngine, query: TimedQuery): Promise<Page<Image>> {
  const words = searchWords(query.search ?? '')
  const isNewestFirst = query.sort === undefined || query.sort === 'newest'
  if (words.length === 0 || !isNewestFirst) return sortedPage(engine, query)
  return pageOfPlaces(engine, query.limit, await searchImages(engine, query, words))
}

/** `ImageStore.count`, which stops at `most`. */
export async function countImages(
  engine: SqlEngine,
  query: Omit<TimedQuery, 'limit' | 'after'>,
  most: number,
): Promise<number> {
  const { after: _, ...all }: TimedQuery = { ...query, limit: most }
  const words = searchWords(query.search ?? '')
  if (words.length > 0) return countFound(engine, all, words)
  const { tables, conditions } = selectionOf(all)
  const row = await engine.read.get(
    `SELECT COUNT(*) AS matches FROM (SELECT 1 FROM ${tables} ${conditions.clause()} LIMIT ?) AS matching`,
    ...conditions.parameters,
    most,
  )
  return row === undefined ? 0 : integer(row, 'matches')
}

/** How many images a search looks through at a time. */
async function countFound(engine: SqlEngine, query: TimedQuery, words: readonly string[]): Promise<number> {
  const most = query.limit
  let count = 0
  let rest: TimedQuery | undefined = query
  while (rest !== undefined && count < most) {
    const { places, through }: FoundPlaces = await searchImages(engine, rest, words)
    count += places.length
    rest = through === null ? undefined : { ...query, after: cursorOf(through) }
  }
  return Math.min(count, most)
}

const cursorOf = ({ atMs, id }: Cursor): string => `${atMs}.${id}`

/** A page of search results, which may end before it is full: the next page goes on from there. */
async function pageOfPlaces(
  { read }: SqlEngine,
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
