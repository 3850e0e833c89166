import { givenRows } from '../rows/clauses.ts'
import { integer, type ReadingEngine } from '../rows/engine.ts'
import { filteredBy, type TimedQuery } from './image-selection-rows.ts'

/** Counts in each span stop here, so that a large library takes no longer. */
export const maxCountedInSpan = 1_000

/** Milliseconds since the epoch: includes the first, excludes the second. */
export type TimeSpan = readonly [fromMs: number, beforeMs: number]

/** Implements `images.countIn`: each span is a range of the index that the query walks. */
export async function countInSpans(
  { read, dialect }: ReadingEngine,
  query: TimedQuery,
  spans: readonly TimeSpan[],
): Promise<number[]> {
  const { tables, conditions, atMs } = filteredBy(query)
  conditions.where(`${atMs} >= span.from_ms AND ${atMs} < span.before_ms`)
  const rows = await read.all(
    `SELECT span.place, (SELECT COUNT(*) FROM (
         SELECT 1 FROM ${tables} ${conditions.clause()} LIMIT ?) AS matching) AS images
     FROM (SELECT CAST(given.value ->> 0 AS BIGINT) AS place, CAST(given.value ->> 1 AS BIGINT) AS from_ms,
         CAST(given.value ->> 2 AS BIGINT) AS before_ms FROM ${dialect.given}) AS span`,
    ...conditions.parameters,
    maxCountedInSpan,
    givenRows(spans.map((span, place) => [place, ...span])),
  )
  const counts = spans.map(() => 0)
  for (const row of rows) counts[integer(row, 'place')] = integer(row, 'images')
  return counts
}
