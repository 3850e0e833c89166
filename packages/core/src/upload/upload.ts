import { textBytesOf } from '../account/quota.ts'
import { Failure, type FailureFacts } from '../failure.ts'
import type { DuplicateQuery } from '../ports/database/image-store.ts'
import type { Image } from '../records.ts'
import type { SitePorts } from '../site/site-ports.ts'
import { type AcceptedFile, judge, requireAccepted, scan } from './judge.ts'
import { recall, repeatKnown } from './recall.ts'
import { type IncomingUpload, type ReceivedFile, receive, type Uploader } from './receive.ts'
import { comparisonOf, requireRoom, store } from './store.ts'
import { describeStripped, type KeptFile, stripMetadata } from './strip-metadata.ts'

/** The ports of the site that an upload needs. */
export type UploadPorts = Pick<
  SitePorts,
  'database' | 'blobs' | 'scanner' | 'createSha256' | 'snapshot' | 'clock'
>

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
 * @throws {Failure} TOO_LARGE while it arrives, IDEMPOTENCY_MISMATCH, the first problem that `judge` finds,
 * INVALID_IMAGE if it is infected or its metadata can't be taken out, QUOTA_EXCEEDED, KEY_USED_UP, STORAGE_FAILED,
 * OVERLOADED; and what `incoming` throws
 */
export async function upload(site: UploadPorts, incoming: IncomingUpload): Promise<UploadOutcome> {
  await using received = await receive(site, incoming)
  const { uploader } = received
  const receivedBytes = received.file?.sizeBytes ?? 0

  const earlier = await recall(site, received.idempotency)
  if (earlier !== undefined) return { ...earlier, repeated: true, uploader, receivedBytes }

  const accepted = requireAccepted(await judge(site, received))
  if ('repeated' in accepted) {
    const image = await repeatKnown(site, accepted)
    return { image, deduped: true, repeated: false, uploader, receivedBytes }
  }
  await scan(site, accepted.file)
  await using kept = await stripMetadata(site, accepted.file, accepted.facts)
  const keptBytes = kept.sizeBytes + textBytesOf(accepted)
  await requireRoom(site, uploader.user, duplicateQuery(site, accepted, kept), keptBytes)
  const recorded = await store(site, { accepted, kept, isStopping: incoming.isStopping })
  return { ...recorded, repeated: false, uploader, receivedBytes }
}

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
 * @throws {Failure} STORAGE_FAILED, OVERLOADED if the scanner fails, and what `incoming` throws
 */
export async function tryUpload(site: UploadPorts, incoming: IncomingUpload): Promise<UploadVerdict> {
  const problems: FailureFacts[] = []
  await using received = await receive(site, incoming, 'count')
  const { file, uploader, tooLarge } = received
  if (tooLarge !== undefined) problems.push(tooLarge)

  const earlier = await noting(problems, () => recall(site, received.idempotency))
  if (earlier !== undefined) return { problems, file, existing: earlier.image }

  const verdict = await judge(site, received)
  if ('problems' in verdict) problems.push(...verdict.problems)
  if ('accepted' in verdict && 'repeated' in verdict.accepted) {
    return { problems, file, existing: verdict.accepted.repeated }
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
      await requireRoom(site, uploader.user, duplicate, textBytes + kept.sizeBytes)
    })
  }
  const existing = await site.database.images.duplicateOf(duplicate)
  return { problems, file, existing }
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
