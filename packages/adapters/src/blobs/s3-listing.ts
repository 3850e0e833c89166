import { type BlobListing, withinTime } from '@pictoglyph/core'
import { S3Client } from 'bun'
import { hasBucketHost, type S3Location } from './s3-location.ts'
import type { S3Credentials } from './s3-requests.ts'
import { type RetryLimits, withRetries } from './s3-retries.ts'

const pageSize = 1_000

/** Creates what lists the blobs of a bucket in the order of their addresses, a page in memory at a time. */
export function createS3Listing(
  location: S3Location,
  credentials: S3Credentials,
  limits: { requestTimeoutMs: number; retries: RetryLimits },
): () => AsyncGenerator<BlobListing> {
  const { bucket, endpoint, region, prefix } = location
  const client = new S3Client({
    ...credentials,
    bucket,
    endpoint,
    region,
    ...(hasBucketHost(location) && { virtualHostedStyle: true }),
  })

  async function pageAfter(key: string | undefined): Promise<Bun.S3ListObjectsResponse> {
    const start = key === undefined ? {} : { startAfter: key }
    const late = () => new Error(`No list came within ${limits.requestTimeoutMs} ms.`)
    try {
      const page = client.list({ prefix, maxKeys: pageSize, ...start })
      return await withinTime(limits.requestTimeoutMs, page, late)
    } catch (error) {
      throw isS3Error(error) ? new Error(`The store gave no list: ${error.code}`) : error
    }
  }

  return async function* () {
    let last: string | undefined
    for (;;) {
      const page = await withRetries(limits.retries, () => pageAfter(last))
      for (const { key, size, lastModified } of page.contents ?? []) {
        last = key
        const address = key.slice(prefix.length)
        if (!/^[0-9a-f]{64}$/.test(address)) continue
        yield { address, sizeBytes: Number(size), modifiedAtMs: Date.parse(String(lastModified)) }
      }
      if (!page.isTruncated || !page.contents?.length) return
    }
  }
}

/** The client's own error. Its message is the answer as it came, or nothing that says more than its code. */
function isS3Error(error: unknown): error is Error & { code: string } {
  return error instanceof Error && error.name === 'S3Error' && 'code' in error
}
