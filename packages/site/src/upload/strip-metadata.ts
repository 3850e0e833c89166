import type { ImageFacts } from '@pictoglyph/media/facts'
import { MediaFailure } from '@pictoglyph/media/failure'
import type { MediaSource } from '@pictoglyph/media/strip/source'
import { stripPlanning, strippedChunks } from '@pictoglyph/media/strip/strip'
import type { StagedFile } from '../blobs/blob-store.ts'
import { Failure } from '../language/failure.ts'
import { message } from '../language/message.ts'
import type { RemovedMetadata } from '../language/records.ts'
import { createYieldToEventLoop } from '../platform/turns.ts'
import type { SitePorts } from '../site-ports.ts'
import type { ReceivedFile } from './receive.ts'

/** The file to store for an upload. Disposing removes it if it is a new file. */
export interface KeptFile extends AsyncDisposable {
  /** The bytes; the received ones if nothing was written. */
  staged: StagedFile
  sizeBytes: number
  /** SHA-256 of these bytes. */
  sha256: string
  /** What was taken out of the received bytes. If it is empty, they came so, but perhaps without an end marker. */
  removed: RemovedMetadata[]
}

/**
 * Takes the metadata that the policy `upload.metadata` names out of a received image. If there is none, the received
 * file is kept and nothing is written. Otherwise a new file is written, with constant memory, and the received one
 * removed. The new file is inspected again: if it does not show the same picture, it is refused. Even for a large file,
 * other work runs every few milliseconds.
 *
 * @param site.blobs where the new file is written; without it the result only describes that file
 * @param facts of the received bytes
 * @throws {Failure} INVALID_IMAGE if the metadata can't be taken out, STORAGE_FAILED
 */
export async function stripMetadata(
  site: Pick<SitePorts, 'createSha256' | 'snapshot'> & { blobs: SitePorts['blobs'] | undefined },
  { staged, sha256 }: Pick<ReceivedFile, 'staged' | 'sha256'>,
  facts: ImageFacts,
): Promise<KeptFile> {
  const stripping = await planStripping(site, staged, facts)
  if (stripping === undefined) {
    return { staged, sizeBytes: staged.sizeBytes, sha256, removed: [], async [Symbol.asyncDispose]() {} }
  }
  const { sizeBytes, removed } = stripping
  await using unfinished = new AsyncDisposableStack()
  const stripped = unfinished.use(await site.blobs?.stage(sizeBytes))
  const digest = site.createSha256()
  await stripping.write(async (chunk) => {
    digest.update(chunk)
    await stripped?.write(chunk)
  })
  // Its memory, of which there is little, is for the next upload.
  if (stripped !== undefined) await staged[Symbol.asyncDispose]()
  const held = unfinished.move()
  return {
    staged: stripped ?? staged,
    sizeBytes,
    sha256: digest.digest('hex'),
    removed,
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

interface Stripping {
  sizeBytes: number
  removed: RemovedMetadata[]
  /** Hands on the file without its metadata, chunk by chunk. @throws {Failure} INVALID_IMAGE for another picture */
  write(onChunk: (chunk: Uint8Array) => Promise<void>): Promise<void>
}

/** The plan of what to remove; `undefined` if there is nothing, as in a file without metadata. */
async function planStripping(
  site: Pick<SitePorts, 'snapshot'>,
  staged: StagedFile,
  facts: ImageFacts,
): Promise<Stripping | undefined> {
  if (facts.plain && facts.trailingBytes === 0 && !facts.lacksEndMarker) return undefined
  const source: MediaSource = {
    size: staged.sizeBytes,
    read: (offset, length) => staged.read(offset, length),
  }
  const mode = site.snapshot().policy['upload.metadata']
  const yieldToEventLoop = createYieldToEventLoop(source.size)
  const plan = await refusing(async () => {
    const steps = stripPlanning(source, mode, facts)
    for (;;) {
      const step = steps.next()
      if (step.done) return step.value
      await yieldToEventLoop()
    }
  })
  if (plan.removed.length === 0 && !facts.lacksEndMarker) return undefined
  return {
    sizeBytes: plan.bytes,
    removed: plan.removed,
    write: (onChunk) =>
      refusing(async () => {
        for (const chunk of strippedChunks(source, plan, facts)) {
          await onChunk(chunk)
          await yieldToEventLoop()
        }
      }),
  }
}

/** @throws {Failure} INVALID_IMAGE if the image can't be read */
async function refusing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (!(error instanceof MediaFailure)) throw error
    const reason = message("its metadata can't be taken out: {detail}", { detail: error.message })
    throw new Failure({ code: 'INVALID_IMAGE', reason }, { cause: error })
  }
}
