import { withEnd } from '@pictoglyph/media/facts'
import { textBytesOf } from '../accounts/quota.ts'
import type { DuplicateQuery } from '../images/image-records.ts'
import { Failure, type FailureFacts } from '../language/failure.ts'
import type { Image } from '../language/records.ts'
import type { SitePorts } from '../site-ports.ts'
import { type AdmissionPorts, type AdmittedUpload, type ArrivedAs, admit } from './admit.ts'
import type { IncomingUpload, Uploader } from './incoming.ts'
import { type AcceptedFile, judge, scan } from './judge.ts'
import { type RecordedImage, recall } from './recall.ts'
import { type BeyondLimit, type ReceivedFile, type ReceivedUpload, receive } from './receive.ts'
import { type Collect, createRefusals } from './refusals.ts'
import { comparisonOf, repeatKnown, requireRoom, store } from './store.ts'
import { type KeptFile, stripMetadata } from './strip-metadata.ts'

/** The ports of the site that an upload needs. */
export type UploadPorts = AdmissionPorts &
  Pick<SitePorts, 'database' | 'blobs' | 'scanner' | 'endFinder' | 'createSha256' | 'snapshot' | 'clock'>

/** An image as the answer to an upload. */
export interface UploadOutcome {
  image: Image
  /** The image existed before. */
  deduped: boolean
  /** This is the answer to an earlier request with the same Idempotency-Key. */
  repeated: boolean
  uploader: Uploader
  /** Size of the received file. */
  receivedBytes: number
}

/** The verdict of a dry run. */
export interface UploadVerdict {
  /** All problems of the upload, in the order in which {@link upload} checks them. */
  problems: readonly FailureFacts[]
  /** The file, if one was sent. */
  file: Pick<ReceivedFile, 'sizeBytes' | 'content'> | undefined
  /** The existing image that would be the answer. */
  existing: Image | undefined
}

/**
 * Takes an upload through all phases. Throws the first refusal; a refused upload leaves nothing behind.
 *
 * @throws {Failure} the failures of `admit`, before the body is read; TOO_LARGE while it arrives; IDEMPOTENCY_MISMATCH;
 * the first problem that `judge` finds; INVALID_IMAGE if it is infected, its bytes are taken down, or its metadata
 * can't be removed; QUOTA_EXCEEDED, KEY_USED_UP, STORAGE_FAILED, OVERLOADED; also the errors of `incoming`
 */
export function upload(site: UploadPorts, incoming: IncomingUpload): Promise<UploadOutcome> {
  return passPhases(site, incoming, 'first')
}

/**
 * Judges an upload by the same phases, as a dry run. Stores nothing and finds all problems, even beyond the limit.
 * @throws {Failure} the failures of `admit`, STORAGE_FAILED, OVERLOADED if the scanner fails, and the errors of
 * `incoming`
 */
export function tryUpload(site: UploadPorts, incoming: IncomingUpload): Promise<UploadVerdict> {
  return passPhases(site, incoming, 'all')
}

/**
 * Runs the phases of an upload, in order. Bytes are stored first and the row last, so that a crash leaves at worst an
 * unreferenced blob and never a row without bytes.
 */
function passPhases(site: UploadPorts, incoming: IncomingUpload, collect: 'first'): Promise<UploadOutcome>
function passPhases(site: UploadPorts, incoming: IncomingUpload, collect: 'all'): Promise<UploadVerdict>
async function passPhases(
  site: UploadPorts,
  incoming: IncomingUpload,
  collect: Collect,
): Promise<UploadOutcome | UploadVerdict> {
  const isTrial = collect === 'all'
  const refusals = createRefusals(collect)
  const admitted = await admit(site, incoming, { isTrial })
  await using received = await receiveCounted(site, admitted, isTrial ? 'count' : 'refuse')
  const { file, uploader, tooLarge } = received
  const { database } = site
  const refuseBlocked = ({ receivedSha256, file }: Image) =>
    refusals.pass(() => database.hashes.requireNone([receivedSha256, file.address]))
  const verdict = (existing?: Image): UploadVerdict => ({ problems: refusals.collected, file, existing })
  const outcome = (recorded: RecordedImage, repeated = false): UploadOutcome => {
    return { ...recorded, repeated, uploader, receivedBytes: file?.sizeBytes ?? 0 }
  }
  if (tooLarge !== undefined) refusals.add(tooLarge)

  const earlier = await refusals.pass(() => recall(site, received.idempotency))
  if (earlier !== undefined) {
    await refuseBlocked(earlier.image)
    if (isTrial) return verdict(earlier.image)
    if (received.askedSha256 !== undefined) await admitted.count('upload')
    return outcome(earlier, true)
  }

  await findEnd(site, received)
  const accepted = await judge(site, received, refusals)
  if (accepted !== undefined && 'repeated' in accepted) {
    if (isTrial) {
      await refuseBlocked(accepted.repeated)
      return verdict(accepted.repeated)
    }
    await admitted.count('upload')
    return outcome({ image: await repeatKnown(site, accepted), deduped: true })
  }
  if (file === undefined) return verdict()

  const facts = 'facts' in file.content && tooLarge === undefined ? file.content.facts : undefined
  const readable = facts?.complete ? facts : undefined
  if (readable !== undefined) await refusals.pass(() => scan(site, file))
  await using kept =
    readable &&
    (await refusals.pass(() => stripMetadata(isTrial ? { ...site, blobs: undefined } : site, file, readable)))
  const duplicate = duplicateQuery(site, accepted ?? { file, uploader, expiresAtMs: null, link: null }, kept)
  if (kept !== undefined) {
    await refusals.pass(async () => {
      // Recording an upload checks this too, but a guest's row holds another hash than that of the bytes.
      if (isTrial) await database.hashes.requireNone([file.sha256, kept.sha256])
      else if (uploader.key?.isGuestLink) await database.hashes.requireNone([file.sha256])
      const textBytes = accepted === undefined ? 0 : textBytesOf(accepted)
      await requireRoom(site, uploader.user, duplicate, { sizeBytes: kept.sizeBytes, textBytes })
    })
  }
  if (isTrial || accepted === undefined || kept === undefined) {
    return verdict(await database.images.duplicateOf(duplicate))
  }
  const { createdAtMs, isStopping } = incoming
  return outcome(await store(site, { accepted, kept, createdAtMs, isStopping }))
}

/** Receives an upload and counts it; if receiving fails, it counts as an upload too. */
async function receiveCounted(
  site: UploadPorts,
  admitted: AdmittedUpload,
  beyondLimit: BeyondLimit,
): Promise<ReceivedUpload> {
  await using unfinished = new AsyncDisposableStack()
  let arrived: ArrivedAs = 'upload'
  try {
    const received = unfinished.use(await receive(site, admitted, beyondLimit))
    if (received.askedSha256 !== undefined) arrived = 'hash query'
    return received
  } finally {
    await admitted.count(arrived)
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

const retryAfterSeconds = 30

/**
 * Finds the end of a received JPEG that only lacks its end marker, and adds it to its facts. A file that is too large
 * anyway is not decoded.
 * @throws {Failure} OVERLOADED if too many requests wait
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
