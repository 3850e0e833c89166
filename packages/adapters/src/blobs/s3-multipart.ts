import { digestOf, partsOf, type S3Object } from './s3-object.ts'
import { elementOf, S3Refusal } from './s3-refusal.ts'
import type { S3Answer, S3Request, SendS3Request } from './s3-requests.ts'
import { type RetryLimits, withRetries } from './s3-retries.ts'

/** How an object is sent. */
export interface UploadLimits {
  /** Larger objects are sent in parts of this size. Amazon takes parts from 5 MiB, and at most 10,000. */
  partBytes: number
  requestTimeoutMs: number
  /** Until the store has so many bytes and answers. */
  uploadTimeoutMs: (sizeBytes: number) => number
  retries: RetryLimits
}

/**
 * Sends an object in parts, one after the other, each with its checksum and retried by itself. When it fails,
 * the parts are dropped; those that can't be (a crash, a store out of reach) are for a lifecycle rule of the
 * bucket. Whether the object is there all the same, because only the last answer was lost, is for the caller
 * to find out.
 */
export async function putInParts(options: {
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

  /** Joining may take the store long; it may then say 200 first and what went wrong later. */
  const join = async (body: string): Promise<void> => {
    const timeoutMs = options.limits.uploadTimeoutMs(object.sizeBytes)
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
