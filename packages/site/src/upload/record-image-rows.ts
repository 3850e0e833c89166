import { textBytesOf, uploadingProblem } from '../accounts/quota.ts'
import { addMember } from '../albums/album-image-rows.ts'
import { isPresent } from '../albums/removed-album-rows.ts'
import { addBlobReference } from '../blobs/blob-reference-rows.ts'
import { recount } from '../care/repair-rows.ts'
import { category } from '../categories/category.ts'
import { requireNotBlocked } from '../images/blocked-hash-rows.ts'
import {
  claimantOf,
  claimBytes,
  claimScope,
  findDuplicate,
  findSamePicture,
  lockDuplicateClaims,
  releaseDuplicateClaims,
} from '../images/duplicate-claim-rows.ts'
import type { NewImage, RecordOutcome, RepeatedUpload } from '../images/image-records.ts'
import { findImage, isNotExpired } from '../images/image-rows.ts'
import { fillWords, wordColumns } from '../images/image-words-rows.ts'
import { Failure } from '../language/failure.ts'
import type { Image, User } from '../language/records.ts'
import { setLink } from '../links/link-rows.ts'
import { insertion } from '../rows/clauses.ts'
import {
  type CounterChanges,
  counterScope,
  createCounterChanges,
  liveScopes,
  type Owner,
  readOwner,
  requireRoomOfOwner,
  requireRoomOfSite,
} from '../rows/counters.ts'
import {
  flag,
  integerOrNull,
  type SqlDialect,
  type SqlEngine,
  type SqlTransaction,
  text,
} from '../rows/engine.ts'
import { thingLock } from '../things/thing-rows.ts'
import { recallSameUpload, rememberUpload } from './idempotency-rows.ts'

/** Implements `images.record` as one transaction. */
export async function recordImage(
  engine: SqlEngine,
  clock: () => number,
  image: NewImage,
): Promise<RecordOutcome> {
  const { dialect } = engine
  const outcome = await recordUpload<BlobRemoving>(engine, clock, image, {
    find: (sql, recording) => createOrFind(sql, image, { dialect, ...recording, nowMs: clock() }),
    insert: (sql) => insertImage(sql, image),
  })
  if (outcome.kind !== 'deduped') return outcome
  return { kind: 'deduped', image: await fillWords(engine, outcome.image, image) }
}

/** Implements `images.repeat`. */
export async function repeatImage(
  engine: SqlEngine,
  clock: () => number,
  upload: RepeatedUpload,
): Promise<Image | undefined> {
  const outcome = await recordUpload(engine, clock, upload, {
    async find(sql, { counters }) {
      const { receivedSha256, ownerId } = upload
      const query = { receivedSha256, ownerId, dedupScope: 'owner' as const, expiresAtMs: null }
      const image = await findDuplicate(sql, query, clock())
      if (image === undefined) return { kind: 'unknown' as const }
      return repeat(sql, image, upload, counters)
    },
  })
  return 'image' in outcome ? fillWords(engine, outcome.image, upload) : undefined
}

type BlobRemoving = Extract<RecordOutcome, { kind: 'blobRemoving' }>

/** The steps of a recording that differ between an upload with a file and one by hash. */
interface RecordingSteps<Outcome> {
  find(sql: SqlTransaction, recording: Pick<Recording, 'owner' | 'counters'>): Promise<Outcome>
  /** Writes the row of an image that `find` created. */
  insert?(sql: SqlTransaction): Promise<void>
}

/**
 * The common part of recording an upload: retries, permissions and the album. Independent queries are sent together, so
 * that a remote database needs one round trip.
 * @throws {Failure} INVALID_IMAGE if an operator has blocked the bytes; also the errors of `find`
 */
function recordUpload<Other extends { kind: 'blobRemoving' | 'unknown' }>(
  engine: SqlEngine,
  clock: () => number,
  image: RepeatedUpload,
  { find, insert }: RecordingSteps<{ kind: 'created' | 'deduped'; image: Image } | Other>,
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
      const [owner] = await Promise.all([
        readOwner(sql, image.ownerId),
        requireCategory(sql, image.categoryId),
        image.albumId !== null && requireAlbum(sql, dialect, image.albumId, image.ownerId),
        lockDuplicateClaims(sql, image.receivedSha256),
      ])
      const counters = createCounterChanges(dialect)
      const outcome = await find(sql, { owner, counters })
      if (!('image' in outcome)) return outcome
      const { id, ownerId, createdAtMs, file } = outcome.image
      // After locking the row of the bytes: a takedown that locks it next finds this image among the copies.
      await Promise.all([
        requireNotBlocked(sql, [image.receivedSha256, file.address]),
        outcome.kind === 'created' && insert?.(sql),
      ])
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
 * Counts an upload with a limited key, under the row's lock: later uploads wait until this one is committed or rolled
 * back. It is the last row locked before the counters, which prevents deadlocks.
 * @throws {Failure} KEY_USED_UP; nothing of the upload is then recorded
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

/** Locks a category against being disabled until the transaction ends. @throws {Failure} CATEGORY_UNAVAILABLE */
export async function requireCategory(sql: SqlTransaction, id: string): Promise<void> {
  const [, row] = await Promise.all([
    sql.lock(thingLock(category, id), 'shared'),
    sql.get('SELECT enabled FROM categories WHERE id = ?', id),
  ])
  if (!row || !flag(row, 'enabled')) throw new Failure({ code: 'CATEGORY_UNAVAILABLE', categoryId: id })
}

async function requireAlbum(
  sql: SqlTransaction,
  dialect: SqlDialect,
  albumId: string,
  ownerId: string,
): Promise<void> {
  const row = await sql.get(
    `SELECT id FROM albums WHERE id = ? AND owner_id = ? AND ${isPresent}${dialect.forKeyShare}`,
    albumId,
    ownerId,
  )
  if (!row) throw new Failure({ code: 'ALBUM_NOT_ALLOWED', albumId })
}

interface Recording {
  dialect: SqlDialect
  owner: Owner
  counters: CounterChanges
  nowMs: number
}

type Deduped = Extract<RecordOutcome, { kind: 'deduped' }>

/** Creates an image, or finds the one that the upload repeats, by its received or its stored bytes. */
async function createOrFind(
  sql: SqlTransaction,
  image: NewImage,
  recording: Recording,
): Promise<RecordOutcome> {
  const held = await claimOrFind(sql, image, recording)
  if (held !== undefined) return held
  const same = await findPicture(sql, image, recording)
  const outcome =
    same === undefined
      ? await create(sql, image, recording)
      : await repeat(sql, same, image, recording.counters)
  if (outcome.kind !== 'created') await releaseDuplicateClaims(sql, recording.dialect, [image])
  return outcome
}

/** Claims the received bytes for the new image; otherwise returns the live image that holds the claim. */
async function claimOrFind(
  sql: SqlTransaction,
  image: NewImage,
  { dialect, counters, nowMs }: Recording,
): Promise<RecordOutcome | undefined> {
  let scope = claimScope(image.dedupScope, image.ownerId)
  while (!(await claimBytes(sql, image, scope))) {
    const holder = await claimantOf(sql, image)
    if (holder === undefined) throw new Error(`the claim ${scope} of ${image.receivedSha256} came and went`)
    const found = await findHolder(sql, image, { dialect, holder, nowMs })
    if (found === undefined) {
      await releaseDuplicateClaims(sql, dialect, [{ id: holder, receivedSha256: image.receivedSha256 }])
    } else if (found.kind !== 'deduped') return found
    else if (found.image.ownerId === image.ownerId || !isExpiring(found.image, image)) {
      return repeat(sql, found.image, image, counters)
    } else {
      // Another owner's image keeps its owner's choice of expiry.
      scope = claimScope('owner', image.ownerId)
    }
  }
  return undefined
}

/** Extends the expiry of a repeated image, and counts the bytes that were not stored again. */
async function repeat(
  sql: SqlTransaction,
  image: Image,
  upload: Pick<NewImage, 'expiresAtMs'>,
  counters: CounterChanges,
): Promise<Deduped> {
  const expiresAtMs = await keepLaterEnd(sql, image, upload)
  counters.add(counterScope.deduplicated, 1, image.file.sizeBytes)
  return { kind: 'deduped', image: { ...image, expiresAtMs } }
}

/** Makes room for a new image, whose bytes are claimed, and counts it. @throws {Failure} QUOTA_EXCEEDED */
async function create(
  sql: SqlTransaction,
  image: NewImage,
  { owner, counters, nowMs }: Recording,
): Promise<RecordOutcome> {
  const { ownerId, createdAtMs, removalsSeen } = image
  const { sizeBytes } = image.file
  const textBytes = textBytesOf(image)
  const added = { images: 1, bytes: sizeBytes + textBytes }
  await requireRoomOfOwner(sql, owner, { added, limits: image }, uploadingProblem)
  await requireRoomOfSite(sql, image.maxSiteBytes, sizeBytes)
  const blob = await addBlobReference(sql, image.file, { createdAtMs, nowMs, removalsSeen })
  if (blob.kind === 'removing') return { kind: 'blobRemoving', untilMs: blob.untilMs }
  if (blob.kind === 'shared') counters.add(counterScope.deduplicated, 1, sizeBytes)
  counters.add(counterScope.day(createdAtMs), 1, sizeBytes)
  if (textBytes > 0) counters.add(counterScope.text(ownerId), 1, textBytes)
  for (const scope of liveScopes(image)) counters.add(scope, 1, sizeBytes)
  return { kind: 'created', image: imageOf(image, owner) }
}

/** The first image with the same stored bytes, if that counts as a duplicate. */
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

/** Whether an image expires before the upload that repeats it would. */
function isExpiring(
  { expiresAtMs }: Pick<Image, 'expiresAtMs'>,
  wanted: Pick<Image, 'expiresAtMs'>,
): boolean {
  return expiresAtMs !== null && (wanted.expiresAtMs === null || wanted.expiresAtMs > expiresAtMs)
}

/** Extends an image's expiry to that of the upload that repeats it, if that is later. Returns the result. */
async function keepLaterEnd(
  sql: SqlTransaction,
  image: Image,
  { expiresAtMs }: Pick<NewImage, 'expiresAtMs'>,
): Promise<number | null> {
  if (!isExpiring(image, { expiresAtMs })) return image.expiresAtMs
  // One statement, because the owner may change the expiry at the same time.
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
 * The live image that holds a claim; `undefined` if it has expired, or the database is damaged. A lost row of its blob
 * is restored if the upload stored the same bytes.
 */
async function findHolder(
  sql: SqlTransaction,
  image: NewImage,
  { dialect, holder, nowMs }: { dialect: SqlDialect; holder: string; nowMs: number },
): Promise<RecordOutcome | undefined> {
  const found = await findImage(sql, holder, nowMs)
  if (found) return { kind: 'deduped', image: found }
  const row = await sql.get(
    `SELECT address FROM images WHERE id = ? AND deleted_at_ms IS NULL AND ${isNotExpired}`,
    holder,
    nowMs,
  )
  if (!row) return undefined
  const address = text(row, 'address')
  if (address === image.file.address) {
    const { createdAtMs, removalsSeen } = image
    const blob = await addBlobReference(sql, image.file, { createdAtMs, nowMs, removalsSeen })
    if (blob.kind === 'removing') return { kind: 'blobRemoving', untilMs: blob.untilMs }
    await recount(sql, dialect, { address, atMs: nowMs })
    const mended = await findImage(sql, holder, nowMs)
    if (mended) return { kind: 'deduped', image: mended }
  }
  throw new Error(`the image ${holder} lacks the row of its blob ${address}: run fsck --repair`)
}

async function insertImage(sql: SqlTransaction, image: NewImage): Promise<void> {
  await sql.run(
    ...insertion('images', {
      id: image.id,
      owner_id: image.ownerId,
      category_id: image.categoryId,
      ...wordColumns(image),
      created_at_ms: image.createdAtMs,
      expires_at_ms: image.expiresAtMs,
      received_sha256: image.receivedSha256,
      key_id: image.key?.id ?? null,
      removed: JSON.stringify(image.removed),
      address: image.file.address,
      size_bytes: image.file.sizeBytes,
    }),
  )
}

function imageOf(
  {
    albumId,
    dedupScope,
    dedupBy,
    maxImages,
    maxSiteBytes,
    removalsSeen,
    link,
    key,
    idempotency,
    ...image
  }: NewImage,
  owner: Pick<User, 'name' | 'displayName'>,
): Image {
  return {
    ...image,
    ownerName: owner.name,
    ownerDisplayName: owner.displayName,
    deletedAtMs: null,
    takenDown: null,
    keyId: key?.id ?? null,
  }
}
