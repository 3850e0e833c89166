import { releaseRenditionsOf } from '../blobs/blob-reference-rows.ts'
import type { BlobAddress } from '../blobs/blob-store.ts'
import { lockDuplicateClaims, releaseDuplicateClaims } from '../images/duplicate-claim-rows.ts'
import { factColumns } from '../images/image-rows.ts'
import type { StoredFile } from '../language/records.ts'
import { assignmentsOf, insertion } from '../rows/clauses.ts'
import { writtenColumns } from '../rows/columns.ts'
import {
  integer,
  integerOrNull,
  type Sql,
  type SqlDialect,
  type SqlTransaction,
  text,
} from '../rows/engine.ts'
import type { StoreDefinition } from '../rows/store.ts'

const namedCount = (address: string) =>
  `(SELECT COUNT(*) FROM images WHERE images.address = ${address}) +
   (SELECT COUNT(*) FROM renditions WHERE renditions.address = ${address})`

const isHeld = `EXISTS (
  SELECT 1 FROM images WHERE images.id = claims.image_id AND images.deleted_at_ms IS NULL
    AND images.received_sha256 = claims.received_sha256)`

/** The references that a blob's row counts, and those that exist. */
interface NeedCount {
  address: BlobAddress
  recorded: number
  named: number
}

/** A duplicate claim that no live image holds. */
interface StrayClaim {
  /** SHA-256 of the bytes as received. */
  receivedSha256: string
  imageId: string
}

/**
 * Finds and repairs rows that contradict each other. The site itself never writes such rows: someone changed them, or
 * restored a damaged database in part. Each query sees one moment, so running work does not disturb it.
 */
export const repairStore = {
  walks: ({ read }) => ({
    /** Whether an image (even a deleted one) or a rendition names these bytes, with or without a blob row. */
    async isNamed(address: BlobAddress) {
      const row = await read.get(`SELECT ${namedCount('?')} AS named`, address, address)
      return row !== undefined && integer(row, 'named') > 0
    },
    /**
     * Examines the next addresses that images or renditions name, and returns those without a row.
     * @returns `next`: where to continue; `null` at the end
     */
    async unrecorded(
      after: BlobAddress | null,
      limit: number,
    ): Promise<{ addresses: BlobAddress[]; next: BlobAddress | null }> {
      const from = after ?? ''
      const rows = await read.all(
        `SELECT named.address, blobs.size_bytes FROM (
           SELECT * FROM (SELECT DISTINCT address FROM images
             WHERE address > ? ORDER BY address LIMIT ?) AS of_images
           UNION
           SELECT * FROM (SELECT DISTINCT address FROM renditions
             WHERE address > ? ORDER BY address LIMIT ?) AS of_renditions
         ) AS named LEFT JOIN blobs ON blobs.address = named.address
         ORDER BY named.address LIMIT ?`,
        from,
        limit,
        from,
        limit,
        limit,
      )
      const last = rows.at(-1)
      const missing = rows.filter((row) => row.size_bytes === null)
      return {
        addresses: missing.map((row) => text(row, 'address')),
        next: last === undefined || rows.length < limit ? null : text(last, 'address'),
      }
    },
    /** Reference counts of the rows after an address, in order; at most `limit`. */
    async needCounts(after: BlobAddress | null, limit: number): Promise<NeedCount[]> {
      const rows = await read.all(
        `SELECT page.address, page.images, ${namedCount('page.address')} AS named FROM (
           SELECT address, images FROM blobs
           WHERE address > ? AND size_bytes IS NOT NULL ORDER BY address LIMIT ?
         ) AS page ORDER BY page.address`,
        after ?? '',
        limit,
      )
      return rows.map((row) => ({
        address: text(row, 'address'),
        recorded: integer(row, 'images'),
        named: integer(row, 'named'),
      }))
    },
    /**
     * Examines the next claims, and returns those that no live image holds.
     * @returns `next`: where to continue; `null` at the end
     */
    async strayClaims(
      after: string | null,
      limit: number,
    ): Promise<{ claims: StrayClaim[]; next: string | null }> {
      const [sha256 = '', scope = ''] = after?.split(/:(.*)/s) ?? []
      const rows = await read.all(
        `SELECT claims.received_sha256, claims.scope, claims.image_id,
           CASE WHEN ${isHeld} THEN 1 ELSE 0 END AS held
         FROM (SELECT received_sha256, scope, image_id FROM image_claims
           WHERE (received_sha256, scope) > (?, ?) ORDER BY received_sha256, scope LIMIT ?) AS claims
         ORDER BY claims.received_sha256, claims.scope`,
        sha256,
        scope,
        limit,
      )
      const last = rows.at(-1)
      const stray = rows.filter((row) => integer(row, 'held') === 0)
      return {
        claims: stray.map((row) => ({
          receivedSha256: text(row, 'received_sha256'),
          imageId: text(row, 'image_id'),
        })),
        next:
          last === undefined || rows.length < limit
            ? null
            : `${text(last, 'received_sha256')}:${text(last, 'scope')}`,
      }
    },
  }),
  changes: ({ dialect, write }, clock) => ({
    /**
     * Writes the facts of the bytes, if given, and the number of images and renditions that name them. The blob is then
     * released if that is 0, otherwise not.
     * @returns false, without any change, if there is no row and no file is given, or a removal is claimed
     */
    mendBlob: (address: BlobAddress, { file, atMs }: { file: StoredFile | null; atMs: number }) =>
      write(async (sql) => {
        await sql.run(
          ...insertion(
            'blobs',
            { address, created_at_ms: atMs, images: 0, released_at_ms: atMs },
            'ON CONFLICT DO NOTHING',
          ),
        )
        const row = await sql.get(
          `SELECT size_bytes, removing_until_ms FROM blobs WHERE address = ?${dialect.forUpdate}`,
          address,
        )
        const removingUntilMs = row ? integerOrNull(row, 'removing_until_ms') : null
        const isMendable = file !== null || (row !== undefined && row.size_bytes !== null)
        if (!isMendable || (removingUntilMs !== null && removingUntilMs > clock())) return false
        const set = file && assignmentsOf(writtenColumns(factColumns, file))
        if (set) await sql.run(`UPDATE blobs SET ${set.text} WHERE address = ?`, ...set.parameters, address)
        await recount(sql, dialect, { address, atMs })
        return true
      }),
    /** Ends a stray claim; the oldest live image of the same bytes takes over the site's claim. */
    removeStrayClaim: ({ receivedSha256, imageId }: StrayClaim) =>
      write(async (sql) => {
        await lockDuplicateClaims(sql, receivedSha256)
        if (await isLive(sql, imageId, receivedSha256)) return
        await releaseDuplicateClaims(sql, dialect, [{ id: imageId, receivedSha256 }])
      }),
  }),
} satisfies StoreDefinition

/**
 * Writes how many images and renditions name a blob whose row is locked. It counts after locking, so it sees earlier
 * commits of others.
 */
export async function recount(
  sql: SqlTransaction,
  dialect: SqlDialect,
  { address, atMs }: { address: string; atMs: number },
): Promise<void> {
  const row = await sql.get(`SELECT ${namedCount('?')} AS named`, address, address)
  const named = row ? integer(row, 'named') : 0
  if (named > 0) {
    await sql.run(
      'UPDATE blobs SET images = ?, released_at_ms = NULL, removing_until_ms = NULL WHERE address = ?',
      named,
      address,
    )
    return
  }
  await sql.run(
    'UPDATE blobs SET images = 0, released_at_ms = COALESCE(released_at_ms, ?) WHERE address = ?',
    atMs,
    address,
  )
  await releaseRenditionsOf(sql, dialect, { sources: [address], atMs })
}

async function isLive(sql: Sql, imageId: string, receivedSha256: string): Promise<boolean> {
  const row = await sql.get(
    'SELECT id FROM images WHERE id = ? AND received_sha256 = ? AND deleted_at_ms IS NULL',
    imageId,
    receivedSha256,
  )
  return row !== undefined
}
