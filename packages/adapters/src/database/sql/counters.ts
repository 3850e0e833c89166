import type { Image } from '@pictoglyph/core'
import type { Sql, SqlDialect, SqlRow, SqlValue } from './engine.ts'
import { inLockOrder } from './lock-order.ts'
import { integer, text } from './rows.ts'

/** Images and bytes, summed up as they change, so that no total is counted by walking over images. */
export interface Tally {
  images: number
  bytes: number
}

/**
 * What is tallied: live images of an owner, a category, an album and the site, deleted ones of an owner, and what came
 * in.
 */
export const tallyOf = {
  site: 'site',
  /** Bytes that were not stored again, because an upload repeated what was there. */
  deduplicated: 'deduplicated',
  owner: (id: string) => `owner:${id}`,
  deleted: (ownerId: string) => `deleted:${ownerId}`,
  category: (id: string) => `category:${id}`,
  album: (id: string) => `album:${id}`,
  day: (atMs: number) => `day:${new Date(atMs).toISOString().slice(0, 10)}`,
}

/** What a live image counts towards, besides its albums. */
export function liveScopes({ ownerId, categoryId }: Pick<Image, 'ownerId' | 'categoryId'>): string[] {
  return [tallyOf.site, tallyOf.owner(ownerId), tallyOf.category(categoryId)]
}

/** Changes of tallies that one transaction makes, gathered and then written together. */
export interface TallyChanges {
  add(scope: string, images: number, bytes: number): void
  /** To be written last in a transaction, so that rows stay locked shortly. */
  write(sql: Sql): Promise<void>
}

export function createTallyChanges(dialect: SqlDialect): TallyChanges {
  const changes = new Map<string, Tally>()
  return {
    add(scope, images, bytes) {
      const tally = changes.get(scope)
      changes.set(scope, { images: images + (tally?.images ?? 0), bytes: bytes + (tally?.bytes ?? 0) })
    },
    async write(sql) {
      const ordered = inLockOrder(changes)
      if (ordered.length === 0) return
      const shard = dialect.counterShards === 1 ? 0 : Math.floor(Math.random() * dialect.counterShards)
      const values = ordered.flatMap(([scope, { images, bytes }]): SqlValue[] => [
        scope,
        shard,
        images,
        bytes,
      ])
      await sql.run(
        `INSERT INTO image_counters (scope, shard, images, bytes)
         VALUES ${ordered.map(() => '(?, ?, ?, ?)').join(', ')}
         ON CONFLICT (scope, shard) DO UPDATE
         SET images = image_counters.images + excluded.images, bytes = image_counters.bytes + excluded.bytes`,
        ...values,
      )
    },
  }
}

export async function readTally(sql: Sql, scope: string): Promise<Tally> {
  const row = await sql.get(
    `SELECT COALESCE(SUM(images), 0) AS images, COALESCE(SUM(bytes), 0) AS bytes
     FROM image_counters WHERE scope = ?`,
    scope,
  )
  return row ? readTallyRow(row) : { images: 0, bytes: 0 }
}

/** All tallies whose scope is `kind:` and something, from `kind:first` on, in order of scope. */
export async function readTallies(sql: Sql, kind: string, first = ''): Promise<[string, Tally][]> {
  const rows = await sql.all(
    `SELECT scope, SUM(images) AS images, SUM(bytes) AS bytes
     FROM image_counters WHERE scope >= ? AND scope < ? GROUP BY scope ORDER BY scope`,
    `${kind}:${first}`,
    `${kind};`,
  )
  return rows.map((row) => [text(row, 'scope').slice(kind.length + 1), readTallyRow(row)])
}

function readTallyRow(row: SqlRow): Tally {
  return { images: integer(row, 'images'), bytes: integer(row, 'bytes') }
}
