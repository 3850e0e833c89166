import { Failure } from '../failure.ts'
import type { SitePorts } from '../site/site-ports.ts'
import { judgeUpload } from './judge-upload.ts'
import type { ReceivedImage } from './receive-image.ts'
import { type RecordedImage, recordUpload } from './record-upload.ts'
import type { UploadRequest } from './upload-request.ts'

export interface ReceivedUpload {
  received: ReceivedImage | undefined
  request: UploadRequest
  /** See `recordUpload`. */
  isStopping?: (() => boolean) | undefined
}

/**
 * Judges a received upload, and records it where nothing speaks against it.
 * @param upload.received the file, or `undefined` where none came
 * @throws {Failure} the first problem that `judgeUpload` finds, and what `recordUpload` throws
 */
export async function acceptUpload(
  site: Pick<SitePorts, 'database' | 'blobs' | 'createSha256' | 'snapshot' | 'clock'>,
  { received, request, isStopping }: ReceivedUpload,
): Promise<RecordedImage> {
  const verdict = await judgeUpload(site, received, request)
  if ('problems' in verdict) throw new Failure(verdict.problems[0])
  if (received === undefined) throw new Failure({ code: 'FILE_MISSING' })
  return recordUpload(site, { received, accepted: verdict.accepted, request, isStopping })
}
