import type { Renditions } from '@pictoglyph/site/images/renditions'
import type { UploadOutcome } from '@pictoglyph/site/upload'
import type { Log } from '../log.ts'

/** Events of uploads, for metrics. */
export interface UploadEvents {
  uploaded(event: { deduped: boolean; sizeBytes: number; durationMs: number }): void
}

/** An upload that was answered with an image. */
export interface AnsweredUpload {
  requestId: string
  outcome: UploadOutcome
  /** Its start, by `performance.now()`. */
  startedMs: number
}

/**
 * Runs after every upload, in both services: logs it, counts it and prepares the thumbnail of a new image. A repeated
 * answer is only logged.
 */
export function createAfterUpload(options: {
  log: Log
  events?: UploadEvents
  renditions?: Pick<Renditions, 'prepare'>
}): (upload: AnsweredUpload) => void {
  const { log, events, renditions } = options
  return ({ requestId, outcome, startedMs }) => {
    const { image, deduped, repeated, uploader, receivedBytes } = outcome
    const durationMs = Math.round(performance.now() - startedMs)
    if (!repeated) events?.uploaded({ deduped, sizeBytes: receivedBytes, durationMs })
    const actor = uploader.key === null ? { userId: uploader.user.id } : { keyId: uploader.key.id }
    log.info(
      { requestId, imageId: image.id, ...actor, bytes: image.file.sizeBytes, deduped, durationMs },
      repeated ? 'answered again' : 'uploaded',
    )
    if (!deduped) renditions?.prepare(image, uploader.key?.isGuestLink === true)
  }
}
