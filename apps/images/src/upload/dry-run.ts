import {
  badRequest,
  Failure,
  type FailureFacts,
  type Image,
  judgeUpload,
  message,
  type ReceivedImage,
  requireRoom,
  type SitePorts,
  shownSize,
  stripMetadata,
  type UploadRequest,
  type User,
} from '@pictoglyph/core'
import { type Idempotency, recallAnswer } from './idempotency.ts'
import { countingOnly } from './receive-for-verdict.ts'

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
  throw badRequest(message('dryRun must be 1 or 0.'))
}

/**
 * The whole verdict on an upload, of which nothing is stored. Its problems come in the order in which a real one
 * meets them: the size while it arrives, then what its Idempotency-Key recalls, then what it is and says, and last
 * what is only known where it would be stored.
 * @param upload.received by `receivingForVerdict` with the same limit
 * @throws {Failure} STORAGE_FAILED
 */
export async function tryUpload(
  site: SitePorts,
  upload: { received: ReceivedImage | undefined; request: UploadRequest; limitBytes: number },
): Promise<DryRunData> {
  const { received, request, limitBytes } = upload
  const tooLarge = sizeProblems(received, limitBytes)
  const recalled = await recall(site, request.idempotency)
  if ('image' in recalled) return verdictOn(site, received, { problems: tooLarge, existing: recalled.image })

  const owner = request.holder.user
  const scope = site.snapshot().policy['upload.dedupScope']
  const existing = received && (await site.database.images.duplicateOf(received.sha256, owner.id, scope))
  const verdict = await judgeUpload(site, received, request)
  const problems = [
    ...tooLarge,
    ...recalled.problems,
    ...('problems' in verdict ? verdict.problems : []),
    ...(received && tooLarge.length === 0 ? await storingProblems(site, received, owner) : []),
  ]
  return verdictOn(site, received, { problems, existing })
}

function verdictOn(
  { links }: Pick<SitePorts, 'links'>,
  received: ReceivedImage | undefined,
  { problems, existing }: { problems: readonly FailureFacts[]; existing: Image | undefined },
): DryRunData {
  return {
    accepted: problems.length === 0,
    problems: problems.map((facts) => ({ code: facts.code, message: new Failure(facts).message })),
    image: imageOf(received),
    wouldDedupe: existing !== undefined,
    ...(existing && {
      existing: { id: existing.id, url: links.direct(existing), pageUrl: links.page(existing) },
    }),
  }
}

function sizeProblems(received: ReceivedImage | undefined, limitBytes: number): FailureFacts[] {
  return received !== undefined && received.sizeBytes > limitBytes ? [{ code: 'TOO_LARGE', limitBytes }] : []
}

async function recall(
  site: SitePorts,
  idempotency: Idempotency | null,
): Promise<{ image: Image } | { problems: FailureFacts[] }> {
  if (idempotency === null) return { problems: [] }
  try {
    const earlier = await recallAnswer(site, idempotency)
    return earlier === undefined ? { problems: [] } : { image: earlier.image }
  } catch (error) {
    if (error instanceof Failure && error.code === 'IDEMPOTENCY_MISMATCH') return { problems: [error.facts] }
    throw error
  }
}

/** What speaks against keeping a complete image: its metadata, and a quota that the rest of it does not fit in. */
async function storingProblems(
  site: SitePorts,
  { staged, sha256, content }: ReceivedImage,
  owner: User,
): Promise<FailureFacts[]> {
  if (!('facts' in content) || !content.facts.complete) return []
  try {
    await using kept = await stripMetadata(countingOnly(site), { staged, sha256 }, content.facts)
    await requireRoom(site, owner, { receivedSha256: sha256, sizeBytes: kept.staged.sizeBytes })
    return []
  } catch (error) {
    const speaksAgainst = ['INVALID_IMAGE', 'QUOTA_EXCEEDED']
    if (error instanceof Failure && speaksAgainst.includes(error.code)) return [error.facts]
    throw error
  }
}

function imageOf(received: ReceivedImage | undefined): DryRunData['image'] {
  if (received === undefined || !('facts' in received.content)) return null
  const { facts } = received.content
  return { type: facts.type, ...shownSize(facts), frames: facts.frames, sizeBytes: received.sizeBytes }
}
