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

/** The file that an upload stores. Disposing deletes it if it is a new file. */
export interface KeptFile extends AsyncDisposable {
  /** The new bytes; the received ones if nothing was removed. */
  staged: StagedFile
  sizeBytes: number
  /** SHA-256 of these bytes. */
  sha256: string
  /** The removed metadata. If the list is empty, the bytes are as received, except perhaps for an added end marker. */
  removed: RemovedMetadata[]
}

/**
 * Removes the metadata that the policy `upload.metadata` names from a received image. If there is none, the received
 * file is kept and nothing is written. Otherwise a new file is written, with constant memory, and the received one
 * deleted. The new file is inspected again, and refused unless it shows the same image. Yields to the event loop every
 * few milliseconds, even for a large file.
 *
 * @param site.blobs where to write the new file; without it the result only describes that file
 * @param facts of the received bytes
 * @throws {Failure} INVALID_IMAGE if the metadata can't be removed, STORAGE_FAILED
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
  // Free its memory, which is scarce, for the next upload.
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
  /** Passes on the file without its metadata, in chunks. @throws {Failure} INVALID_IMAGE if the image would change */
  write(onChunk: (chunk: Uint8Array) => Promise<void>): Promise<void>
}

/** The plan for removing metadata; `undefined` if there is nothing to remove. */
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
