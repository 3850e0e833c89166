import {
  elementOf,
  isRefusal,
  leavesOutcomeUnknown,
  type RetryLimits,
  S3Refusal,
  withRetries,
} from './failures.ts'
import { digestOf, entityTagOf, partsOf, type S3Object } from './object.ts'
import type { S3Answer, S3Request, SendS3Request } from './requests.ts'

/** How an object is sent. */
export interface UploadLimits {
  /** Larger objects are sent in parts of this size. Amazon takes parts from 5 MiB, and at most 10,000. */
  partBytes: number
  requestTimeoutMs: number
  /** Time until the store has this many bytes and answers. */
  uploadTimeoutMs: (sizeBytes: number) => number
  retries: RetryLimits
}

/**
 * Makes an object from a staged file: streamed, compared with its checksum by the store, and never sent over the same
 * object. If an answer is lost or broken, the store is asked what it has before anything is sent again.
 */
export type UploadToS3 = (object: S3Object, contentType: string) => Promise<void>

/** Creates the function that uploads to one bucket. */
export function createS3Upload(send: SendS3Request, limits: UploadLimits): UploadToS3 {
  const { partBytes, requestTimeoutMs, retries } = limits
  /** Until the store says that it does not know conditions. */
  let knowsConditions = true

  async function isStored(object: S3Object): Promise<boolean> {
    try {
      const { headers } = await send({ method: 'HEAD', key: object.key, timeoutMs: requestTimeoutMs })
      const hasSize = headers.get('content-length') === String(object.bytes.size)
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
      body: object.bytes,
      bodySha256: object.sha256,
      timeoutMs: limits.uploadTimeoutMs(object.bytes.size),
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
    if (object.bytes.size > partBytes) await putLarge(object, headers)
    else await withRetries(retries, () => putOnce(object, headers))
  }
}

/**
 * Sends an object in parts, one after the other, each with its checksum and its own retries. On failure the parts are
 * dropped; a lifecycle rule of the bucket removes those that can't be (a crash, an unreachable store). If only the last
 * answer was lost, the object may exist: the caller has to check.
 */
async function putInParts(options: {
  send: SendS3Request
  object: S3Object
  headers: Record<string, string>
  limits: UploadLimits
}): Promise<void> {
  const { send, object, headers } = options
  const { requestTimeoutMs, retries, partBytes } = options.limits
  const { key } = object

  const ask = (request: Omit<S3Request, 'key' | 'timeoutMs'>) =>
    withRetries(retries, async () => {
      const answer = await send({ ...request, key, timeoutMs: requestTimeoutMs })
      return await answer.text()
    })

  const started = await ask({ method: 'POST', query: { uploads: '' }, headers })
  const uploadId = elementOf(started, 'UploadId')
  if (uploadId === undefined) throw new Error('The store began an upload in parts without an id.')

  const putPart = async (part: Blob, number: number): Promise<string> => {
    const bodySha256 = (await digestOf('sha256', part)).toString('hex')
    const query = { partNumber: String(number), uploadId }
    const timeoutMs = options.limits.uploadTimeoutMs(part.size)
    const answer: S3Answer = await withRetries(retries, () =>
      send({ method: 'PUT', key, query, body: part, bodySha256, timeoutMs }),
    )
    const tag = answer.headers.get('etag')
    if (tag === null) throw new Error(`The store took part ${number} without a tag.`)
    return `<Part><PartNumber>${number}</PartNumber><ETag>${tag}</ETag></Part>`
  }

  /** Joining may take long; the store may answer 200 first and report an error later. */
  const join = async (body: string): Promise<void> => {
    const timeoutMs = options.limits.uploadTimeoutMs(object.bytes.size)
    const answer = await send({ method: 'POST', key, query: { uploadId }, body, timeoutMs })
    const said = await answer.text()
    if (said.includes('<Error>')) throw new S3Refusal(500, elementOf(said, 'Code') ?? '', 'joining the parts')
  }

  try {
    const listed: string[] = []
    for (const part of partsOf(object, partBytes)) listed.push(await putPart(part, listed.length + 1))
    const body = `<CompleteMultipartUpload>${listed.join('')}</CompleteMultipartUpload>`
    await withRetries(retries, () => join(body))
  } catch (error) {
    await send({ method: 'DELETE', key, query: { uploadId }, timeoutMs: requestTimeoutMs }).catch(
      () => undefined,
    )
    throw error
  }
}
