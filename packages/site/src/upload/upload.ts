import { withEnd } from '@pictoglyph/media'
import { textBytesOf } from '../accounts/quota.ts'
import type { DuplicateQuery } from '../images/image-records.ts'
import { Failure, type FailureFacts } from '../language/failure.ts'
import type { Image } from '../language/records.ts'
import type { SitePorts } from '../site-ports.ts'
import { type AdmissionPorts, admit, type CountArrived } from './admit.ts'
import type { IncomingUpload, Uploader } from './incoming.ts'
import { type AcceptedFile, judge, requireAccepted, scan } from './judge.ts'
import { recall } from './recall.ts'
import { type BeyondLimit, type ReceivedFile, type ReceivedUpload, receive } from './receive.ts'
import { comparisonOf, repeatKnown, requireRoom, store } from './store.ts'
import { describeStripped, type KeptFile, stripMetadata } from './strip-metadata.ts'

/** The ports of the site that an upload needs. */
export type UploadPorts = AdmissionPorts &
  Pick<SitePorts, 'database' | 'blobs' | 'scanner' | 'endFinder' | 'createSha256' | 'snapshot' | 'clock'>

/** An upload that is answered with an image. */
export interface UploadOutcome {
  image: Image
  /** The image was there before. */
  deduped: boolean
  /** An earlier request with the same Idempotency-Key got this answer. */
  repeated: boolean
  uploader: Uploader
  /** Bytes of the file that was received. */
  receivedBytes: number
}

/**
 * The phases of an upload, in order. The first refusal is thrown, and a refused upload leaves nothing behind.
 *
 * Bytes are stored first and the row last, so that a crash at any point leaves at worst an unreferenced blob and never
 * a row without bytes.
 *
 * @throws {Failure} what `admit` throws, before the body is read; TOO_LARGE while it arrives; IDEMPOTENCY_MISMATCH; the
 * first problem that `judge` finds; INVALID_IMAGE if it is infected, its bytes are taken down, or its metadata can't be
 * taken out; QUOTA_EXCEEDED, KEY_USED_UP, STORAGE_FAILED, OVERLOADED; and what `incoming` throws
 */
export async function upload(site: UploadPorts, incoming: IncomingUpload): Promise<UploadOutcome> {
  const count = await admit(site, incoming, { isTrial: false })
  await using received = await receiveCounted(site, incoming, { count, beyondLimit: 'refuse' })
  const { uploader } = received
  const receivedBytes = received.file?.sizeBytes ?? 0

  const earlier = await recall(site, received.idempotency)
  if (earlier !== undefined) {
    await requireNotBlocked(site, earlier.image)
    if (received.askedSha256 !== undefined) await count('upload')
    return { ...earlier, repeated: true, uploader, receivedBytes }
  }

  await findEnd(site, received)
  const accepted = requireAccepted(await judge(site, received))
  if ('repeated' in accepted) {
    await count('upload')
    const image = await repeatKnown(site, accepted)
    return { image, deduped: true, repeated: false, uploader, receivedBytes }
  }
  await scan(site, accepted.file)
  await using kept = await stripMetadata(site, accepted.file, accepted.facts)
  // The rows of guests hold another hash than that of the bytes.
  if (uploader.key?.isQuiet) await site.database.hashes.requireNone([accepted.file.sha256])
  const { sizeBytes } = kept
  const textBytes = textBytesOf(accepted)
  await requireRoom(site, uploader.user, duplicateQuery(site, accepted, kept), { sizeBytes, textBytes })
  const { createdAtMs, isStopping } = incoming
  const recorded = await store(site, { accepted, kept, createdAtMs, isStopping })
  return { ...recorded, repeated: false, uploader, receivedBytes }
}

/** Bytes that are blocked are refused where their image is live too. @throws {Failure} INVALID_IMAGE */
const requireNotBlocked = (
  { database }: Pick<UploadPorts, 'database'>,
  { receivedSha256, file }: Pick<Image, 'receivedSha256' | 'file'>,
): Promise<void> => database.hashes.requireNone([receivedSha256, file.address])

/** The whole verdict on an upload that was only tried. */
export interface UploadVerdict {
  /** Every reason against it, in the order in which {@link upload} meets them. */
  problems: readonly FailureFacts[]
  /** The file, if one came. */
  file: Pick<ReceivedFile, 'sizeBytes' | 'content'> | undefined
  /** The existing image that would be the answer. */
  existing: Image | undefined
}

/**
 * The verdict on an upload, by the same phases as {@link upload} in the same order. It stores nothing, and finds all
 * problems: a file over the limit is read to its end, and judged too.
 * @throws {Failure} what `admit` throws, STORAGE_FAILED, OVERLOADED if the scanner fails, and what `incoming` throws
 */
export async function tryUpload(site: UploadPorts, incoming: IncomingUpload): Promise<UploadVerdict> {
  const count = await admit(site, incoming, { isTrial: true })
  const problems: FailureFacts[] = []
  await using received = await receiveCounted(site, incoming, { count, beyondLimit: 'count' })
  const { file, uploader, tooLarge } = received
  if (tooLarge !== undefined) problems.push(tooLarge)

  const earlier = await noting(problems, () => recall(site, received.idempotency))
  if (earlier !== undefined) {
    await noting(problems, () => requireNotBlocked(site, earlier.image))
    return { problems, file, existing: earlier.image }
  }

  await findEnd(site, received)
  const verdict = await judge(site, received)
  if ('problems' in verdict) problems.push(...verdict.problems)
  if ('accepted' in verdict && 'repeated' in verdict.accepted) {
    const { repeated } = verdict.accepted
    await noting(problems, () => requireNotBlocked(site, repeated))
    return { problems, file, existing: repeated }
  }
  if (file === undefined) return { problems, file, existing: undefined }
  const { expiresAtMs, link } = 'accepted' in verdict ? verdict.accepted : { expiresAtMs: null, link: null }
  const wanted = { file, uploader, expiresAtMs, link }
  let duplicate = duplicateQuery(site, wanted)

  const { content } = file
  if ('facts' in content && content.facts.complete && tooLarge === undefined) {
    await noting(problems, () => scan(site, file))
    await noting(problems, async () => {
      const textBytes = 'accepted' in verdict ? textBytesOf(verdict.accepted) : 0
      const kept = await describeStripped(site, file, content.facts)
      duplicate = duplicateQuery(site, wanted, kept)
      await site.database.hashes.requireNone([file.sha256, kept.sha256])
      await requireRoom(site, uploader.user, duplicate, { sizeBytes: kept.sizeBytes, textBytes })
    })
  }
  const existing = await site.database.images.duplicateOf(duplicate)
  return { problems, file, existing }
}

/** What was let in, counted: as an upload too if it can't be received. */
async function receiveCounted(
  site: UploadPorts,
  incoming: IncomingUpload,
  { count, beyondLimit }: { count: CountArrived; beyondLimit: BeyondLimit },
): Promise<ReceivedUpload> {
  await using unfinished = new AsyncDisposableStack()
  let arrived: 'upload' | 'question' = 'upload'
  try {
    const received = unfinished.use(await receive(site, incoming, beyondLimit))
    if (received.askedSha256 !== undefined) arrived = 'question'
    return received
  } finally {
    await count(arrived)
    unfinished.move()
  }
}

function duplicateQuery(
  site: Pick<SitePorts, 'snapshot' | 'createSha256'>,
  upload: Pick<AcceptedFile, 'file' | 'uploader' | 'expiresAtMs' | 'link'>,
  kept?: Pick<KeptFile, 'sha256'>,
): DuplicateQuery {
  const { dedupBy, ...comparison } = comparisonOf(site, upload)
  const pictureAddress = dedupBy === 'picture' ? kept?.sha256 : undefined
  return { ...comparison, expiresAtMs: upload.expiresAtMs, pictureAddress }
}

/** The result of a phase; or `undefined`, and its refusal is recorded. */
async function noting<T>(problems: FailureFacts[], phase: () => Promise<T>): Promise<T | undefined> {
  try {
    return await phase()
  } catch (error) {
    const refusals = ['IDEMPOTENCY_MISMATCH', 'INVALID_IMAGE', 'QUOTA_EXCEEDED']
    if (!(error instanceof Failure) || !refusals.includes(error.code)) throw error
    problems.push(error.facts)
    return undefined
  }
}

const retryAfterSeconds = 30

/**
 * Asks where the picture ends, for a received JPEG that lacks its end marker only, and notes it in its facts. A file
 * that will be refused for its size is not decoded.
 * @throws {Failure} OVERLOADED if too much is waiting
 */
async function findEnd(
  { endFinder, snapshot }: Pick<SitePorts, 'endFinder' | 'snapshot'>,
  { file }: Pick<ReceivedUpload, 'file' | 'tooLarge'>,
): Promise<void> {
  if (file === undefined || endFinder === undefined || !('facts' in file.content)) return
  const { facts } = file.content
  const { policy } = snapshot()
  const { openScan, width, height } = facts
  const isRefused =
    facts.notShown !== undefined ||
    file.sizeBytes > policy['upload.maxBytes'] ||
    width * height > policy['upload.maxPixels'] ||
    Math.max(width, height) > policy['upload.maxSide']
  if (openScan === undefined || isRefused) return
  const found = await endFinder.findEnd({ staged: file.staged, openScan, width, height })
  if (found.kind === 'busy') throw new Failure({ code: 'OVERLOADED', retryAfterSeconds })
  if (found.kind === 'complete') file.content = { facts: withEnd(facts, found.end) }
}
