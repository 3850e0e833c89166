import { putInParts, type UploadLimits } from './s3-multipart.ts'
import { entityTagOf, type S3Object } from './s3-object.ts'
import { isRefusal, leavesOutcomeUnknown } from './s3-refusal.ts'
import type { SendS3Request } from './s3-requests.ts'
import { withRetries } from './s3-retries.ts'

/**
 * Makes a staged file an object, once and for all: streamed from its file, compared with its checksum by the
 * store, not sent over an object that is the same. When an answer is lost or broken, the store is asked what
 * it has before anything is sent again.
 */
export type UploadToS3 = (object: S3Object, contentType: string) => Promise<void>

/** Creates what uploads to one bucket. */
export function createS3Upload(send: SendS3Request, limits: UploadLimits): UploadToS3 {
  const { partBytes, requestTimeoutMs, retries } = limits
  /** Until the store says that it does not know conditions. */
  let knowsConditions = true

  async function isStored(object: S3Object): Promise<boolean> {
    try {
      const { headers } = await send({ method: 'HEAD', key: object.key, timeoutMs: requestTimeoutMs })
      const hasSize = headers.get('content-length') === String(object.sizeBytes)
      return hasSize && headers.get('etag') === (await entityTagOf(object, partBytes))
    } catch (error) {
      if (isRefusal(error, 404)) return false
      throw error
    }
  }

  async function putWhole(object: S3Object, headers: Record<string, string>): Promise<void> {
    const answer = await send({
      method: 'PUT',
      key: object.key,
      headers: { ...headers, 'x-amz-checksum-sha256': Buffer.from(object.sha256, 'hex').toString('base64') },
      body: Bun.file(object.path).slice(0, object.sizeBytes),
      bodySha256: object.sha256,
      timeoutMs: limits.uploadTimeoutMs(object.sizeBytes),
    })
    await answer.text()
  }

  async function putOnce(object: S3Object, headers: Record<string, string>): Promise<void> {
    try {
      await putWhole(object, knowsConditions ? { ...headers, 'if-none-match': '*' } : headers)
    } catch (error) {
      if (isRefusal(error, 501) && knowsConditions) {
        knowsConditions = false
        return putWhole(object, headers)
      }
      if (isRefusal(error, 412)) {
        // Something is there. It is the same, or it is damaged and overwritten.
        if (!(await isStored(object))) await putWhole(object, headers)
        return
      }
      if (leavesOutcomeUnknown(error) && (await isStored(object))) return
      throw error
    }
  }

  async function putLarge(object: S3Object, headers: Record<string, string>): Promise<void> {
    if (await withRetries(retries, () => isStored(object))) return
    try {
      await putInParts({ send, object, headers, limits })
    } catch (error) {
      if (!(await withRetries(retries, () => isStored(object)))) throw error
    }
  }

  return async (object, contentType) => {
    const headers = { 'content-type': contentType, 'cache-control': 'public, max-age=31536000, immutable' }
    if (object.sizeBytes > partBytes) await putLarge(object, headers)
    else await withRetries(retries, () => putOnce(object, headers))
  }
}
