import type { ImageFacts } from '@pictoglyph/media/facts'
import { MediaFailure } from '@pictoglyph/media/failure'
import { createInspector, type Inspector } from '@pictoglyph/media/inspect/inspector'
import type { MediaType } from '@pictoglyph/media/media-type'
import { type OtherKind, otherKindBytes, otherKindOf } from '@pictoglyph/media/other-kind'
import type { StagedFile } from '../blobs/blob-store.ts'
import type { NewImage } from '../images/image-records.ts'
import { Failure, type FailureFacts } from '../language/failure.ts'
import type { InsteadOfFile } from '../language/instead.ts'
import { readFileName } from '../language/text-field.ts'
import { createYieldToEventLoop } from '../platform/turns.ts'
import type { SitePorts } from '../site-ports.ts'
import type { AdmittedUpload } from './admit.ts'
import type { FileSource, Uploader, UploadFields } from './incoming.ts'
import { idempotencyOf, readAskedSha256 } from './recall.ts'

/** An upload that has arrived. Disposing removes its file. */
export interface ReceivedUpload extends AsyncDisposable {
  /** `undefined` if no file, or an empty one, came. */
  file: ReceivedFile | undefined
  /** What came in place of a file, if none did. */
  insteadOfFile: InsteadOfFile | undefined
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
  /** As `readFileName` leaves it. */
  fileName: string
  /** The facts of the image, or why it can't be accepted, with the type that it would have, or what it looks like. */
  content:
    | { facts: ImageFacts }
    | { failure: MediaFailure; type: MediaType | undefined; looksLike: OtherKind | undefined }
}

/**
 * Receives an upload: its file is staged, hashed, counted and inspected as it arrives, so that nothing is read twice
 * and memory does not grow with its size.
 * @param beyondLimit what happens to a file over the limit
 * @throws {Failure} TOO_LARGE at the first byte over the limit, STORAGE_FAILED; and what `admitted` throws
 */
export async function receive(
  site: Pick<SitePorts, 'blobs' | 'createSha256' | 'snapshot'>,
  admitted: AdmittedUpload,
  beyondLimit: BeyondLimit,
): Promise<ReceivedUpload> {
  await using unfinished = new AsyncDisposableStack()
  const limitBytes = site.snapshot().policy['upload.maxBytes']
  const receiver = unfinished.use(
    receiveFile(site, { limitBytes, beyondLimit, announcedBytes: admitted.announcedBytes }),
  )
  const fields = await admitted.readBody(receiver)
  const file = receiver.finish()
  const askedSha256 = file === undefined ? readAskedSha256(fields.sha256) : undefined
  const uploader = await admitted.findUploader()
  const held = unfinished.move()
  return {
    file,
    insteadOfFile: receiver.instead,
    askedSha256,
    fields,
    uploader,
    idempotency: idempotencyOf(site, {
      sha256: file?.sha256 ?? askedSha256,
      fields,
      uploader,
      token: admitted.idempotencyKey,
    }),
    tooLarge:
      file !== undefined && file.sizeBytes > limitBytes ? { code: 'TOO_LARGE', limitBytes } : undefined,
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

/** A file over the limit is refused at once, or read on and only counted, hashed and inspected. */
export type BeyondLimit = 'refuse' | 'count'

/** A file on its way in. Disposing removes its staged bytes. */
export interface FileReceiver extends FileSource, AsyncDisposable {
  /** What was noted. */
  readonly instead: InsteadOfFile | undefined
  /** Ends the file; `undefined` if it has no byte. */
  finish(): ReceivedFile | undefined
}

/** The limits of a file, and its announced size. */
interface FileBounds {
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
  let instead: InsteadOfFile | undefined
  const digest = site.createSha256()
  const inspection = createInspection(createInspector())
  let sizeBytes = 0
  let fileName = ''
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
    noteName(name) {
      fileName = readFileName(name)
    },
    noteInstead(noted) {
      instead ??= noted
    },
    get instead() {
      return instead
    },
    finish() {
      if (staged === undefined) return undefined
      return { staged, sha256: digest.digest('hex'), sizeBytes, fileName, content: inspection.end() }
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
  let head = Buffer.alloc(0)
  const attempt = <T>(step: () => T): T | undefined => {
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
      if (head.length < otherKindBytes && inspector.type === undefined) {
        head = Buffer.concat([head, bytes.subarray(0, otherKindBytes - head.length)])
      }
      if (failure === undefined) attempt(() => inspector.push(bytes))
    },
    end() {
      const facts = failure === undefined ? attempt(() => inspector.end()) : undefined
      if (facts !== undefined) return { facts }
      failure ??= new MediaFailure('UNKNOWN_TYPE', 'The file is no image.', 0)
      const looksLike = failure.code === 'UNKNOWN_TYPE' ? otherKindOf(head) : undefined
      return { failure, type: inspector.type, looksLike }
    },
  }
}
