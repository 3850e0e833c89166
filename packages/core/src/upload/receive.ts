import {
  createInspector,
  type ImageFacts,
  type Inspector,
  MediaFailure,
  type MediaType,
} from '@pictoglyph/media'
import { Failure, type FailureFacts } from '../failure.ts'
import type { StagedFile } from '../ports/blob-store.ts'
import type { NewImage } from '../ports/database/image-store.ts'
import type { ApiKey, User } from '../records.ts'
import type { SitePorts } from '../site/site-ports.ts'
import { idempotencyOf, readAskedSha256 } from './recall.ts'

/** The user that an upload acts for: by one of their keys or, without a key, signed in. */
export interface Uploader {
  user: User
  key: ApiKey | null
}

/** The fields that an uploader may send, and the hash that may replace the file. */
export const uploadFieldNames = [
  'categoryId',
  'albumId',
  'title',
  'description',
  'expiresIn',
  'link',
  'sha256',
] as const

/** The fields of an upload as they were sent: nothing is checked yet. */
export type UploadFields = Partial<Record<(typeof uploadFieldNames)[number], string | undefined>>

/** An upload on its way in, as a service reads it. */
export interface IncomingUpload {
  /** Reads all of the body: the file's bytes go to `file` as they arrive, and the fields are the answer. */
  readBody(file: Pick<FileReceiver, 'write'>): Promise<UploadFields>
  /**
   * The uploader. Asked when everything has arrived, which may take a quarter of an hour: someone who has lost access
   * meanwhile adds nothing.
   */
  findUploader(): Promise<Uploader>
  /** The size of the body, if it is announced. */
  announcedBytes?: number | undefined
  /** The request's Idempotency-Key. Each API key has its own. */
  idempotencyKey?: string | undefined
  /** Asked while a removal of the same bytes is waited for: once the server stops, waiting ends. */
  isStopping?: (() => boolean) | undefined
}

/** An upload that has arrived. Disposing removes its file. */
export interface ReceivedUpload extends AsyncDisposable {
  /** `undefined` if no file, or an empty one, came. */
  file: ReceivedFile | undefined
  /** The SHA-256 that was sent in place of a file; `undefined` also if it is malformed. */
  askedSha256: string | undefined
  fields: UploadFields
  uploader: Uploader
  idempotency: NewImage['idempotency']
  /** Set if the file is over the limit and was only counted from there on. */
  tooLarge: FailureFacts | undefined
}

/** A received file: its staged bytes, and what was learned from them on the way. */
export interface ReceivedFile {
  staged: StagedFile
  /** SHA-256 of the bytes as received. */
  sha256: string
  sizeBytes: number
  /** The facts of the image, or why it can't be accepted, with the type that it would have. */
  content: { facts: ImageFacts } | { failure: MediaFailure; type: MediaType | undefined }
}

/**
 * Receives an upload: its file is staged, hashed, counted and inspected as it arrives, so that nothing is read twice
 * and memory does not grow with its size.
 * @param beyondLimit what happens to a file over the limit
 * @throws {Failure} TOO_LARGE at the first byte over the limit, STORAGE_FAILED; and what `incoming` throws
 */
export async function receive(
  site: Pick<SitePorts, 'blobs' | 'createSha256' | 'snapshot'>,
  incoming: IncomingUpload,
  beyondLimit: BeyondLimit = 'refuse',
): Promise<ReceivedUpload> {
  await using unfinished = new AsyncDisposableStack()
  const limitBytes = site.snapshot().policy['upload.maxBytes']
  const receiver = unfinished.use(
    receiveFile(site, { limitBytes, beyondLimit, announcedBytes: incoming.announcedBytes }),
  )
  const fields = await incoming.readBody(receiver)
  const file = receiver.finish()
  const askedSha256 = file === undefined ? readAskedSha256(fields.sha256) : undefined
  const uploader = await incoming.findUploader()
  const held = unfinished.move()
  return {
    file,
    askedSha256,
    fields,
    uploader,
    idempotency: idempotencyOf(site, {
      sha256: file?.sha256 ?? askedSha256,
      fields,
      uploader,
      token: incoming.idempotencyKey,
    }),
    tooLarge:
      file !== undefined && file.sizeBytes > limitBytes ? { code: 'TOO_LARGE', limitBytes } : undefined,
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

/** A file over the limit is refused at once, or read on and only counted, hashed and inspected. */
export type BeyondLimit = 'refuse' | 'count'

/** A file on its way in. Disposing removes its staged bytes. */
export interface FileReceiver extends AsyncDisposable {
  /**
   * Takes the next bytes and keeps no reference to them. However long they take to understand, everything else goes
   * on every few milliseconds.
   * @throws {Failure} TOO_LARGE at the first byte over the limit, STORAGE_FAILED
   */
  write(bytes: Uint8Array): Promise<void>
  /** Ends the file; `undefined` if it has no byte. */
  finish(): ReceivedFile | undefined
}

/** The limits of a file, and its announced size. */
export interface FileBounds {
  limitBytes: number
  beyondLimit?: BeyondLimit
  /** The size of the body that it comes in, if that is announced. */
  announcedBytes?: number | undefined
}

const inspectedTogetherBytes = 64 * 1024

/** Prepares to receive a file. It is staged from its first byte on: a request without a file takes no room. */
export function receiveFile(
  site: Pick<SitePorts, 'blobs' | 'createSha256'>,
  { limitBytes, beyondLimit = 'refuse', announcedBytes }: FileBounds,
): FileReceiver {
  let staged: StagedFile | undefined
  const digest = site.createSha256()
  const inspection = createInspection(createInspector())
  let sizeBytes = 0
  return {
    async write(bytes) {
      sizeBytes += bytes.length
      const isBeyond = sizeBytes > limitBytes
      if (isBeyond && beyondLimit === 'refuse') throw new Failure({ code: 'TOO_LARGE', limitBytes })
      staged ??= await site.blobs.stage(announcedBytes)
      digest.update(bytes)
      const yieldToEventLoop = createYieldToEventLoop(bytes.length)
      for (let at = 0; at < bytes.length; at += inspectedTogetherBytes) {
        inspection.push(bytes.subarray(at, at + inspectedTogetherBytes))
        await yieldToEventLoop()
      }
      if (!isBeyond) await staged.write(bytes)
    },
    finish() {
      if (staged === undefined) return undefined
      return { staged, sha256: digest.digest('hex'), sizeBytes, content: inspection.end() }
    },
    async [Symbol.asyncDispose]() {
      await staged?.[Symbol.asyncDispose]()
    },
  }
}

interface Inspection {
  push(bytes: Uint8Array): void
  end(): ReceivedFile['content']
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

/** Work that takes only a few milliseconds is not interrupted. */
const smallBytes = 256 * 1024
const turnMs = 5

/** Called between the steps of long work: lets everything else go on, once some milliseconds have passed since it did. */
export type YieldToEventLoop = () => Promise<void> | undefined

/** @param sizeBytes of the file, or the part of it, to work on; work on a small one is not interrupted */
export function createYieldToEventLoop(sizeBytes: number): YieldToEventLoop {
  if (sizeBytes < smallBytes) return () => undefined
  let sinceMs = performance.now()
  return () => {
    if (performance.now() - sinceMs < turnMs) return undefined
    return new Promise((resolve) => {
      setTimeout(() => {
        sinceMs = performance.now()
        resolve()
      })
    })
  }
}
