import {
  type BlobAddress,
  type BlobListing,
  type BlobOpening,
  type BlobStore,
  type ByteRange,
  Failure,
  type OpenBlob,
} from '@pictoglyph/core'
import { storageFailed } from '../../storage-failure.ts'
import { elementOf, isNoBucket, isRefusal, type RetryLimits, withRetries } from './failures.ts'
import type { S3Answer, SendS3Request } from './requests.ts'

const pageSize = 1_000

/**
 * Creates the functions that read blobs from one bucket.
 * @param options.prefix comes before an address in the key of a blob's object
 * @param options.requestTimeoutMs until an answer begins, and between its parts
 */
export function createS3Reading(
  send: SendS3Request,
  options: { prefix: string; requestTimeoutMs: number; retries: RetryLimits },
): Pick<BlobStore, 'open' | 'stat' | 'list'> {
  const { prefix, requestTimeoutMs, retries } = options

  /** Undefined when there is no such object, or none that reaches to the range. */
  async function ask(method: 'GET' | 'HEAD', address: BlobAddress, range?: ByteRange) {
    const key = prefix + address
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

  /** A missing bucket gets the same answer as a missing object. HEAD does not tell them apart; a list does. */
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

  async function pageAfter(key: string): Promise<string> {
    const query = {
      'list-type': '2',
      'max-keys': String(pageSize),
      prefix,
      'encoding-type': 'url',
      ...(key !== '' && { 'start-after': key }),
    }
    const answer = await send({ method: 'GET', query, timeoutMs: requestTimeoutMs })
    return await answer.text()
  }

  /** In the order of the addresses, a page in memory at a time. */
  async function* list(): AsyncGenerator<BlobListing> {
    let last = ''
    for (;;) {
      const page = await withRetries(retries, () => pageAfter(last)).catch((error: unknown) => {
        throw storageFailed(error)
      })
      const objects = listedObjects(page)
      for (const { key, sizeBytes, modifiedAtMs } of objects) {
        last = key
        const address = key.slice(prefix.length)
        if (/^[0-9a-f]{64}$/.test(address)) yield { address, sizeBytes, modifiedAtMs }
      }
      if (elementOf(page, 'IsTruncated') !== 'true' || objects.length === 0) return
    }
  }

  return { open, stat, list }
}

interface ListedObject {
  key: string
  sizeBytes: number
  modifiedAtMs: number
}

/** The objects on a page of a list that was asked for with keys in URL encoding. @throws {Failure} STORAGE_FAILED */
function listedObjects(page: string): ListedObject[] {
  if (!page.includes('<ListBucketResult'))
    throw storageFailed(new Error('The store answered without a list.'))
  return Array.from(page.matchAll(/<Contents>(.*?)<\/Contents>/gs), ([, object = '']) => {
    const key = decodeURIComponent((elementOf(object, 'Key') ?? '').replaceAll('+', ' '))
    const sizeBytes = Number(elementOf(object, 'Size'))
    const modifiedAtMs = Date.parse(elementOf(object, 'LastModified') ?? '')
    if (key === '' || Number.isNaN(sizeBytes + modifiedAtMs)) {
      throw storageFailed(new Error('The store listed an object without a key, a size or a time.'))
    }
    return { key, sizeBytes, modifiedAtMs }
  })
}

/** The size of the whole object, even if the answer holds only a part. */
function sizeOf({ status, headers }: S3Answer): number {
  const told = status === 206 ? headers.get('content-range')?.split('/')[1] : headers.get('content-length')
  if (told == null) throw storageFailed(new Error('The store answered without a size.'))
  return Number(told)
}
