import {
  Failure,
  type Image,
  type NewImage,
  type RecordOutcome,
  type RepeatedUpload,
  textBytesOf,
  type User,
  uploadingProblem,
} from '@pictoglyph/core'
import { addMember } from '../album-images.ts'
import { addBlobReference } from '../blobs/blob-references.ts'
import { recount } from '../blobs/repairs.ts'
import { categoryLock } from '../categories.ts'
import {
  type CounterChanges,
  counterScope,
  createCounterChanges,
  liveScopes,
  requireQuota,
} from '../counters.ts'
import { flag, integerOrNull, type SqlDialect, type SqlEngine, type SqlTransaction, text } from '../engine.ts'
import { setLink } from '../links.ts'
import { searchText } from '../search-text.ts'
import {
  claimantOf,
  claimBytes,
  claimScope,
  findDuplicate,
  findSamePicture,
  lockDuplicateClaims,
  releaseDuplicateClaims,
} from './duplicate-claims.ts'
import { recallSameUpload, rememberUpload } from './idempotency.ts'
import { findImage, isNotEnded } from './image-rows.ts'

/** `ImageStore.record` as one transaction. */
export function recordImage(engine: SqlEngine, clock: () => number, image: NewImage): Promise<RecordOutcome> {
  const { dialect } = engine
  return recordUpload<BlobRemoving>(engine, clock, image, (sql, counters) =>
    createOrFind(sql, image, { dialect, counters, nowMs: clock() }),
  )
}

/** `ImageStore.repeat`. */
export async function repeatImage(
  engine: SqlEngine,
  clock: () => number,
  upload: RepeatedUpload,
): Promise<Image | undefined> {
  const outcome = await recordUpload(engine, clock, upload, async (sql, counters) => {
    const { receivedSha256, ownerId } = upload
    await lockDuplicateClaims(sql, receivedSha256)
    const query = { receivedSha256, ownerId, dedupScope: 'owner' as const, expiresAtMs: null }
    const image = await findDuplicate(sql, query, clock())
    if (image === undefined) return { kind: 'unknown' as const }
    image.expiresAtMs = await keepLaterEnd(sql, image, upload)
    counters.add(counterScope.deduplicated, 1, image.file.sizeBytes)
    return { kind: 'deduped' as const, image }
  })
  return 'image' in outcome ? outcome.image : undefined
}

type BlobRemoving = Extract<RecordOutcome, { kind: 'blobRemoving' }>

/** The common part of each upload: whether it came before, whether it is allowed, and its album. */
function recordUpload<Other extends { kind: 'blobRemoving' | 'unknown' }>(
  engine: SqlEngine,
  clock: () => number,
  image: RepeatedUpload,
  find: (
    sql: SqlTransaction,
    counters: CounterChanges,
  ) => Promise<{ kind: 'created' | 'deduped'; image: Image } | Other>,
): Promise<{ kind: 'created' | 'deduped'; image: Image } | Other> {
  const { dialect } = engine
  return engine.write(
    async (sql) => {
      if (image.idempotency) {
        const { keyId, token } = image.idempotency
        await sql.lock(`idempotency:${keyId}:${token}`)
        const earlier = await recallSameUpload(sql, image.idempotency, clock())
        if (earlier) return { kind: earlier.deduped ? 'deduped' : 'created', image: earlier.image }
      }
      await requireCategory(sql, image.categoryId)
      if (image.albumId !== null) await requireAlbum(sql, dialect, image.albumId, image.ownerId)
      const counters = createCounterChanges(dialect)
      const outcome = await find(sql, counters)
      if (!('image' in outcome)) return outcome
      const { id, ownerId, createdAtMs, file } = outcome.image
      if (image.albumId !== null && ownerId === image.ownerId) {
        const member = { id, createdAtMs, sizeBytes: file.sizeBytes }
        await addMember(sql, { albumId: image.albumId, image: member, atMs: image.createdAtMs }, counters)
      }
      if (image.link !== null && ownerId === image.ownerId) {
        const link = { ...image.link, ownerId, imageId: id, atMs: image.createdAtMs }
        await setLink(sql, dialect, link, clock())
      }
      if (image.idempotency) {
        await rememberUpload(sql, image.idempotency, { imageId: id, deduped: outcome.kind === 'deduped' })
      }
      if (image.key !== null) await countUpload(sql, image.key)
      await counters.write(sql)
      return outcome
    },
    { addsOnly: image.key?.maxUploads == null },
  )
}

/**
 * Counts the upload of a key with a limit, under the row's lock: later uploads wait until this one is committed or
 * rolled back. It is the last row locked before the counters, so no two transactions wait for each other.
 * @throws {Failure} KEY_USED_UP, and nothing of the upload is recorded
 */
async function countUpload(
  sql: SqlTransaction,
  { id, maxUploads }: NonNullable<NewImage['key']>,
): Promise<void> {
  if (maxUploads === null) return
  const counted = await sql.run(
    'UPDATE api_keys SET uploads = uploads + 1 WHERE id = ? AND uploads < max_uploads',
    id,
  )
  if (counted === 0) throw new Failure({ code: 'KEY_USED_UP', maxUploads })
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
  let scope = claimScope(image.dedupScope, image.ownerId)
  while (!(await claimBytes(sql, image, scope))) {
    const holder = await claimantOf(sql, image)
    if (holder === undefined) throw new Error(`the claim ${scope} of ${image.receivedSha256} came and went`)
    const outcome = await findHolder(sql, image, { holder, nowMs })
    if (
      outcome?.kind === 'deduped' &&
      outcome.image.ownerId !== image.ownerId &&
      isEnding(outcome.image, image)
    ) {
      // Someone else's image keeps the end that its owner gave it.
      scope = claimScope('owner', image.ownerId)
      continue
    }
    if (outcome?.kind === 'deduped') {
      outcome.image.expiresAtMs = await keepLaterEnd(sql, outcome.image, image)
    }
    if (outcome?.kind === 'deduped') counters.add(counterScope.deduplicated, 1, outcome.image.file.sizeBytes)
    if (outcome !== undefined) return outcome
    await releaseDuplicateClaims(sql, { id: holder, receivedSha256: image.receivedSha256 })
  }
  const same = await findPicture(sql, image, recording)
  if (same !== undefined) {
    await releaseDuplicateClaims(sql, image)
    same.expiresAtMs = await keepLaterEnd(sql, same, image)
    counters.add(counterScope.deduplicated, 1, same.file.sizeBytes)
    return { kind: 'deduped', image: same }
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

/** The image with the same picture, if that makes a duplicate; of several, the first. */
async function findPicture(
  sql: SqlTransaction,
  image: NewImage,
  { dialect, nowMs }: Recording,
): Promise<Image | undefined> {
  if (image.dedupBy === 'file') return undefined
  const { address } = image.file
  await sql.lock(`picture:${address}`)
  return findSamePicture(sql, { ...image, address }, nowMs, dialect.forUpdate)
}

/** Whether an image ends before the upload that repeats it would. */
function isEnding({ expiresAtMs }: Pick<Image, 'expiresAtMs'>, wanted: Pick<Image, 'expiresAtMs'>): boolean {
  return expiresAtMs !== null && (wanted.expiresAtMs === null || wanted.expiresAtMs > expiresAtMs)
}

/** Extends an image's end to that of the upload that repeats it, if that is later, and returns its end. */
async function keepLaterEnd(
  sql: SqlTransaction,
  image: Image,
  { expiresAtMs }: Pick<NewImage, 'expiresAtMs'>,
): Promise<number | null> {
  if (!isEnding(image, { expiresAtMs })) return image.expiresAtMs
  // In one statement: its owner may change the end at the same time.
  await sql.run(
    'UPDATE images SET expires_at_ms = ? WHERE id = ? AND (expires_at_ms < ? OR CAST(? AS BIGINT) IS NULL)',
    expiresAtMs,
    image.id,
    expiresAtMs,
    expiresAtMs,
  )
  const row = await sql.get('SELECT expires_at_ms FROM images WHERE id = ?', image.id)
  return row ? integerOrNull(row, 'expires_at_ms') : expiresAtMs
}

/**
 * The image that holds a claim; `undefined` if that is not live: it has ended, or the database is damaged. If the row
 * of its blob is lost, an upload that stored the same bytes restores it.
 */
async function findHolder(
  sql: SqlTransaction,
  image: NewImage,
  { holder, nowMs }: { holder: string; nowMs: number },
): Promise<RecordOutcome | undefined> {
  const found = await findImage(sql, holder, nowMs)
  if (found) return { kind: 'deduped', image: found }
  const row = await sql.get(
    `SELECT address FROM images WHERE id = ? AND deleted_at_ms IS NULL AND ${isNotEnded}`,
    holder,
    nowMs,
  )
  if (!row) return undefined
  const address = text(row, 'address')
  if (address === image.file.address) {
    const { createdAtMs, removalsSeen } = image
    const blob = await addBlobReference(sql, image.file, { createdAtMs, nowMs, removalsSeen })
    if (blob.kind === 'removing') return { kind: 'blobRemoving', untilMs: blob.untilMs }
    await recount(sql, address, nowMs)
    const mended = await findImage(sql, holder, nowMs)
    if (mended) return { kind: 'deduped', image: mended }
  }
  throw new Error(`the image ${holder} lacks the row of its blob ${address}: run fsck --repair`)
}

async function insertImage(sql: SqlTransaction, image: NewImage): Promise<void> {
  await sql.run(
    `INSERT INTO images (id, owner_id, category_id, title, description, search_text, created_at_ms,
       expires_at_ms, received_sha256, key_id, removed, address, size_bytes)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    image.id,
    image.ownerId,
    image.categoryId,
    image.title,
    image.description,
    searchText(image.title, image.description),
    image.createdAtMs,
    image.expiresAtMs,
    image.receivedSha256,
    image.key?.id ?? null,
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
    expiresAtMs: image.expiresAtMs,
    receivedSha256: image.receivedSha256,
    keyId: image.key?.id ?? null,
    removed: image.removed,
    file: image.file,
  }
}
