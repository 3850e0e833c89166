import {
  type BlobAddress,
  type BlobOpening,
  type BlobStore,
  type ByteRange,
  Failure,
  type OpenBlob,
} from '@pictoglyph/core'
import { storageFailed } from '../storage-failure.ts'
import { isNoBucket, isRefusal } from './s3-refusal.ts'
import type { S3Answer, SendS3Request } from './s3-requests.ts'
import { type RetryLimits, withRetries } from './s3-retries.ts'

/**
 * Creates what reads blobs from one bucket.
 * @param options.keyOf the key of the object that holds a blob
 * @param options.requestTimeoutMs until an answer begins, and from each part of it to the next
 */
export function createS3Reading(
  send: SendS3Request,
  options: { keyOf: (address: BlobAddress) => string; requestTimeoutMs: number; retries: RetryLimits },
): Pick<BlobStore, 'open' | 'stat'> {
  const { keyOf, requestTimeoutMs, retries } = options

  /** Undefined when there is no such object, or none that reaches to the range. */
  async function ask(method: 'GET' | 'HEAD', address: BlobAddress, range?: ByteRange) {
    const key = keyOf(address)
    const headers = range === undefined ? {} : { headers: { range: `bytes=${range.start}-${range.end - 1}` } }

    async function attempt(): Promise<S3Answer | undefined> {
      try {
        return await send({ method, key, timeoutMs: requestTimeoutMs, ...headers })
      } catch (error) {
        if (isRefusal(error, 416) || (await isNoObject(error, key))) return undefined
        throw error
      }
    }

    try {
      return await withRetries(retries, attempt)
    } catch (error) {
      throw storageFailed(error)
    }
  }

  /** A bucket that is gone is answered as an object that is. HEAD brings no word that tells them apart: a list does. */
  async function isNoObject(error: unknown, key: string): Promise<boolean> {
    if (!isRefusal(error, 404) || isNoBucket(error)) return false
    if (error.code !== '') return true
    const query = { 'list-type': '2', 'max-keys': '1', prefix: key }
    const list = await send({ method: 'GET', query, timeoutMs: requestTimeoutMs })
    await list.text()
    return true
  }

  async function stat(address: BlobAddress) {
    const answer = await ask('HEAD', address)
    return answer && { sizeBytes: sizeOf(answer) }
  }

  async function open(address: BlobAddress, { range, sizeBytes }: BlobOpening = {}): Promise<OpenBlob> {
    const isEmpty = range !== undefined && range.start >= range.end
    const answer = await ask(isEmpty ? 'HEAD' : 'GET', address, isEmpty ? undefined : range)
    if (answer === undefined) throw new Failure({ code: 'BLOB_MISSING', address })
    if (sizeBytes !== undefined && sizeOf(answer) !== sizeBytes) {
      await answer.body().cancel()
      throw new Failure({ code: 'BLOB_MISSING', address })
    }
    if (isEmpty) return { body: new Blob() }
    if (answer.status !== (range === undefined ? 200 : 206)) {
      throw storageFailed(new Error(`The store answered ${answer.status} for a range.`))
    }
    return { body: answer.body() }
  }

  return { open, stat }
}

/** All bytes of the object, of which the answer may hold a part. */
function sizeOf({ status, headers }: S3Answer): number {
  const told = status === 206 ? headers.get('content-range')?.split('/')[1] : headers.get('content-length')
  if (told == null) throw storageFailed(new Error('The store answered without a size.'))
  return Number(told)
}
