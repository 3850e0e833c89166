import { type LiveLimits, noLiveLimits, type Room, siteProblem, type Usage } from '../accounts/quota.ts'
import { Failure, type FailureFacts, notFound } from '../language/failure.ts'
import { message } from '../language/message.ts'
import type { Image, User } from '../language/records.ts'
import {
  integer,
  integerOrNull,
  type Sql,
  type SqlDialect,
  type SqlReader,
  type SqlRow,
  type SqlTransaction,
  type SqlValue,
  text,
} from './engine.ts'

/** Images and bytes, updated with each change, so that totals never require a walk over images. */
interface Counter {
  images: number
  bytes: number
}

/** The scopes of counters: live images of owner, category, album and site, an owner's deleted images, and uploads. */
export const counterScope = {
  site: 'site',
  /** Bytes saved because an upload was a repeat. */
  deduplicated: 'deduplicated',
  owner: (id: string) => `owner:${id}`,
  deleted: (ownerId: string) => `deleted:${ownerId}`,
  takenDown: (ownerId: string) => `takenDown:${ownerId}`,
  /** Titles and descriptions of an owner's images, including deleted ones. */
  text: (ownerId: string) => `text:${ownerId}`,
  category: (id: string) => `category:${id}`,
  album: (id: string) => `album:${id}`,
  day: (atMs: number) => `day:${new Date(atMs).toISOString().slice(0, 10)}`,
}

/** The counters of a live image, except those of its albums. */
export function liveScopes({ ownerId, categoryId }: Pick<Image, 'ownerId' | 'categoryId'>): string[] {
  return [counterScope.site, counterScope.owner(ownerId), counterScope.category(categoryId)]
}

/** Collects the changes of counters in one transaction, to write them together. */
export interface CounterChanges {
  add(scope: string, images: number, bytes: number): void
  /** Call this last in a transaction, so that rows are locked only briefly. */
  write(sql: Sql): Promise<void>
}

export function createCounterChanges(dialect: SqlDialect): CounterChanges {
  const changes = new Map<string, Counter>()
  return {
    add(scope, images, bytes) {
      const counter = changes.get(scope)
      changes.set(scope, { images: images + (counter?.images ?? 0), bytes: bytes + (counter?.bytes ?? 0) })
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

/** Reads one counter; zeros if it was never changed. */
export async function readCounter(sql: SqlReader, scope: string): Promise<Counter> {
  const row = await sql.get(
    `SELECT COALESCE(SUM(images), 0) AS images, COALESCE(SUM(bytes), 0) AS bytes
     FROM image_counters WHERE scope = ?`,
    scope,
  )
  return row ? readCounterRow(row) : { images: 0, bytes: 0 }
}

/** Reads all counters of one `kind`, from `kind:first` on, in order of scope. */
export async function readCounters(sql: SqlReader, kind: string, first = ''): Promise<[string, Counter][]> {
  const rows = await sql.all(
    `SELECT scope, SUM(images) AS images, SUM(bytes) AS bytes
     FROM image_counters WHERE scope >= ? AND scope < ? GROUP BY scope ORDER BY scope`,
    `${kind}:${first}`,
    `${kind};`,
  )
  return rows.map((row) => [text(row, 'scope').slice(kind.length + 1), readCounterRow(row)])
}

function readCounterRow(row: SqlRow): Counter {
  return { images: integer(row, 'images'), bytes: integer(row, 'bytes') }
}

/** Rows in the one order in which they are locked, which prevents deadlocks. */
export function inLockOrder<T>(rows: ReadonlyMap<string, T>): [string, T][] {
  return [...rows].sort(([a], [b]) => (a < b ? -1 : 1))
}

/** The user whose images they are. */
export type Owner = Pick<User, 'id' | 'name' | 'displayName' | 'quotaBytes'>

/** @throws {Failure} NOT_FOUND */
export async function readOwner(sql: Sql, id: string): Promise<Owner> {
  const row = await sql.get('SELECT name, display_name, quota_bytes FROM users WHERE id = ?', id)
  if (!row) throw notFound(message('The user'))
  return {
    id,
    name: text(row, 'name'),
    displayName: text(row, 'display_name'),
    quotaBytes: integerOrNull(row, 'quota_bytes'),
  }
}

/**
 * Requires room for an owner's added images. Other transactions that add images of an owner with a limit wait here
 * until this one ends.
 * @throws {Failure} the problem that the rule finds
 */
export async function requireRoomOfOwner(
  sql: SqlTransaction,
  { id, quotaBytes }: Pick<Owner, 'id' | 'quotaBytes'>,
  { added, limits: { maxImages } = noLiveLimits }: Pick<Room, 'added'> & { limits?: LiveLimits },
  problemOf: (room: Room) => FailureFacts | undefined,
): Promise<void> {
  if (quotaBytes === null && maxImages === 0) return
  await sql.lock(`quota:${id}`)
  const problem = problemOf({ quotaBytes, maxImages, used: await usageOf(sql, id), added })
  if (problem !== undefined) throw new Failure(problem)
}

/**
 * Requires room in the site. Other transactions under the site's limit wait here until this one ends.
 * @param maxBytes `null` is no limit, and nothing waits
 * @throws {Failure} QUOTA_EXCEEDED
 */
export async function requireRoomOfSite(
  sql: SqlTransaction,
  maxBytes: number | null,
  addedBytes: number,
): Promise<void> {
  if (maxBytes === null) return
  await sql.lock('quota:site')
  const { bytes } = await readCounter(sql, counterScope.site)
  const problem = siteProblem(maxBytes, { bytes, addedBytes })
  if (problem !== undefined) throw new Failure(problem)
}

/** Implements `users.usage` in one query, so that an image that is being deleted counts once. */
export async function usageOf(sql: SqlReader, ownerId: string): Promise<Usage> {
  const live = counterScope.owner(ownerId)
  const deleted = counterScope.deleted(ownerId)
  const texts = counterScope.text(ownerId)
  const row = await sql.get(
    `SELECT COALESCE(SUM(CASE WHEN scope = ? THEN images ELSE 0 END), 0) AS images,
       COALESCE(SUM(CASE WHEN scope = ? THEN bytes ELSE 0 END), 0) AS bytes,
       COALESCE(SUM(CASE WHEN scope = ? THEN bytes ELSE 0 END), 0) AS deleted_bytes,
       COALESCE(SUM(CASE WHEN scope = ? THEN images ELSE 0 END), 0) AS deleted_images,
       COALESCE(SUM(CASE WHEN scope = ? THEN bytes ELSE 0 END), 0) AS text_bytes
     FROM image_counters WHERE scope IN (?, ?, ?)`,
    live,
    live,
    deleted,
    deleted,
    texts,
    live,
    deleted,
    texts,
  )
  if (!row) return { images: 0, bytes: 0, deletedBytes: 0, deletedImages: 0, textBytes: 0 }
  return {
    images: integer(row, 'images'),
    bytes: integer(row, 'bytes'),
    deletedBytes: integer(row, 'deleted_bytes'),
    deletedImages: integer(row, 'deleted_images'),
    textBytes: Math.max(0, integer(row, 'text_bytes')),
  }
}
