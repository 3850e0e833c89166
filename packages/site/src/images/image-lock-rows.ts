import { textBytesOf } from '../accounts/quota.ts'
import { notFound } from '../language/failure.ts'
import { message } from '../language/message.ts'
import { isOneOf } from '../rows/clauses.ts'
import { column, type RowOf, readRow, selected } from '../rows/columns.ts'
import { integer, type SqlDialect, type SqlTransaction } from '../rows/engine.ts'
import { hasExpired } from './image-records.ts'

const columns = {
  id: column.text('id'),
  ownerId: column.text('owner_id'),
  categoryId: column.text('category_id'),
  title: column.text('title'),
  description: column.text('description'),
  fileName: column.text('file_name'),
  receivedSha256: column.text('received_sha256'),
  /** Address of its stored bytes. */
  address: column.text('address'),
  createdAtMs: column.integer('created_at_ms'),
  deletedAtMs: column.integerOrNull('deleted_at_ms'),
  takenDownAtMs: column.integerOrNull('taken_down_at_ms'),
  /** Whether it was live when an operator took it down. */
  wasLive: column.flag('live_when_taken_down'),
  isHiddenWithOwner: column.flag('hidden_with_owner'),
  expiresAtMs: column.integerOrNull('expires_at_ms'),
}

const selectedColumns = selected('images', columns)

/** The fields of a locked image that changes need. */
export type LockedImage = RowOf<typeof columns> & { sizeBytes: number; textBytes: number }

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
    `SELECT ${selectedColumns},
       COALESCE((SELECT size_bytes FROM blobs WHERE blobs.address = images.address), 0) AS size_bytes
     FROM images WHERE id ${areListed} ORDER BY received_sha256, id${lock}`,
    parameter,
  )
  return rows.map((row) => {
    const image = readRow(columns, row)
    return Object.assign(image, { sizeBytes: integer(row, 'size_bytes'), textBytes: textBytesOf(image) })
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
