import {
  Failure,
  type FailureFacts,
  judgeUpload,
  type ReceivedImage,
  type SitePorts,
  type StagedFile,
  type UploadRequest,
  type User,
} from '@pictoglyph/core'
import { type Idempotency, recallAnswer } from './idempotency.ts'

/** The `data` of an upload that was only tried. */
export interface DryRunData {
  accepted: boolean
  /** Every reason against it, with the codes that a real upload is refused with; the first is its answer. */
  problems: { code: string; message: string }[]
  /** What the file is; `null` where it is missing or no image that could be read. */
  image: { type: string; width: number; height: number; frames: number; sizeBytes: number } | null
  /** Whether the answer would be an image that exists. */
  wouldDedupe: boolean
  /** That image. */
  existing?: { id: string; url: string; pageUrl: string }
}

/**
 * Whether the request asks for the verdict alone, with `?dryRun=1`.
 * @throws {Failure} BAD_REQUEST for any other value: who meant to try must not upload by a slip
 */
export function isDryRun(target: URL): boolean {
  const value = target.searchParams.get('dryRun')
  if (value === null || value === '0' || value === 'false') return false
  if (value === '1' || value === 'true') return true
  throw new Failure({ code: 'BAD_REQUEST', reason: 'dryRun must be 1 or 0.' })
}

/** A site that takes a file in and keeps none of it, so that even a file over the limit can be judged whole. */
export function receivingNothing<Site extends Pick<SitePorts, 'blobs'>>(site: Site): Site {
  return { ...site, blobs: { ...site.blobs, stage: async () => createUnkeptFile() } }
}

function createUnkeptFile(): StagedFile {
  let sizeBytes = 0
  return {
    get sizeBytes() {
      return sizeBytes
    },
    async write(bytes) {
      sizeBytes += bytes.length
    },
    read: async () => new Uint8Array(),
    readNow: () => new Uint8Array(),
    async [Symbol.asyncDispose]() {},
  }
}

/** The whole verdict on an upload, of which nothing is stored. */
export async function tryUpload(
  site: SitePorts,
  received: ReceivedImage | undefined,
  request: UploadRequest,
): Promise<DryRunData> {
  const { policy } = site.snapshot()
  const owner = request.holder.user
  const existing =
    received &&
    (await site.database.images.duplicateOf(received.sha256, owner.id, policy['upload.dedupScope']))
  const verdict = await judgeUpload(site, received, request)
  const problems = [
    ...sizeProblems(received, policy['upload.maxBytes']),
    ...('problems' in verdict ? verdict.problems : []),
    ...(existing ? [] : await quotaProblems(site, received, owner)),
    ...(await idempotencyProblems(site, request.idempotency)),
  ].map((facts) => ({ code: facts.code, message: new Failure(facts).message }))
  return {
    accepted: problems.length === 0,
    problems,
    image: imageOf(received),
    wouldDedupe: existing !== undefined,
    ...(existing && {
      existing: { id: existing.id, url: site.links.direct(existing), pageUrl: site.links.page(existing) },
    }),
  }
}

function sizeProblems(received: ReceivedImage | undefined, limitBytes: number): FailureFacts[] {
  return received !== undefined && received.sizeBytes > limitBytes ? [{ code: 'TOO_LARGE', limitBytes }] : []
}

async function quotaProblems(
  { database }: Pick<SitePorts, 'database'>,
  received: ReceivedImage | undefined,
  { id, quotaBytes }: User,
): Promise<FailureFacts[]> {
  if (quotaBytes === null || received === undefined) return []
  const { bytes } = await database.users.usage(id)
  return bytes + received.sizeBytes > quotaBytes ? [{ code: 'QUOTA_EXCEEDED', quotaBytes }] : []
}

async function idempotencyProblems(
  site: SitePorts,
  idempotency: Idempotency | null,
): Promise<FailureFacts[]> {
  if (idempotency === null) return []
  try {
    await recallAnswer(site, idempotency)
    return []
  } catch (error) {
    if (error instanceof Failure && error.code === 'IDEMPOTENCY_MISMATCH') return [error.facts]
    throw error
  }
}

function imageOf(received: ReceivedImage | undefined): DryRunData['image'] {
  if (received === undefined || !('facts' in received.content)) return null
  const { type, width, height, frames } = received.content.facts
  return { type, width, height, frames, sizeBytes: received.sizeBytes }
}
