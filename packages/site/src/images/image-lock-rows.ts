import { textBytesOf } from '../accounts/quota.ts'
import { notFound } from '../language/failure.ts'
import { message } from '../language/message.ts'
import { isOneOf } from '../rows/clauses.ts'
import { flag, integer, integerOrNull, type SqlDialect, type SqlTransaction, text } from '../rows/engine.ts'
import { hasExpired } from './image-records.ts'

/** The fields of a locked image that changes need. */
export interface LockedImage {
  id: string
  ownerId: string
  categoryId: string
  title: string
  description: string
  fileName: string
  receivedSha256: string
  /** Address of its stored bytes. */
  address: string
  createdAtMs: number
  deletedAtMs: number | null
  takenDownAtMs: number | null
  /** Whether it was live when an operator took it down. */
  wasLive: boolean
  isHiddenWithOwner: boolean
  expiresAtMs: number | null
  sizeBytes: number
  textBytes: number
}

/**
 * Reads images, and locks them and the claims to their bytes until the transaction ends.
 * @throws {Failure} NOT_FOUND if an id is unknown, or its image has expired
 */
export async function lockImages(
  sql: SqlTransaction,
  dialect: SqlDialect,
  { ids, nowMs }: { ids: readonly string[]; nowMs: number },
): Promise<LockedImage[]> {
  const images = await lockExistingImages(sql, dialect, ids)
  requireImages(ids, images, (image) => !hasExpired(image, nowMs))
  return images
}

/** {@link lockImages}, but skips unknown ids, and includes expired images. */
export async function lockExistingImages(
  sql: SqlTransaction,
  dialect: SqlDialect,
  ids: readonly string[],
): Promise<LockedImage[]> {
  const { text: areListed, parameter } = isOneOf(dialect, ids)
  await sql.lockEach(
    `SELECT DISTINCT 'received:' || received_sha256 AS name FROM images WHERE id ${areListed} ORDER BY name`,
    parameter,
  )
  return lockImageRows(sql, dialect, { ids, lock: dialect.forUpdate })
}

/** Locks only the rows, in the one order that prevents deadlocks. Unknown ids are left out. */
export async function lockImageRows(
  sql: SqlTransaction,
  dialect: SqlDialect,
  { ids, lock }: { ids: readonly string[]; lock: string },
): Promise<LockedImage[]> {
  const { text: areListed, parameter } = isOneOf(dialect, ids)
  const rows = await sql.all(
    `SELECT id, owner_id, category_id, title, description, file_name, received_sha256, address, created_at_ms, deleted_at_ms,
       taken_down_at_ms, live_when_taken_down, hidden_with_owner, expires_at_ms, COALESCE((SELECT size_bytes FROM blobs WHERE blobs.address = images.address), 0) AS size_bytes
     FROM images WHERE id ${areListed} ORDER BY received_sha256, id${lock}`,
    parameter,
  )
  return rows.map((row) => {
    const words = { title: text(row, 'title'), description: text(row, 'description') }
    return {
      id: text(row, 'id'),
      ownerId: text(row, 'owner_id'),
      categoryId: text(row, 'category_id'),
      ...words,
      fileName: text(row, 'file_name'),
      receivedSha256: text(row, 'received_sha256'),
      address: text(row, 'address'),
      createdAtMs: integer(row, 'created_at_ms'),
      deletedAtMs: integerOrNull(row, 'deleted_at_ms'),
      takenDownAtMs: integerOrNull(row, 'taken_down_at_ms'),
      wasLive: flag(row, 'live_when_taken_down'),
      isHiddenWithOwner: flag(row, 'hidden_with_owner'),
      expiresAtMs: integerOrNull(row, 'expires_at_ms'),
      sizeBytes: integer(row, 'size_bytes'),
      textBytes: textBytesOf(words),
    }
  })
}

/** @throws {Failure} NOT_FOUND for the first id without an image, or whose image does not match */
export function requireImages(
  ids: readonly string[],
  images: readonly LockedImage[],
  isMeant: (image: LockedImage) => boolean,
): void {
  const found = new Set(images.filter(isMeant).map(({ id }) => id))
  const missing = ids.find((id) => !found.has(id))
  if (missing !== undefined) throw notFound(message('The image {id}', { id: missing }))
}
