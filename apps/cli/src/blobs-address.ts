import type { S3Location } from '@pictoglyph/stores/s3/location'
import { parseS3Url } from '@pictoglyph/stores/s3/location'
import type { S3Credentials } from '@pictoglyph/stores/s3/requests'
import { pathOf } from './url-path.ts'

/** S3 credentials, from the variables that every S3 client reads. */
export interface StoreCredentials {
  accessKeyId: string | undefined
  secretAccessKey: string | undefined
  sessionToken: string | undefined
  region: string | undefined
}

/** The location of blobs: a folder or a bucket. */
type BlobsPlace = { directory: string } | (S3Location & { credentials: S3Credentials })

/** Reads a blob store's address with its credentials, without asking the store. Reports every problem at once. */
export function readBlobsAddress(
  url: string,
  given: StoreCredentials,
): { place: BlobsPlace } | { problems: readonly string[] } {
  if (url.startsWith('file:')) return { place: { directory: pathOf(url) } }
  const { accessKeyId, secretAccessKey, sessionToken, region } = given
  const location = locationOf(withRegion(url, region))
  const problems = typeof location === 'string' ? [location] : []
  const sent = {
    AWS_ACCESS_KEY_ID: accessKeyId,
    AWS_SECRET_ACCESS_KEY: secretAccessKey,
    AWS_SESSION_TOKEN: sessionToken,
    'AWS_REGION, or the region in the address,': typeof location === 'string' ? undefined : location.region,
  }
  for (const [name, value] of Object.entries(sent)) {
    if (value !== undefined && !/^[\x20-\x7e]*$/.test(value)) problems.push(`${name} must be ASCII`)
  }
  if (accessKeyId === undefined || secretAccessKey === undefined) {
    problems.push('an s3:// store needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY')
  } else if (typeof location !== 'string' && problems.length === 0) {
    const credentials = { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) }
    return { place: { ...location, credentials } }
  }
  return { problems }
}

/** The location in a store, or why the address is invalid. */
function locationOf(url: string): S3Location | string {
  try {
    return parseS3Url(url)
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return error.message
  }
}

/** A region in the URL has precedence over the environment's. */
function withRegion(url: string, region: string | undefined): string {
  if (region === undefined || /[?&]region=/.test(url)) return url
  return `${url}${url.includes('?') ? '&' : '?'}region=${encodeURIComponent(region)}`
}
