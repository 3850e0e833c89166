import {
  type BlobAddress,
  type BlobListing,
  type BlobOpening,
  type BlobStore,
  type ByteRange,
  ListForbidden,
  type OpenBlob,
} from '@pictoglyph/site/blobs/blob-store'
import { Failure } from '@pictoglyph/site/language/failure'
import { storageFailed } from '@pictoglyph/site/platform/storage-failure'
import { elementOf, isNoBucket, isRefusal, type RetryLimits, S3Refusal, withRetries } from './failures.ts'
import type { S3Answer, SendS3Request } from './requests.ts'
import type { S3Traits } from './traits.ts'

const pageSize = 1_000

/**
 * Creates the functions that read blobs from one bucket.
 * @param options.prefix precedes the address in the key of a blob's object
 * @param options.requestTimeoutMs until an answer begins, and between its parts
 */
export function createS3Reading(
  send: SendS3Request,
  traits: S3Traits,
  options: { prefix: string; requestTimeoutMs: number; retries: RetryLimits },
): Pick<BlobStore, 'open' | 'stat' | 'list'> {
  const { prefix, requestTimeoutMs, retries } = options

  /** `undefined` if the object is missing or ends before the range. */
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

  /**
   * HEAD gives no reason, so GET asks for it. A missing bucket has the status of a missing object; without a code, a
   * list distinguishes them. A key that may not list gets 403, like a key without any permission.
   */
  async function isNoObject(error: unknown, key: string): Promise<boolean> {
    if (!isRefusal(error, 404) && !isRefusal(error, 403)) return false
    const reason = error.code === '' ? await reasonFor(key) : error
    if (reason === undefined) return error.status === 404
    if (isRefusal(reason, 403) && (reason.code === 'AccessDenied' || reason.code === '')) {
      if (await traits.hidesMissing(true)) return true
    }
    if (!isRefusal(reason, 404) || isNoBucket(reason)) throw reason
    if (reason.code !== '') return true
    const query = { 'list-type': '2', 'max-keys': '1', prefix: key }
    const list = await send({ method: 'GET', query, timeoutMs: requestTimeoutMs })
    await list.text()
    return true
  }

  async function reasonFor(key: string): Promise<S3Refusal | undefined> {
    try {
      const headers = { range: 'bytes=0-0' }
      const answer = await send({ method: 'GET', key, headers, timeoutMs: requestTimeoutMs })
      await answer.body().cancel()
      return undefined
    } catch (error) {
      if (isRefusal(error, 416)) return undefined
      if (!(error instanceof S3Refusal)) throw error
      return error
    }
  }

  async function stat(address: BlobAddress) {
    const answer = await ask('HEAD', address)
    if (answer === undefined) return undefined
    const sizeBytes = toldSize(answer) ?? (await sizeByRange(address))
    return sizeBytes === undefined ? undefined : { sizeBytes }
  }

  /** Finds the size from a range, for a store that answers HEAD without a length. */
  async function sizeByRange(address: BlobAddress): Promise<number | undefined> {
    const answer = await ask('GET', address, { start: 0, end: 1 })
    await answer?.body().cancel()
    return answer && sizeOf(answer)
  }

  async function open(address: BlobAddress, { range, sizeBytes }: BlobOpening = {}): Promise<OpenBlob> {
    const isEmpty = range !== undefined && range.start >= range.end
    if (isEmpty) {
      const found = await stat(address)
      if (found === undefined || found.sizeBytes !== (sizeBytes ?? found.sizeBytes)) throw missing(address)
      return { body: new Blob() }
    }
    const answer = await ask('GET', address, range)
    if (answer === undefined) throw missing(address)
    try {
      const toldBytes = range === undefined ? toldSize(answer) : sizeOf(answer)
      if (sizeBytes !== undefined && sizeBytes !== (toldBytes ?? sizeBytes)) throw missing(address)
      if (answer.status !== (range === undefined ? 200 : 206)) {
        throw storageFailed(new Error(`The store answered ${answer.status} for a range.`))
      }
      const wholeBytes = toldBytes ?? sizeBytes ?? (await stat(address))?.sizeBytes
      if (wholeBytes === undefined) throw missing(address)
      return { body: answer.body(range ? Math.min(range.end, wholeBytes) - range.start : wholeBytes) }
    } catch (error) {
      await answer.body().cancel()
      throw error
    }
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

  /**
   * Lists blobs in the order of their addresses, with one page in memory at a time.
   * @throws {Failure} STORAGE_FAILED, also if the store returns a page again instead of the next
   */
  async function* list(): AsyncGenerator<BlobListing> {
    let last = ''
    for (;;) {
      const page = await withRetries(retries, () => pageAfter(last)).catch((error: unknown) => {
        const isForbidden = isRefusal(error, 403) && (error.code === 'AccessDenied' || error.code === '')
        if (!isForbidden) throw storageFailed(error)
        throw storageFailed(new ListForbidden('The key may not list (s3:ListBucket).', { cause: error }))
      })
      const objects = listedObjects(page)
      if (last !== '' && objects.at(-1)?.key === last) {
        throw storageFailed(new Error('The store lists the same page again (start-after).'))
      }
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

/** The objects on a page of a list, whose keys are URL-encoded. @throws {Failure} STORAGE_FAILED */
function listedObjects(page: string): ListedObject[] {
  if (!page.includes('<ListBucketResult'))
    throw storageFailed(new Error('The store answered without a list.'))
  const [, ...objects] = page.split('<Contents>')
  return objects.map((object) => {
    const key = decodeURIComponent((elementOf(object, 'Key') ?? '').replaceAll('+', ' '))
    const sizeBytes = Number(elementOf(object, 'Size'))
    const modifiedAtMs = Date.parse(elementOf(object, 'LastModified') ?? '')
    if (key === '' || Number.isNaN(sizeBytes + modifiedAtMs)) {
      throw storageFailed(new Error('The store listed an object without a key, a size or a time.'))
    }
    return { key, sizeBytes, modifiedAtMs }
  })
}

/** The size of the whole object, even if the answer holds only a part. Chunked answers give none. */
function toldSize({ status, headers }: S3Answer): number | undefined {
  const told = status === 206 ? headers.get('content-range')?.split('/')[1] : headers.get('content-length')
  return told == null || !/^\d+$/.test(told) ? undefined : Number(told)
}

function sizeOf(answer: S3Answer): number {
  const sizeBytes = toldSize(answer)
  if (sizeBytes === undefined) throw storageFailed(new Error('The store answered without a size.'))
  return sizeBytes
}

function missing(address: BlobAddress): Failure {
  return new Failure({ code: 'BLOB_MISSING', address })
}
