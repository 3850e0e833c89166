import type { RecordedImage, Renditions, Uploader } from '@pictoglyph/core'
import type { Log } from '../log.ts'

/** What happened to uploads, for metrics. */
export interface UploadEvents {
  uploaded(event: { deduped: boolean; sizeBytes: number; durationMs: number }): void
}

/** An upload that is answered with an image. */
export interface AnsweredUpload {
  requestId: string
  holder: Uploader
  recorded: RecordedImage
  /** Bytes of the file that was received. */
  sizeBytes: number
  /** When it began, by `performance.now()`. */
  startedMs: number
  /** An earlier answer is given again: there is a line in the log, but it is not counted once more. */
  isRepeated?: boolean
}

/** Does what follows every upload, whichever service took it: counts it, logs it, and prepares a new image's thumbnail. */
export function createAfterUpload(options: {
  log: Log
  events?: UploadEvents
  renditions?: Pick<Renditions, 'prepare'>
}): (upload: AnsweredUpload) => void {
  const { log, events, renditions } = options
  return ({ requestId, holder, recorded, sizeBytes, startedMs, isRepeated = false }) => {
    const { image, deduped } = recorded
    const durationMs = Math.round(performance.now() - startedMs)
    if (!isRepeated) events?.uploaded({ deduped, sizeBytes, durationMs })
    const uploader = holder.key === null ? { userId: holder.user.id } : { keyId: holder.key.id }
    const bytes = image.file.sizeBytes
    log.info(
      { requestId, imageId: image.id, ...uploader, bytes, deduped, durationMs },
      isRepeated ? 'answered again' : 'uploaded',
    )
    if (!deduped) renditions?.prepare(image)
  }
}
