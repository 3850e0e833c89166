import {
  createInspector,
  type ImageFacts,
  type Inspector,
  MediaFailure,
  type MediaType,
} from '@pictoglyph/media'
import { Failure } from '../failure.ts'
import type { StagedFile } from '../ports/blob-store.ts'
import type { Sha256 } from '../ports/digest.ts'
import type { SitePorts } from '../site/site-ports.ts'
import { createEventLoopTurns, inTurns } from './event-loop-turns.ts'

const inspectedTogetherBytes = 64 * 1024

/** What came in: the bytes, staged, and everything that was learnt from them on the way. */
export interface ReceivedImage {
  staged: StagedFile
  /** SHA-256 of the bytes as received. */
  sha256: string
  sizeBytes: number
  /** What the bytes are, or why they are no image that could be kept, and of what type it would be. */
  content: { facts: ImageFacts } | { failure: MediaFailure; type: MediaType | undefined }
}

/** An image on its way in. It must be disposed of, whatever happens. */
export interface ImageReceiver extends AsyncDisposable {
  /**
   * Takes the next bytes. Nothing of `bytes` is kept in memory. However long they take to understand, everything else
   * goes on every few milliseconds.
   * @throws {Failure} TOO_LARGE at the first byte over the limit, STORAGE_FAILED
   */
  write(bytes: Uint8Array): Promise<void>
  /** Ends the file. */
  finish(): ReceivedImage
}

/**
 * Receives one file: stages it, and hashes, counts and inspects it as it passes, so that nothing is read
 * twice and memory does not grow with its size.
 * @throws {Failure} STORAGE_FAILED
 */
export async function receiveImage(
  site: Pick<SitePorts, 'blobs' | 'createSha256'>,
  limitBytes: number,
): Promise<ImageReceiver> {
  const staged = await site.blobs.stage()
  const digest = site.createSha256()
  const inspection = createInspection(createInspector())
  return {
    async write(bytes) {
      if (staged.sizeBytes + bytes.length > limitBytes) throw new Failure({ code: 'TOO_LARGE', limitBytes })
      digest.update(bytes)
      if (bytes.length <= inspectedTogetherBytes) inspection.push(bytes)
      else await inTurns(inspectionSteps(inspection, bytes), createEventLoopTurns(bytes.length))
      await staged.write(bytes)
    },
    finish: () => received(staged, digest, inspection),
    [Symbol.asyncDispose]: () => staged[Symbol.asyncDispose](),
  }
}

function received(staged: StagedFile, digest: Sha256, inspection: Inspection): ReceivedImage {
  return { staged, sha256: digest.digestHex(), sizeBytes: staged.sizeBytes, content: inspection.end() }
}

function* inspectionSteps(inspection: Inspection, bytes: Uint8Array): Generator<undefined, void, undefined> {
  for (let at = 0; at < bytes.length; at += inspectedTogetherBytes) {
    inspection.push(bytes.subarray(at, at + inspectedTogetherBytes))
    yield
  }
}

interface Inspection {
  push(bytes: Uint8Array): void
  end(): ReceivedImage['content']
}

/** Keeps the inspector's refusal until the file has ended, because fields that follow matter to the answer. */
function createInspection(inspector: Inspector): Inspection {
  let failure: MediaFailure | undefined
  const attempt = (step: () => ImageFacts | undefined): ImageFacts | undefined => {
    try {
      return step()
    } catch (error) {
      if (!(error instanceof MediaFailure)) throw error
      failure = error
      return undefined
    }
  }
  return {
    push(bytes) {
      if (failure === undefined) {
        attempt(() => {
          inspector.push(bytes)
          return undefined
        })
      }
    },
    end() {
      const facts = failure === undefined ? attempt(() => inspector.end()) : undefined
      if (facts !== undefined) return { facts }
      failure ??= new MediaFailure('UNKNOWN_TYPE', 'The file is no image.', 0)
      return { failure, type: inspector.type }
    },
  }
}
