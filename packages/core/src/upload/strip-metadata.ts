import {
  createInspector,
  type ImageFacts,
  MediaFailure,
  type MediaSource,
  type StripPlan,
  stripPlanning,
  strippedChunks,
} from '@pictoglyph/media'
import { Failure } from '../failure.ts'
import { message } from '../message.ts'
import type { StagedFile } from '../ports/blob-store.ts'
import type { RemovedMetadata } from '../records.ts'
import type { SitePorts } from '../site/site-ports.ts'
import { createEventLoopTurns, type EventLoopTurns, inTurns } from './event-loop-turns.ts'
import type { ReceivedImage } from './receive-image.ts'

/**
 * The bytes of an upload that are kept. Disposing removes the file that was written for them, if one was; the
 * received file stays with whoever received it.
 */
export interface BytesToKeep extends AsyncDisposable {
  staged: StagedFile
  /** SHA-256 of these bytes. */
  sha256: string
  /** What was taken out of the received bytes. Empty if and only if they are kept as they are. */
  removed: RemovedMetadata[]
}

/**
 * Takes the metadata out of a received image that the policy `upload.metadata` wants removed. Where there is
 * none, the received file is kept and nothing is written; else another file is, in memory that does not grow
 * with it, and it is inspected on the way: it shows the same picture or it is not kept. However large the file,
 * everything else goes on every few milliseconds.
 *
 * @param facts what the received bytes are
 * @throws {Failure} INVALID_IMAGE where the metadata can't be taken out, STORAGE_FAILED
 */
export async function stripMetadata(
  site: Pick<SitePorts, 'blobs' | 'createSha256' | 'snapshot'>,
  { staged, sha256 }: Pick<ReceivedImage, 'staged' | 'sha256'>,
  facts: ImageFacts,
): Promise<BytesToKeep> {
  const source: MediaSource = {
    size: staged.sizeBytes,
    read: (offset, length) => staged.read(offset, length),
  }
  try {
    const turns = createEventLoopTurns(source.size)
    const mode = site.snapshot().policy['upload.metadata']
    const plan = await inTurns(stripPlanning(source, mode, facts), turns)
    if (plan.removed.length > 0) return await writePlanned(site, { source, plan, facts, turns })
    return { staged, sha256, removed: [], async [Symbol.asyncDispose]() {} }
  } catch (error) {
    if (!(error instanceof MediaFailure)) throw error
    const reason = message("its metadata can't be taken out: {detail}", { detail: error.message })
    throw new Failure({ code: 'INVALID_IMAGE', reason }, { cause: error })
  }
}

interface PlannedFile {
  source: MediaSource
  plan: StripPlan
  facts: ImageFacts
  turns: EventLoopTurns
}

async function writePlanned(
  site: Pick<SitePorts, 'blobs' | 'createSha256'>,
  { source, plan, facts, turns }: PlannedFile,
): Promise<BytesToKeep> {
  await using unfinished = new AsyncDisposableStack()
  const staged = unfinished.use(await site.blobs.stage(plan.bytes))
  const digest = site.createSha256()
  const inspector = createInspector()
  for (const chunk of strippedChunks(source, plan)) {
    digest.update(chunk)
    inspector.push(chunk)
    await staged.write(chunk)
    if (turns.areOver()) await turns.next()
  }
  requireSamePicture(inspector.end(), facts)
  const held = unfinished.move()
  return {
    staged,
    sha256: digest.digestHex(),
    removed: plan.removed,
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

/** @throws {MediaFailure} */
function requireSamePicture(written: ImageFacts, received: ImageFacts): void {
  const traits = ['type', 'width', 'height', 'frames', 'orientation', 'complete'] as const
  const changed: string[] = traits.filter((trait) => written[trait] !== received[trait])
  const [gainMap, formerGainMap] = [written.gainMap, received.gainMap]
  if (gainMap?.width !== formerGainMap?.width || gainMap?.height !== formerGainMap?.height) {
    changed.push('gain map')
  }
  if (written.trailingBytes > 0) changed.push('end')
  if (changed.length > 0) {
    throw new MediaFailure('MALFORMED', `Without it the image has another ${changed.join(', ')}`, 0)
  }
}
