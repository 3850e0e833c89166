import { message, notFound, textBytesOf } from '@pictoglyph/core'
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
  sizeBytes: number
  textBytes: number
}

/**
 * The images as they stand, which nobody else changes until the transaction ends.
 * @throws {Failure} NOT_FOUND if there is none of one of the ids
 */
export async function lockImages(
  sql: SqlTransaction,
  dialect: SqlDialect,
  ids: readonly string[],
): Promise<LockedImage[]> {
  const received: { id: string; sha256: string }[] = []
  for (const id of new Set(ids)) {
    const row = await sql.get('SELECT received_sha256 FROM images WHERE id = ?', id)
    if (!row) throw notFound(message('The image {id}', { id }))
    received.push({ id, sha256: text(row, 'received_sha256') })
  }
  received.sort((a, b) => (a.sha256 < b.sha256 ? -1 : 1))
  for (const { sha256 } of received) await lockDuplicateClaims(sql, sha256)
  const images: LockedImage[] = []
  for (const { id } of received) images.push(await lockImage(sql, dialect, id))
  return images
}

async function lockImage(sql: SqlTransaction, dialect: SqlDialect, id: string): Promise<LockedImage> {
  const row = await sql.get(
    `SELECT owner_id, category_id, received_sha256, deleted_at_ms, address, title, description FROM images
     WHERE id = ?${dialect.forUpdate}`,
    id,
  )
  if (!row) throw notFound(message('The image {id}', { id }))
  const address = text(row, 'address')
  const blob = await sql.get('SELECT size_bytes FROM blobs WHERE address = ?', address)
  return {
    id,
    ownerId: text(row, 'owner_id'),
    categoryId: text(row, 'category_id'),
    receivedSha256: text(row, 'received_sha256'),
    address,
    deletedAtMs: integerOrNull(row, 'deleted_at_ms'),
    sizeBytes: blob ? integer(blob, 'size_bytes') : 0,
    textBytes: textBytesOf({ title: text(row, 'title'), description: text(row, 'description') }),
  }
}
