import { uploadingProblem } from '../account/quota.ts'
import { Failure } from '../failure.ts'
import { newId } from '../ids.ts'
import { shownSize } from '../image/shown-size.ts'
import type { NewImage, RecordOutcome } from '../ports/database/image-store.ts'
import type { User } from '../records.ts'
import type { SitePorts } from '../site/site-ports.ts'
import type { RecordedImage } from './idempotency.ts'
import type { AcceptedUpload } from './judge.ts'
import { putAndRecord } from './put-blob.ts'
import type { KeptFile } from './strip-metadata.ts'

/**
 * Refuses what the owner's quota has no room for, before any of it is stored. Of uploads at once the database
 * decides, when they are recorded. What repeats an image takes no room.
 * @param file.keptBytes what would be stored of it, with its text
 * @throws {Failure} QUOTA_EXCEEDED, STORAGE_FAILED
 */
export async function requireRoom(
  { database, snapshot }: Pick<SitePorts, 'database' | 'snapshot'>,
  { id, quotaBytes }: Pick<User, 'id' | 'quotaBytes'>,
  { receivedSha256, keptBytes }: { receivedSha256: string; keptBytes: number },
): Promise<void> {
  if (quotaBytes === null) return
  const used = await database.users.usage(id)
  const problem = uploadingProblem({ quotaBytes, used, addedBytes: keptBytes })
  if (problem === undefined) return
  const scope = snapshot().policy['upload.dedupScope']
  if ((await database.images.duplicateOf(receivedSha256, id, scope)) !== undefined) return
  throw new Failure(problem)
}

/**
 * Stores what is kept of an accepted upload and then its row, or finds the image that it repeats, which is decided
 * by the bytes as received. When the outcome of the last step is unknown the bytes stay, and the collector decides.
 *
 * @param upload.isStopping asked while a removal of the same bytes is waited for: once the server stops, waiting ends
 * @throws {Failure} CATEGORY_UNAVAILABLE, ALBUM_NOT_ALLOWED, QUOTA_EXCEEDED, IDEMPOTENCY_MISMATCH, STORAGE_FAILED,
 * OVERLOADED where a removal of the same bytes stands and does not end within seconds
 */
export async function store(
  site: Pick<SitePorts, 'database' | 'blobs' | 'snapshot' | 'clock'>,
  upload: { accepted: AcceptedUpload; kept: KeptFile; isStopping?: (() => boolean) | undefined },
): Promise<RecordedImage> {
  const { kept, isStopping } = upload
  const image = newImage(site, upload.accepted, kept)
  const blob = { staged: kept.staged, sha256: kept.sha256, isStopping }
  const outcome = await putAndRecord<RecordOutcome>(site, blob, (removalsSeen) =>
    site.database.images.record({ ...image, removalsSeen }),
  )
  return { image: outcome.image, deduped: outcome.kind === 'deduped' }
}

function newImage(
  site: Pick<SitePorts, 'snapshot' | 'clock'>,
  { file, facts, uploader, idempotency, ...accepted }: AcceptedUpload,
  kept: KeptFile,
): Omit<NewImage, 'removalsSeen'> {
  const { type, frames } = facts
  return {
    ...accepted,
    id: newId(),
    ownerId: uploader.user.id,
    createdAtMs: site.clock(),
    receivedSha256: file.sha256,
    removed: kept.removed,
    file: { address: kept.sha256, sizeBytes: kept.sizeBytes, type, ...shownSize(facts), frames },
    maxImages: site.snapshot().policy['upload.maxImagesPerUser'],
    dedupScope: site.snapshot().policy['upload.dedupScope'],
    idempotency,
  }
}
