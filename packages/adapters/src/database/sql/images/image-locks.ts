import { hasEnded, message, notFound, textBytesOf } from '@pictoglyph/core'
import { integer, integerOrNull, type SqlDialect, type SqlTransaction, text } from '../engine.ts'
import { lockDuplicateClaims } from './duplicate-claims.ts'

/** An image as a transaction that changes it needs it. */
export interface LockedImage {
  id: string
  ownerId: string
  categoryId: string
  receivedSha256: string
  /** Of its stored bytes. */
  address: string
  deletedAtMs: number | null
  expiresAtMs: number | null
  sizeBytes: number
  textBytes: number
}

/**
 * The images, locked against changes until the transaction ends.
 * @throws {Failure} NOT_FOUND if an id is unknown, or its image has ended
 */
export async function lockImages(
  sql: SqlTransaction,
  dialect: SqlDialect,
  { ids, nowMs }: { ids: readonly string[]; nowMs: number },
): Promise<LockedImage[]> {
  const images = await lockExistingImages(sql, dialect, ids)
  const found = new Set(images.filter((image) => !hasEnded(image, nowMs)).map(({ id }) => id))
  const missing = ids.find((id) => !found.has(id))
  if (missing !== undefined) throw notFound(message('The image {id}', { id: missing }))
  return images
}

/** The same, without unknown ids, and with images that have ended. */
export async function lockExistingImages(
  sql: SqlTransaction,
  dialect: SqlDialect,
  ids: readonly string[],
): Promise<LockedImage[]> {
  const received: { id: string; sha256: string }[] = []
  for (const id of new Set(ids)) {
    const row = await sql.get('SELECT received_sha256 FROM images WHERE id = ?', id)
    if (row) received.push({ id, sha256: text(row, 'received_sha256') })
  }
  received.sort((a, b) => (a.sha256 < b.sha256 ? -1 : 1))
  for (const { sha256 } of received) await lockDuplicateClaims(sql, sha256)
  const images: LockedImage[] = []
  for (const { id } of received) {
    const image = await lockImage(sql, dialect, id)
    if (image !== undefined) images.push(image)
  }
  return images
}

async function lockImage(
  sql: SqlTransaction,
  dialect: SqlDialect,
  id: string,
): Promise<LockedImage | undefined> {
  const row = await sql.get(
    `SELECT owner_id, category_id, received_sha256, deleted_at_ms, expires_at_ms, address, title, description
     FROM images WHERE id = ?${dialect.forUpdate}`,
    id,
  )
  if (!row) return undefined
  const address = text(row, 'address')
  const blob = await sql.get('SELECT size_bytes FROM blobs WHERE address = ?', address)
  return {
    id,
    ownerId: text(row, 'owner_id'),
    categoryId: text(row, 'category_id'),
    receivedSha256: text(row, 'received_sha256'),
    address,
    deletedAtMs: integerOrNull(row, 'deleted_at_ms'),
    expiresAtMs: integerOrNull(row, 'expires_at_ms'),
    sizeBytes: blob ? integer(blob, 'size_bytes') : 0,
    textBytes: textBytesOf({ title: text(row, 'title'), description: text(row, 'description') }),
  }
}
