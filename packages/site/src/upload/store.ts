import type { ImageFacts, PictureSize } from '@pictoglyph/media/facts'
import { liveLimitsOf, siteProblem, uploadingProblem } from '../accounts/quota.ts'
import type { BlobAddress, StagedFile } from '../blobs/blob-store.ts'
import { removeBlob } from '../blobs/remove-blob.ts'
import type { DuplicateQuery, NewImage, RecordOutcome } from '../images/image-records.ts'
import { comparedSha256, countedKey } from '../keys/key-restrictions.ts'
import { Failure, isStorageFailure } from '../language/failure.ts'
import { newId } from '../language/ids.ts'
import type { Image, User } from '../language/records.ts'
import type { SitePorts } from '../site-ports.ts'
import type { AcceptedFile, AcceptedRepeat } from './judge.ts'
import type { RecordedImage } from './recall.ts'
import type { KeptFile } from './strip-metadata.ts'

/**
 * Refuses an upload that exceeds the limits of its owner or of the site, before any of it is stored. For simultaneous
 * uploads the database decides when it records them. Duplicates take no room.
 * @param kept the file that would be stored
 * @throws {Failure} QUOTA_EXCEEDED, STORAGE_FAILED
 */
export async function requireRoom(
  { database, snapshot }: Pick<SitePorts, 'database' | 'snapshot'>,
  { id, quotaBytes }: Pick<User, 'id' | 'quotaBytes'>,
  duplicate: DuplicateQuery,
  { sizeBytes, textBytes }: { sizeBytes: number; textBytes: number },
): Promise<void> {
  const { maxImages, maxSiteBytes } = liveLimitsOf(snapshot().policy)
  const added = { images: 1, bytes: sizeBytes + textBytes }
  const problem =
    (quotaBytes === null && maxImages === 0
      ? undefined
      : uploadingProblem({ quotaBytes, maxImages, used: await database.users.usage(id), added })) ??
    (maxSiteBytes === null
      ? undefined
      : siteProblem(maxSiteBytes, { ...(await database.images.totals()), addedBytes: sizeBytes }))
  if (problem === undefined) return
  if ((await database.images.duplicateOf(duplicate)) !== undefined) return
  throw new Failure(problem)
}

/**
 * Stores the bytes of an accepted upload and then its row, or finds the image that it repeats, by the bytes as
 * received. If the outcome of the last step is unknown, the bytes stay, and the collector decides.
 *
 * @param upload.isStopping called while waiting for a removal of the same bytes: the wait ends when the server stops
 * @throws {Failure} CATEGORY_UNAVAILABLE, ALBUM_NOT_ALLOWED, QUOTA_EXCEEDED, KEY_USED_UP, IDEMPOTENCY_MISMATCH,
 * STORAGE_FAILED, OVERLOADED if a removal of the same bytes does not end within seconds
 */
export async function store(
  site: Pick<SitePorts, 'database' | 'blobs' | 'snapshot' | 'createSha256' | 'clock'>,
  upload: {
    accepted: AcceptedFile
    kept: KeptFile
    createdAtMs?: number | undefined
    isStopping?: (() => boolean) | undefined
  },
): Promise<RecordedImage> {
  const { kept, isStopping, createdAtMs = Number.POSITIVE_INFINITY } = upload
  const image = newImage(site, upload.accepted, kept)
  image.createdAtMs = Math.max(0, Math.min(createdAtMs, image.createdAtMs))
  const blob = { staged: kept.staged, sha256: kept.sha256, isStopping }
  const outcome = await putAndRecord<RecordOutcome>(site, blob, (removalsSeen) =>
    site.database.images.record({ ...image, removalsSeen }),
  )
  return { image: outcome.image, deduped: outcome.kind === 'deduped' }
}

function newImage(
  site: Pick<SitePorts, 'snapshot' | 'createSha256' | 'clock'>,
  { file, facts, uploader, idempotency, ...accepted }: AcceptedFile,
  kept: KeptFile,
): Omit<NewImage, 'removalsSeen'> {
  const { type, frames } = facts
  return {
    ...accepted,
    id: newId(),
    ...comparisonOf(site, { file, uploader, link: accepted.link }),
    createdAtMs: site.clock(),
    key: countedKey(uploader.key),
    removed: kept.removed,
    file: { address: kept.sha256, sizeBytes: kept.sizeBytes, type, ...shownSize(facts), frames },
    ...liveLimitsOf(site.snapshot().policy),
    idempotency,
  }
}

/** The values that decide which image an upload repeats, except for its expiry and its stored bytes. */
export function comparisonOf(
  site: Pick<SitePorts, 'snapshot' | 'createSha256'>,
  { file, uploader, link }: Pick<AcceptedFile, 'uploader' | 'link'> & { file: { sha256: string } },
): Pick<NewImage, 'receivedSha256' | 'ownerId' | 'dedupScope' | 'dedupBy'> {
  const { policy } = site.snapshot()
  return {
    receivedSha256: comparedSha256(site, file.sha256, uploader.key),
    ownerId: uploader.user.id,
    // A link only leads to images of its owner.
    dedupScope: link === null ? policy['upload.dedupScope'] : 'owner',
    // Uploads with a guest link only repeat its own files.
    dedupBy: uploader.key?.isGuestLink ? 'file' : policy['upload.dedupBy'],
  }
}

/** While bytes are put here, others may remove them several times, if their uploads are refused or deleted. */
const maxAttempts = 20
const removalPollMs = 100
const defaultPatienceMs = 5_000

/** Outcome when a cleanup is removing the blob, or removed it after `put`, so that its row can't be written. */
interface BlobRemoving {
  kind: 'blobRemoving'
}

/** How long to wait for a removal of the same bytes. An answered one takes milliseconds, others minutes. */
interface RemovalPatience {
  /** In total over all calls; 5 s by default. */
  patienceMs?: number
  /** Returns true to stop waiting. */
  isStopping?: (() => boolean) | undefined
}

/**
 * Puts staged bytes and records the row that names them. Bytes come first and the row last, so that a crash leaves at
 * worst an unreferenced blob. If a removal of the same bytes is running, or ran since they were put, it waits for its
 * end and does both again. If the row is refused, it removes the bytes.
 * @param record gets the number of removals before the bytes were put. At first it gets 0 without a database query,
 * because nearly all bytes have none; if there were any, it answers `blobRemoving`
 * @throws {Failure} STORAGE_FAILED; OVERLOADED, with the latest end of the removal, if waiting took too long, or if the
 * bytes are removed again and again; also the errors of `record`
 */
async function putAndRecord<Outcome extends { kind: string }>(
  site: Pick<SitePorts, 'database' | 'blobs' | 'clock'>,
  { staged, sha256, ...patience }: { staged: StagedFile; sha256: string } & RemovalPatience,
  record: (removalsSeen: number) => Promise<Outcome | BlobRemoving>,
): Promise<Exclude<Outcome, BlobRemoving>> {
  const removalsOnceDone = createRemovalWait(site, sha256, patience)
  for (let attempt = 1; attempt <= maxAttempts; attempt++) {
    const removalsSeen = attempt === 1 ? 0 : await removalsOnceDone()
    await site.blobs.put(staged, sha256)
    const outcome = await record(removalsSeen).catch(async (error: unknown) => {
      if (isRefusal(error)) await takeBack(site, sha256, removalsOnceDone)
      throw error
    })
    if (outcome.kind !== 'blobRemoving') return outcome as Exclude<Outcome, BlobRemoving>
  }
  throw new Failure(
    { code: 'OVERLOADED', retryAfterSeconds: 1 },
    { cause: new Error(`The bytes ${sha256} were removed again and again.`) },
  )
}

/** Whether the transaction was refused, and so not committed. After any other failure this is unknown. */
function isRefusal(error: unknown): boolean {
  return error instanceof Failure && !isStorageFailure(error)
}

/**
 * Removes bytes without a row. If another removal is running, it waits for its end and tries again. The collector
 * removes any bytes left after that.
 */
async function takeBack(
  site: Pick<SitePorts, 'database' | 'blobs' | 'clock'>,
  address: BlobAddress,
  removalsOnceDone: () => Promise<number>,
): Promise<void> {
  const releasedBeforeMs = 0
  try {
    if (await removeBlob(site, address, releasedBeforeMs)) return
    await removalsOnceDone()
    await removeBlob(site, address, releasedBeforeMs)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
  }
}

/** {@link putAndRecord} for bytes in memory. */
export async function storeBytes<Outcome extends { kind: string }>(
  site: Pick<SitePorts, 'database' | 'blobs' | 'createSha256' | 'clock'>,
  { bytes, ...patience }: { bytes: Uint8Array } & RemovalPatience,
  record: (blob: {
    address: BlobAddress
    sizeBytes: number
    removalsSeen: number
  }) => Promise<Outcome | BlobRemoving>,
): Promise<Exclude<Outcome, BlobRemoving>> {
  await using staged = await site.blobs.stage()
  const digest = site.createSha256()
  digest.update(bytes)
  await staged.write(bytes)
  const address = digest.digest('hex')
  return await putAndRecord<Outcome>(site, { staged, sha256: address, ...patience }, (removalsSeen) =>
    record({ address, sizeBytes: bytes.length, removalsSeen }),
  )
}

/**
 * Creates a function that waits until no removal of these bytes is running, and returns how often they were removed.
 * All calls share one time limit.
 */
function createRemovalWait(
  { database, clock }: Pick<SitePorts, 'database' | 'clock'>,
  address: BlobAddress,
  { patienceMs = defaultPatienceMs, isStopping = () => false }: RemovalPatience,
): () => Promise<number> {
  let leftMs = patienceMs

  function refusal(underWayUntilMs: number): Failure {
    const retryAfterSeconds = Math.max(1, Math.ceil((underWayUntilMs - clock()) / 1_000))
    const cause = new Error(`The bytes ${address} are being removed.`)
    return new Failure({ code: 'OVERLOADED', retryAfterSeconds }, { cause })
  }

  return async () => {
    for (;;) {
      const startedAtMs = performance.now()
      const { count, underWayUntilMs } = await database.blobs.removal(address)
      if (underWayUntilMs === null) return count
      if (leftMs <= 0 || isStopping()) throw refusal(underWayUntilMs)
      await new Promise((resolve) => setTimeout(resolve, removalPollMs))
      leftMs -= performance.now() - startedAtMs
    }
  }
}

/**
 * Width and height as browsers display an image. Orientations from 5 on turn it by 90 degrees (EXIF 3.0, 4.6.5.1.6).
 * Browsers follow them, except in WebP, where they ignore EXIF.
 */
export function shownSize({
  type,
  width,
  height,
  orientation,
}: Pick<ImageFacts, 'type' | 'width' | 'height' | 'orientation'>): PictureSize {
  const isTurned = orientation >= 5 && type !== 'image/webp'
  return isTurned ? { width: height, height: width } : { width, height }
}

/**
 * Answers an upload by hash with the image that it repeats, as {@link store} would with the file.
 * @throws {Failure} FILE_MISSING if the image has gone meanwhile; also the errors of `store`
 */
export async function repeatKnown(
  { database, clock }: Pick<SitePorts, 'database' | 'clock'>,
  accepted: AcceptedRepeat,
): Promise<Image> {
  const { repeated, uploader, ...given } = accepted
  const image = await database.images.repeat({
    ...given,
    receivedSha256: repeated.receivedSha256,
    ownerId: uploader.user.id,
    createdAtMs: clock(),
    key: countedKey(uploader.key),
  })
  if (image === undefined) throw new Failure({ code: 'FILE_MISSING' })
  return image
}
