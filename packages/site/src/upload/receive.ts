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

/** A received upload. Disposing deletes its staged file. */
export interface ReceivedUpload extends AsyncDisposable {
  /** `undefined` if no file came, or an empty one. */
  file: ReceivedFile | undefined
  /** The content found in place of a file, if there was none. */
  insteadOfFile: InsteadOfFile | undefined
  /** The SHA-256 sent in place of a file; `undefined` also if it is malformed. */
  askedSha256: string | undefined
  fields: UploadFields
  uploader: Uploader
  idempotency: NewImage['idempotency']
  /** Set if the file exceeds the limit; from there on it was only counted. */
  tooLarge: FailureFacts | undefined
}

/** A received file: its staged bytes, and the facts found while receiving. */
export interface ReceivedFile {
  staged: StagedFile
  /** SHA-256 of the bytes as received. */
  sha256: string
  sizeBytes: number
  /** In the stored form of `readFileName`. */
  fileName: string
  /** The facts of the image; or the reason why it is refused, with its supposed type or kind. */
  content:
    | { facts: ImageFacts }
    | { failure: MediaFailure; type: MediaType | undefined; looksLike: OtherKind | undefined }
}

/**
 * Receives an upload: its file is staged, hashed, counted and inspected as it arrives, so that nothing is read twice
 * and memory does not grow with its size.
 * @param beyondLimit how to treat a file over the limit
 * @throws {Failure} TOO_LARGE at the first byte over the limit, STORAGE_FAILED; also the errors of `admitted`
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

/** Over the limit, a file is refused immediately, or read on and only counted, hashed and inspected. */
export type BeyondLimit = 'refuse' | 'count'

/** Receives a file. Disposing deletes its staged bytes. */
export interface FileReceiver extends FileSource, AsyncDisposable {
  /** The first call of `noteInstead`. */
  readonly instead: InsteadOfFile | undefined
  /** Ends the file; returns `undefined` if it is empty. */
  finish(): ReceivedFile | undefined
}

/** The limits of a file, and its announced size. */
interface FileBounds {
  limitBytes: number
  beyondLimit?: BeyondLimit
  /** The announced size of its body. */
  announcedBytes?: number | undefined
}

const inspectedTogetherBytes = 64 * 1024

/** Prepares to receive a file. Staging starts with its first byte: a request without a file takes no space. */
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

/** Delays the inspector's refusal until the end of the file, because later fields affect the answer. */
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
