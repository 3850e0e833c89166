import { isRefusal, leavesOutcomeUnknown, mayRefuseHeader, withRetries } from './failures.ts'
import { entityTagOf, type S3Object } from './object.ts'
import { putInParts, type UploadLimits } from './put-in-parts.ts'
import { putWhole, type WholeObject } from './put-whole.ts'
import type { SendS3Request } from './requests.ts'
import type { S3Traits } from './traits.ts'

/**
 * Uploads a staged file as an object, as a stream whose checksum the store compares. It never replaces an identical
 * object. If an answer is lost or broken, it asks the store what it has before it sends again.
 */
type UploadToS3 = (object: S3Object, contentType: string) => Promise<void>

/** The header fields of every object. */
function objectHeaders(contentType: string): Record<string, string> {
  return { 'content-type': contentType, 'cache-control': 'public, max-age=31536000, immutable' }
}

/** Sends an object in the form that its store accepts. If the store refuses a header, it first finds the form. */
export async function putInForm(traits: S3Traits, sending: Omit<WholeObject, 'form'>): Promise<void> {
  const { form } = traits
  try {
    await putWhole({ ...sending, form })
  } catch (error) {
    if (!mayRefuseHeader(error) || !(await traits.hasChanged(form))) throw error
    await putWhole({ ...sending, form: traits.form })
  }
}

/** Creates the function that uploads to one bucket, in the form that its store accepts. */
export function createS3Upload(send: SendS3Request, traits: S3Traits, limits: UploadLimits): UploadToS3 {
  const { partBytes, requestTimeoutMs, retries } = limits

  async function isStored(object: S3Object): Promise<boolean> {
    try {
      const { headers } = await send({ method: 'HEAD', key: object.key, timeoutMs: requestTimeoutMs })
      const size = String(object.bytes.size)
      const hasSize = (headers.get('content-length') ?? size) === size
      return hasSize && headers.get('etag') === (await entityTagOf(object, partBytes))
    } catch (error) {
      if (isRefusal(error, 404)) return false
      if (isRefusal(error, 403) && (await traits.hidesMissing())) return false
      throw error
    }
  }

  async function putOnce(object: S3Object, headers: Record<string, string>): Promise<void> {
    const sending = { send, object, headers, timeoutMs: limits.uploadTimeoutMs(object.bytes.size) }
    try {
      await putInForm(traits, sending)
    } catch (error) {
      if (isRefusal(error, 412)) {
        // An object exists. It is the same, or it is damaged and will be overwritten.
        if (await isStored(object)) return
        return putWhole({ ...sending, form: { ...traits.form, hasCondition: false } })
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
    const headers = objectHeaders(contentType)
    if (object.bytes.size > partBytes) await putLarge(object, headers)
    else await withRetries(retries, () => putOnce(object, headers))
  }
}
