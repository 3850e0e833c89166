import { withoutTrailingSlashes } from '@pictoglyph/site/language/trailing-slashes'

/** The place of blobs in an S3-compatible store. */
export interface S3Location {
  bucket: string
  /** Scheme, host and port; if the host name contains the bucket, paths leave it out. */
  endpoint: string
  region: string
  /** Put before each address to form its key; empty, or ends with a slash. */
  prefix: string
  /** A public base address of the same keys, from which browsers fetch them, without a final slash. */
  publicUrl: string | undefined
}

const parameterNames = ['endpoint', 'region', 'publicUrl']

/**
 * Parses `s3://bucket/prefix?endpoint=…&region=…&publicUrl=…`. Only the bucket is required; the default region is
 * us-east-1, the default endpoint Amazon's.
 * @throws {TypeError} with the problem
 */
export function parseS3Url(text: string): S3Location {
  const url = new URL(text)
  if (url.protocol !== 's3:' || url.hostname === '')
    throw new TypeError('It is not of the form s3://bucket?…')
  if (url.username !== '' || url.password !== '') throw holdsCredentials('It')
  if (url.port !== '') throw new TypeError('It has a port, which belongs to its endpoint.')
  for (const name of url.searchParams.keys()) {
    if (!parameterNames.includes(name)) throw new TypeError(`It has an unknown parameter, ${name}.`)
  }
  const region = url.searchParams.get('region') ?? 'us-east-1'
  const folder = withoutTrailingSlashes(decodedPath(url).replace(/^\/+/, ''))
  const publicUrl = url.searchParams.get('publicUrl')
  return {
    bucket: url.hostname,
    endpoint: originOf('endpoint', url.searchParams.get('endpoint') ?? `https://s3.${region}.amazonaws.com`),
    region,
    prefix: folder === '' ? '' : `${folder}/`,
    publicUrl: publicUrl === null ? undefined : baseOf('publicUrl', publicUrl),
  }
}

/** Whether the endpoint is the bucket's own host. */
export function hasBucketHost({ bucket, endpoint }: S3Location): boolean {
  return new URL(endpoint).hostname.startsWith(`${bucket}.`)
}

/** Encodes a key as the path of an object's address. */
export function keyPath(key: string): string {
  return key.split('/').map(encodeURIComponent).join('/')
}

function decodedPath({ pathname }: URL): string {
  try {
    return decodeURIComponent(pathname)
  } catch (error) {
    if (!(error instanceof URIError)) throw error
    throw new TypeError('Its folder has a % that encodes no character; a % itself is %25.')
  }
}

function originOf(name: string, text: string): string {
  const url = httpUrl(name, text)
  if (url.pathname !== '/' || url.search !== '')
    throw new TypeError(`Its ${name} has more than a host and port.`)
  return url.origin
}

function baseOf(name: string, text: string): string {
  const url = httpUrl(name, text)
  if (url.search !== '' || url.hash !== '') throw new TypeError(`Its ${name} has a query or a fragment.`)
  return withoutTrailingSlashes(url.href)
}

function httpUrl(name: string, text: string): URL {
  const url = URL.parse(text)
  if (url?.protocol !== 'http:' && url?.protocol !== 'https:')
    throw new TypeError(`Its ${name} is no http URL.`)
  if (url.username !== '' || url.password !== '') throw holdsCredentials(`Its ${name}`)
  return url
}

function holdsCredentials(what: string): TypeError {
  return new TypeError(
    `${what} holds a name or password; credentials are in AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
  )
}
