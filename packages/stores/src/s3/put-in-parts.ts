import { elementOf, type RetryLimits, S3Refusal, withRetries } from './failures.ts'
import { digestOf, partsOf, type S3Object } from './object.ts'
import type { S3Answer, S3Request, SendS3Request } from './requests.ts'

/** Part size, timeouts and retries of an upload. */
export interface UploadLimits {
  /** Larger objects are sent in parts of this size. Amazon accepts parts from 5 MiB, and at most 10,000. */
  partBytes: number
  requestTimeoutMs: number
  /** Timeout for sending this many bytes and receiving the answer. */
  uploadTimeoutMs: (sizeBytes: number) => number
  retries: RetryLimits
}

/**
 * Sends an object in parts, one after the other, each with its checksum and its own retries. On failure it drops the
 * parts; a lifecycle rule of the bucket has to remove those it can't (a crash, an unreachable store). If only the
 * last answer was lost, the object may exist: the caller has to check.
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
    const sha256 = (await digestOf('sha256', part)).toString('hex')
    const query = { partNumber: String(number), uploadId }
    const timeoutMs = options.limits.uploadTimeoutMs(part.size)
    const answer: S3Answer = await withRetries(retries, () =>
      send({ method: 'PUT', key, query, body: { bytes: part, sha256 }, timeoutMs }),
    )
    const tag = answer.headers.get('etag')
    if (tag === null) throw new Error(`The store took part ${number} without a tag.`)
    return `<Part><PartNumber>${number}</PartNumber><ETag>${tag}</ETag></Part>`
  }

  /** Joins the parts, which may take long. The store may answer 200 first and report an error later. */
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
