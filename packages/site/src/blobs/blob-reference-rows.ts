import { fileColumns, readStoredFile } from '../images/image-rows.ts'
import type { StoredFile } from '../language/records.ts'
import { givenRows, insertion, isOneOf } from '../rows/clauses.ts'
import { writtenColumns } from '../rows/columns.ts'
import { integer, integerOrNull, type Sql, type SqlDialect, type SqlRow, text } from '../rows/engine.ts'
import type { Store, StoreDefinition } from '../rows/store.ts'
import type { BlobAddress } from './blob-store.ts'

/** How long a removal stays on record. */
const rememberedMs = 24 * 60 * 60 * 1000
/** Additional old records that are deleted each time removals finish. */
const deletedTogether = 100

/** `size IS NULL` marks a blob that is being, or has been, removed. */
const isBlob = 'size_bytes IS NOT NULL'

/** The row of stored bytes. */
export interface BlobRow {
  file: StoredFile
  createdAtMs: number
  releasedAtMs: number | null
  removingUntilMs: number | null
}

/**
 * References to blobs. A blob is needed while the row of an image or rendition names it; a rendition's row stays as
 * long as its source is needed. Without references the blob is released, and after a delay it may be removed in two
 * steps. Removals are counted, and an upload states the count from before it put its bytes. So if an upload meets a
 * removal of the same bytes, either the upload revives the blob and the removal does not begin, or the upload learns
 * that it must put the bytes again.
 */
export type BlobReferences = Store<typeof blobReferenceStore>

/** Defines {@link BlobReferences}. */
export const blobReferenceStore = {
  walks: ({ read }, clock) => ({
    async byAddress(address: BlobAddress) {
      const row = await read.get(`SELECT * FROM blobs WHERE address = ? AND ${isBlob}`, address)
      return row && readBlobRow(row)
    },
    /** All rows in order of address, in pages. */
    async list(after: BlobAddress | null, limit: number) {
      const rows = await read.all(
        `SELECT * FROM blobs WHERE address > ? AND ${isBlob} ORDER BY address LIMIT ?`,
        after ?? '',
        limit,
      )
      return rows.map(readBlobRow)
    },
    /** Files that images or renditions need, in order of address, after `after`. */
    async needed(after: BlobAddress | null, limit: number): Promise<StoredFile[]> {
      const rows = await read.all(
        `SELECT * FROM blobs WHERE address > ? AND ${isBlob} AND released_at_ms IS NULL ORDER BY address LIMIT ?`,
        after ?? '',
        limit,
      )
      return rows.map(readStoredFile)
    },
    /**
     * How often a removal of these bytes began, and when a running one ends at the latest. Counts are kept for a day
     * after the bytes are gone, far longer than any upload takes to put and record.
     */
    async removal(address: BlobAddress) {
      const row = await read.get('SELECT removals, removing_until_ms FROM blobs WHERE address = ?', address)
      if (!row) return { count: 0, underWayUntilMs: null }
      const untilMs = integerOrNull(row, 'removing_until_ms')
      const isUnderWay = untilMs !== null && untilMs > clock()
      return { count: integer(row, 'removals'), underWayUntilMs: isUnderWay ? untilMs : null }
    },
    /** Blobs released before a time and needed by no image, and claims that a collector left behind. */
    async removable(releasedBeforeMs: number, limit: number): Promise<BlobAddress[]> {
      const rows = await read.all(
        `SELECT address FROM blobs WHERE released_at_ms IS NOT NULL AND released_at_ms < ? AND images = 0
           AND (${isBlob} OR removing_until_ms IS NOT NULL)
         ORDER BY released_at_ms, address LIMIT ?`,
        releasedBeforeMs,
        limit,
      )
      return rows.map((row) => text(row, 'address'))
    },
  }),
  changes: ({ dialect, write }, clock) => ({
    /**
     * Step one: claims the removal of blobs until `untilMs`, and returns the claimed addresses. The time also
     * identifies the claims: no other claim of these addresses ends at the same moment. A blob is not claimed if an
     * image needs it, it was revived, it was released after `releasedBeforeMs`, or another claim on it is in force. An
     * address without a row (an orphan) is claimed regardless of that time. Bytes named by the row of an image or
     * rendition are never claimed, regardless of their own row.
     */
    async beginRemovals(
      addresses: readonly BlobAddress[],
      releasedBeforeMs: number,
      untilMs: number,
    ): Promise<BlobAddress[]> {
      if (addresses.length === 0) return []
      const nowMs = clock()
      const address = 'given.value ->> 0'
      // One statement, so that a removal and a revival of the same row never both take effect.
      const claimed = await write((sql) =>
        sql.all(
          `INSERT INTO blobs (address, created_at_ms, images, released_at_ms, removing_until_ms, removals)
           SELECT ${address}, CAST(? AS BIGINT), 0, 0, CAST(? AS BIGINT), 1 FROM ${dialect.given}
           WHERE NOT EXISTS (SELECT 1 FROM images WHERE images.address = ${address})
             AND NOT EXISTS (SELECT 1 FROM renditions WHERE renditions.address = ${address})
           ORDER BY 1
           ON CONFLICT (address) DO UPDATE
           SET removing_until_ms = excluded.removing_until_ms, removals = blobs.removals + 1
           WHERE blobs.images = 0 AND (blobs.released_at_ms < ? OR blobs.size_bytes IS NULL)
             AND (blobs.removing_until_ms IS NULL OR blobs.removing_until_ms <= ?)
           RETURNING address`,
          nowMs,
          untilMs,
          isOneOf(dialect, new Set(addresses)).parameter,
          releasedBeforeMs,
          nowMs,
        ),
      )
      return claimed.map((row) => text(row, 'address'))
    },
    /**
     * Step two, when the bytes are gone and no attempt is running: ends the claims until `untilMs`, and deletes old
     * records. A newer claim of someone else stays, and so does a revived blob.
     */
    async finishRemovals(addresses: readonly BlobAddress[], untilMs: number): Promise<void> {
      if (addresses.length === 0) return
      const nowMs = clock()
      const { text: areListed, parameter } = isOneOf(dialect, addresses)
      await write(async (sql) => {
        await sql.run(
          `UPDATE blobs SET size_bytes = NULL, released_at_ms = ?, removing_until_ms = NULL
           WHERE address ${areListed} AND images = 0 AND removing_until_ms = ?`,
          nowMs,
          parameter,
          untilMs,
        )
        await sql.run(
          `DELETE FROM blobs WHERE address IN (
           SELECT address FROM blobs
           WHERE released_at_ms < ? AND images = 0 AND size_bytes IS NULL AND removing_until_ms IS NULL
           ORDER BY released_at_ms, address LIMIT ?
         )`,
          nowMs - rememberedMs,
          deletedTogether + addresses.length,
        )
      })
    },
    /** Ends claims before any removal was attempted: the bytes stay, and may be claimed again. */
    async abandonRemovals(addresses: readonly BlobAddress[], untilMs: number): Promise<void> {
      if (addresses.length === 0) return
      const { text: areListed, parameter } = isOneOf(dialect, addresses)
      await write((sql) =>
        sql.run(
          `UPDATE blobs SET removing_until_ms = NULL
           WHERE address ${areListed} AND images = 0 AND removing_until_ms = ?`,
          parameter,
          untilMs,
        ),
      )
    },
  }),
} satisfies StoreDefinition

/** The result of adding a reference to a blob. */
type BlobNeeded =
  | { kind: 'new' }
  | { kind: 'shared' }
  /** The bytes are being removed, or were removed after they were put; nothing changed. */
  | { kind: 'removing'; untilMs: number }

/**
 * Records that one more image or rendition needs these bytes: creates the blob's row, or revives it.
 * @param moment.removalsSeen the count of removals before the bytes were put
 */
export async function addBlobReference(
  sql: Sql,
  file: StoredFile,
  { createdAtMs, nowMs, removalsSeen }: { createdAtMs: number; nowMs: number; removalsSeen: number },
): Promise<BlobNeeded> {
  const row = await sql.get(
    ...insertion(
      'blobs',
      { ...writtenColumns(fileColumns, file), created_at_ms: createdAtMs, images: 1 },
      `ON CONFLICT (address) DO UPDATE
SET images = blobs.images + 1, released_at_ms = NULL, removing_until_ms = NULL,
size_bytes = excluded.size_bytes, media_type = excluded.media_type, width = excluded.width,
height = excluded.height, frames = excluded.frames
WHERE (blobs.removing_until_ms IS NULL OR blobs.removing_until_ms <= ?)
AND (blobs.images > 0 OR blobs.removals = ?)
RETURNING images`,
    ),
    nowMs,
    removalsSeen,
  )
  if (row) return { kind: integer(row, 'images') === 1 ? 'new' : 'shared' }
  const removing = await sql.get('SELECT removing_until_ms FROM blobs WHERE address = ?', file.address)
  // The removal is over, and the bytes are gone.
  return { kind: 'removing', untilMs: (removing && integerOrNull(removing, 'removing_until_ms')) ?? nowMs }
}

/**
 * Removes references from each blob. Without references it is released, with its renditions; records of impossible
 * renditions stay.
 * @returns the addresses of everything released
 */
export async function removeBlobReferences(
  sql: Sql,
  dialect: SqlDialect,
  { needed, atMs }: { needed: ReadonlyMap<string, number>; atMs: number },
): Promise<BlobAddress[]> {
  if (needed.size === 0) return []
  const rows = await sql.all(
    // Lock rows in the order of addresses, as every transaction does.
    `UPDATE blobs SET images = blobs.images - needed.fewer,
       released_at_ms = CASE WHEN blobs.images = needed.fewer THEN CAST(? AS BIGINT) ELSE NULL END
     FROM (
       SELECT blobs.address AS of_address, CAST(given.value ->> 1 AS BIGINT) AS fewer
       FROM ${dialect.given} JOIN blobs ON blobs.address = given.value ->> 0
       ORDER BY blobs.address${dialect.forUpdate}
     ) AS needed WHERE blobs.address = needed.of_address RETURNING address, images`,
    atMs,
    givenRows([...needed]),
  )
  const released = rows.filter((row) => integer(row, 'images') <= 0).map((row) => text(row, 'address'))
  return [...released, ...(await releaseRenditionsOf(sql, dialect, { sources: released, atMs }))]
}

/** Deletes the renditions of blobs, and releases their bytes. @returns the addresses of everything released */
export async function releaseRenditionsOf(
  sql: Sql,
  dialect: SqlDialect,
  { sources, atMs }: { sources: readonly string[]; atMs: number },
): Promise<BlobAddress[]> {
  if (sources.length === 0) return []
  const { text: areListed, parameter } = isOneOf(dialect, sources)
  const made = await sql.all(
    `DELETE FROM renditions WHERE source ${areListed} AND address IS NOT NULL RETURNING address`,
    parameter,
  )
  const needed = new Map<string, number>()
  for (const row of made) needed.set(text(row, 'address'), 1 + (needed.get(text(row, 'address')) ?? 0))
  return removeBlobReferences(sql, dialect, { needed, atMs })
}

/** Deletes the renditions with these bytes, and releases the bytes. */
export async function removeRenditionsAt(
  sql: Sql,
  dialect: SqlDialect,
  { address, atMs }: { address: string; atMs: number },
): Promise<void> {
  const removed = await sql.run('DELETE FROM renditions WHERE address = ?', address)
  if (removed > 0) await removeBlobReferences(sql, dialect, { needed: new Map([[address, removed]]), atMs })
}

function readBlobRow(row: SqlRow): BlobRow {
  return {
    file: readStoredFile(row),
    createdAtMs: integer(row, 'created_at_ms'),
    releasedAtMs: integerOrNull(row, 'released_at_ms'),
    removingUntilMs: integerOrNull(row, 'removing_until_ms'),
  }
}
