import { parsedJson } from '../language/parsed-json.ts'
import type { Image, RemovedMetadata, StoredFile, TakenDown } from '../language/records.ts'
import { type Column, type ColumnsOf, column, readRow, selected } from '../rows/columns.ts'
import {
  flag,
  integer,
  integerOrNull,
  type SqlReader,
  type SqlRow,
  text,
  textOrNull,
} from '../rows/engine.ts'

/** The columns of `blobs` with the facts of stored bytes. */
export const factColumns: ColumnsOf<Omit<StoredFile, 'address'>> = {
  sizeBytes: column.integer('size_bytes'),
  // `media` detected the type from the bytes before it was written here.
  type: column.text('media_type') as Column<StoredFile['type']>,
  width: column.integer('width'),
  height: column.integer('height'),
  frames: column.integer('frames'),
}

/** The columns of a stored file. */
export const fileColumns: ColumnsOf<StoredFile> = { address: column.text('address'), ...factColumns }

/** The facts of stored bytes, to SELECT. */
export const selectedFacts = selected('blobs', factColumns)

/** The columns of an image, with its owner's name and the facts of its bytes. */
export const imageColumns = `images.id, images.owner_id, users.name AS owner_name,
  users.display_name AS owner_display_name, images.category_id, images.title, images.description, images.file_name, images.created_at_ms,
  images.deleted_at_ms, images.taken_down_at_ms, images.taken_down_reason, images.hidden_with_owner, images.expires_at_ms, images.received_sha256, images.key_id, images.removed, images.address,
  ${selectedFacts}`

/** Joins the tables with these columns to `images`. */
export const joinOwnerAndBlob = `JOIN users ON users.id = images.owner_id
  JOIN blobs ON blobs.address = images.address`

/** Reads an image from a row with {@link imageColumns}. */
export function readImage(row: SqlRow): Image {
  return {
    id: text(row, 'id'),
    ownerId: text(row, 'owner_id'),
    ownerName: text(row, 'owner_name'),
    ownerDisplayName: text(row, 'owner_display_name'),
    categoryId: text(row, 'category_id'),
    title: text(row, 'title'),
    description: text(row, 'description'),
    fileName: text(row, 'file_name'),
    createdAtMs: integer(row, 'created_at_ms'),
    deletedAtMs: integerOrNull(row, 'deleted_at_ms'),
    takenDown: readTakenDown(row),
    expiresAtMs: integerOrNull(row, 'expires_at_ms'),
    receivedSha256: text(row, 'received_sha256'),
    keyId: textOrNull(row, 'key_id'),
    removed: removedIn(text(row, 'removed')),
    file: readStoredFile(row),
  }
}

/** Parses the list of removed metadata; most are empty, so that case is fast. An unreadable list counts as empty. */
function removedIn(stored: string): RemovedMetadata[] {
  if (stored === '[]') return []
  const list = parsedJson(stored)
  return Array.isArray(list) ? list.filter(isRemoved) : []
}

const isRemoved = (one: Partial<RemovedMetadata> | null): one is RemovedMetadata =>
  typeof one?.kind === 'string' && typeof one.bytes === 'number'

function readTakenDown(row: SqlRow): TakenDown | null {
  const atMs = integerOrNull(row, 'taken_down_at_ms')
  if (atMs === null) return null
  return { atMs, reason: text(row, 'taken_down_reason'), isWithOwner: flag(row, 'hidden_with_owner') }
}

/** Reads the stored file of a row. */
export const readStoredFile = (row: SqlRow): StoredFile => readRow(fileColumns, row)

/** SQL condition: not expired at `?`. */
export const isNotExpired = '(images.expires_at_ms IS NULL OR images.expires_at_ms > ?)'

/** The live image with this id. */
export async function findImage(sql: SqlReader, id: string, nowMs: number): Promise<Image | undefined> {
  const image = await findImageWithDeleted(sql, id, nowMs)
  return image?.deletedAtMs === null ? image : undefined
}

/** The live or deleted image with this id. */
export async function findImageWithDeleted(
  sql: SqlReader,
  id: string,
  nowMs: number,
): Promise<Image | undefined> {
  const row = await sql.get(
    `SELECT ${imageColumns} FROM images ${joinOwnerAndBlob} WHERE images.id = ? AND ${isNotExpired}`,
    id,
    nowMs,
  )
  return row && readImage(row)
}
