import { textBytesOf } from '../account/quota.ts'
import { newId } from '../ids.ts'
import { shownSize } from '../image/shown-size.ts'
import type { NewImage, RecordOutcome } from '../ports/database/image-store.ts'
import type { Image } from '../records.ts'
import type { SitePorts } from '../site/site-ports.ts'
import type { AcceptedUpload } from './judge-upload.ts'
import { putAndRecord } from './put-blob.ts'
import type { ReceivedImage } from './receive-image.ts'
import { requireRoom } from './require-room.ts'
import { type BytesToKeep, stripMetadata } from './strip-metadata.ts'
import type { UploadRequest } from './upload-request.ts'

export interface RecordedImage {
  image: Image
  deduped: boolean
}

/** A received image that nothing speaks against, and what is said of it. */
export interface UploadToRecord {
  received: ReceivedImage
  accepted: AcceptedUpload
  request: UploadRequest
  /** Asked while it waits for a removal of the same bytes: once the server stops it waits no longer. */
  isStopping?: (() => boolean) | undefined
}

/**
 * Stores an accepted upload without the metadata that the policy wants out of it, or finds the image that it
 * repeats, which is decided by the bytes as received.
 *
 * Bytes first, row last, so that a crash at any point leaves at worst an unreferenced blob and never a row
 * without bytes. When the outcome of the last step is unknown the bytes stay, and the collector decides.
 *
 * @throws {Failure} CATEGORY_UNAVAILABLE, ALBUM_NOT_ALLOWED, QUOTA_EXCEEDED, IDEMPOTENCY_MISMATCH,
 * INVALID_IMAGE where the metadata can't be taken out, STORAGE_FAILED, OVERLOADED where a removal of the same bytes
 * stands and does not end within seconds
 */
export async function recordUpload(
  site: Pick<SitePorts, 'database' | 'blobs' | 'createSha256' | 'snapshot' | 'clock'>,
  upload: UploadToRecord,
): Promise<RecordedImage> {
  await using keep = await stripMetadata(site, upload.received, upload.accepted.facts)
  const sizeBytes = keep.staged.sizeBytes + textBytesOf(upload.accepted)
  const kept = { receivedSha256: upload.received.sha256, sizeBytes }
  await requireRoom(site, upload.request.holder.user, kept)
  const image = newImage(site, upload, keep)
  const blob = { staged: keep.staged, sha256: keep.sha256, isStopping: upload.isStopping }
  const outcome = await putAndRecord<RecordOutcome>(site, blob, (removalsSeen) =>
    site.database.images.record({ ...image, removalsSeen }),
  )
  return { image: outcome.image, deduped: outcome.kind === 'deduped' }
}

function newImage(
  site: Pick<SitePorts, 'snapshot' | 'clock'>,
  { received, accepted, request }: UploadToRecord,
  keep: BytesToKeep,
): Omit<NewImage, 'removalsSeen'> {
  const { type, frames } = accepted.facts
  return {
    id: newId(),
    ownerId: request.holder.user.id,
    categoryId: accepted.categoryId,
    albumId: accepted.albumId,
    title: accepted.title,
    description: accepted.description,
    createdAtMs: site.clock(),
    receivedSha256: received.sha256,
    removed: keep.removed,
    file: {
      address: keep.sha256,
      sizeBytes: keep.staged.sizeBytes,
      type,
      ...shownSize(accepted.facts),
      frames,
    },
    maxImages: site.snapshot().policy['upload.maxImagesPerUser'],
    dedupScope: site.snapshot().policy['upload.dedupScope'],
    idempotency: request.idempotency,
  }
}
