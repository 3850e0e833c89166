import {
  Failure,
  type Image,
  type NewImage,
  type RecordOutcome,
  textBytesOf,
  type User,
  uploadingProblem,
} from '@pictoglyph/core'
import { addMember } from '../album-images.ts'
import { addBlobReference } from '../blobs/blob-references.ts'
import { recount } from '../blobs/repairs.ts'
import { categoryLock } from '../categories.ts'
import { type CounterChanges, counterScope, createCounterChanges, liveScopes } from '../counters.ts'
import { flag, type SqlDialect, type SqlEngine, type SqlTransaction, text } from '../engine.ts'
import { requireQuota } from '../quota.ts'
import { searchText } from '../search-text.ts'
import {
  claimantOf,
  claimBytes,
  claimScope,
  lockDuplicateClaims,
  releaseDuplicateClaims,
} from './duplicate-claims.ts'
import { recallSameUpload, rememberUpload } from './idempotency.ts'
import { findImage } from './image-rows.ts'

/** `ImageStore.record` as one transaction. */
export function recordImage(engine: SqlEngine, clock: () => number, image: NewImage): Promise<RecordOutcome> {
  const { dialect } = engine
  return engine.write(
    async (sql) => {
      if (image.idempotency) {
        const { keyId, token } = image.idempotency
        await sql.lock(`idempotency:${keyId}:${token}`)
        const earlier = await recallSameUpload(sql, image.idempotency)
        if (earlier) return { kind: earlier.deduped ? 'deduped' : 'created', image: earlier.image }
      }
      await requireCategory(sql, image.categoryId)
      if (image.albumId !== null) await requireAlbum(sql, dialect, image.albumId, image.ownerId)
      const counters = createCounterChanges(dialect)
      const outcome = await createOrFind(sql, image, { dialect, counters, nowMs: clock() })
      if (outcome.kind === 'blobRemoving') return outcome
      const { id, ownerId, createdAtMs, file } = outcome.image
      if (image.albumId !== null && ownerId === image.ownerId) {
        const member = { id, createdAtMs, sizeBytes: file.sizeBytes }
        await addMember(sql, { albumId: image.albumId, image: member, atMs: image.createdAtMs }, counters)
      }
      if (image.idempotency) {
        await rememberUpload(sql, image.idempotency, { imageId: id, deduped: outcome.kind === 'deduped' })
      }
      await counters.write(sql)
      return outcome
    },
    { addsOnly: true },
  )
}

/** A category that stays enabled until the transaction ends. @throws {Failure} CATEGORY_UNAVAILABLE */
export async function requireCategory(sql: SqlTransaction, id: string): Promise<void> {
  await sql.lock(categoryLock(id), 'shared')
  const row = await sql.get('SELECT enabled FROM categories WHERE id = ?', id)
  if (!row || !flag(row, 'enabled')) throw new Failure({ code: 'CATEGORY_UNAVAILABLE', categoryId: id })
}

async function requireAlbum(
  sql: SqlTransaction,
  dialect: SqlDialect,
  albumId: string,
  ownerId: string,
): Promise<void> {
  const row = await sql.get(
    `SELECT id FROM albums WHERE id = ? AND owner_id = ?${dialect.forKeyShare}`,
    albumId,
    ownerId,
  )
  if (!row) throw new Failure({ code: 'ALBUM_NOT_ALLOWED', albumId })
}

interface Recording {
  dialect: SqlDialect
  counters: CounterChanges
  nowMs: number
}

async function createOrFind(
  sql: SqlTransaction,
  image: NewImage,
  recording: Recording,
): Promise<RecordOutcome> {
  const { counters, nowMs } = recording
  await lockDuplicateClaims(sql, image.receivedSha256)
  const scope = claimScope(image.dedupScope, image.ownerId)
  while (!(await claimBytes(sql, image, scope))) {
    const holder = await claimantOf(sql, image)
    if (holder === undefined) throw new Error(`the claim ${scope} of ${image.receivedSha256} came and went`)
    const outcome = await findHolder(sql, image, { holder, nowMs })
    if (outcome?.kind === 'deduped') counters.add(counterScope.deduplicated, 1, outcome.image.file.sizeBytes)
    if (outcome !== undefined) return outcome
    await releaseDuplicateClaims(sql, { id: holder, receivedSha256: image.receivedSha256 })
  }
  const textBytes = textBytesOf(image)
  const { ownerId, maxImages } = image
  const addition = { ownerId, addedBytes: image.file.sizeBytes + textBytes, maxImages }
  const owner = await requireQuota(sql, addition, uploadingProblem)
  const { createdAtMs, removalsSeen } = image
  const blob = await addBlobReference(sql, image.file, { createdAtMs, nowMs, removalsSeen })
  if (blob.kind === 'removing') {
    await releaseDuplicateClaims(sql, image)
    return { kind: 'blobRemoving', untilMs: blob.untilMs }
  }
  await insertImage(sql, image)
  const { sizeBytes } = image.file
  if (blob.kind === 'shared') counters.add(counterScope.deduplicated, 1, sizeBytes)
  counters.add(counterScope.day(image.createdAtMs), 1, sizeBytes)
  if (textBytes > 0) counters.add(counterScope.text(ownerId), 1, textBytes)
  for (const scope of liveScopes(image)) counters.add(scope, 1, sizeBytes)
  return { kind: 'created', image: imageOf(image, owner) }
}

/**
 * The image that holds a claim; `undefined` where that is not alive, which only a damaged database tells. An image
 * whose blob has lost its row gets it back from an upload that stored the same bytes.
 */
async function findHolder(
  sql: SqlTransaction,
  image: NewImage,
  { holder, nowMs }: { holder: string; nowMs: number },
): Promise<RecordOutcome | undefined> {
  const found = await findImage(sql, holder)
  if (found) return { kind: 'deduped', image: found }
  const row = await sql.get('SELECT address FROM images WHERE id = ? AND deleted_at_ms IS NULL', holder)
  if (!row) return undefined
  const address = text(row, 'address')
  if (address === image.file.address) {
    const { createdAtMs, removalsSeen } = image
    const blob = await addBlobReference(sql, image.file, { createdAtMs, nowMs, removalsSeen })
    if (blob.kind === 'removing') return { kind: 'blobRemoving', untilMs: blob.untilMs }
    await recount(sql, address, nowMs)
    const mended = await findImage(sql, holder)
    if (mended) return { kind: 'deduped', image: mended }
  }
  throw new Error(`the image ${holder} lacks the row of its blob ${address}: run fsck --repair`)
}

async function insertImage(sql: SqlTransaction, image: NewImage): Promise<void> {
  await sql.run(
    `INSERT INTO images (id, owner_id, category_id, title, description, search_text, created_at_ms,
       received_sha256, removed, address, size_bytes)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    image.id,
    image.ownerId,
    image.categoryId,
    image.title,
    image.description,
    searchText(image.title, image.description),
    image.createdAtMs,
    image.receivedSha256,
    JSON.stringify(image.removed),
    image.file.address,
    image.file.sizeBytes,
  )
}

function imageOf(image: NewImage, owner: Pick<User, 'name' | 'displayName'>): Image {
  return {
    id: image.id,
    ownerId: image.ownerId,
    ownerName: owner.name,
    ownerDisplayName: owner.displayName,
    categoryId: image.categoryId,
    title: image.title,
    description: image.description,
    createdAtMs: image.createdAtMs,
    deletedAtMs: null,
    receivedSha256: image.receivedSha256,
    removed: image.removed,
    file: image.file,
  }
}
