import { dataOf } from './answer.ts'
import { addressUnder } from './base-url.ts'
import { PictoglyphError } from './errors.ts'
import { randomHex, toHex, type UploadForm } from './multipart.ts'
import { type RetryPolicy, retryPolicy, withRetries } from './retries.ts'
import type { Fetch } from './transport.ts'
import { sendUpload, type UploadAttempt, type UploadProgress } from './upload-transport.ts'

/** Names of the ready-to-copy forms of a link. A newer service may return more. */
export type CopyFormat =
  | 'url'
  | 'markdown'
  | 'markdownLinked'
  | 'html'
  | 'htmlLinked'
  | 'bbcode'
  | 'bbcodeLinked'
  | 'htmlResponsive'
  | 'thumbnail'
  /** Markdown that shows the thumbnail and leads to the page. */
  | 'thumbnailLinked'

/** An uploaded image, or the existing one that it repeats. */
export interface UploadedImage {
  /** Distinguishes an image from the verdict of a dry run. */
  kind: 'image'
  id: string
  /** Direct link to the image. */
  url: string
  /** Address of its page. */
  pageUrl: string
  formats: Record<CopyFormat, string> & Record<string, string>
  /** Present and true only if the upload repeated an existing image; the answer is then that image. */
  deduped?: true
  type: string
  sizeBytes: number
  width: number
  height: number
  frames: number
  /** Metadata that the service stripped before it stored the file. */
  removed?: { kind: string; bytes: number }[]
  /** When the image expires (RFC 3339, UTC), if it does. */
  expiresAt?: string
  /** A few pixels of the image as a data URL, displayed while it loads; missing until the service has made them. */
  placeholder?: string
}

/** The verdict of a service on a dry run. */
export interface UploadVerdict {
  kind: 'verdict'
  accepted: boolean
  /** Every reason to refuse it. */
  problems: { code: string; message: string }[]
  /** The facts of the file; `null` if it is not a readable image. */
  image: { type: string; width: number; height: number; frames: number; sizeBytes: number } | null
  wouldDedupe: boolean
  /** The existing image that the upload would repeat. */
  existing?: { id: string; url: string; pageUrl: string }
}

/** A file to upload: bytes in memory, or a `Blob`, which `Bun.file` and `fs.openAsBlob` return unread. */
export type UploadSource = Blob | ArrayBuffer | ArrayBufferView

/** The fields of an upload, and how it is sent. */
export interface UploadOptions {
  /** Optional if the key has a default category. */
  categoryId?: string | undefined
  albumId?: string | undefined
  title?: string | undefined
  description?: string | undefined
  /** Time until the image expires, such as `30s`, `10m`, `1h` or `30d`. */
  expiresIn?: string | undefined
  /** Name of a permanent link (`/l/NAME`), which then leads to this image. The key must be bound to the name. */
  link?: string | undefined
  /** The name to send with the file; a `File` has its own. The service ignores it. */
  fileName?: string | undefined
  /** Your own key, 1 to 255 visible ASCII characters. It keeps retries safe even after your program restarts. */
  idempotencyKey?: string | undefined
  onProgress?: ((progress: UploadProgress) => void) | undefined
  signal?: AbortSignal | undefined
}

/** The address and the key of an image service. */
export interface ImagesClientOptions {
  baseUrl: string
  /** An API key with the permission `images:upload`. */
  key: string
  /** Replaces the platform's `fetch`. */
  fetch?: Fetch
  /** Retries after the first try, 3 by default, or parts of a policy. */
  retries?: number | Partial<RetryPolicy>
}

/** A client of one image service with one key. */
export interface ImagesClient {
  /** Judges an upload and stores nothing. @throws {PictoglyphError} {NetworkError} */
  upload(file: UploadSource, options: UploadOptions & { dryRun: true }): Promise<UploadVerdict>
  /**
   * Uploads one image. Every upload carries an `Idempotency-Key`, so that a retry after a lost answer does not create
   * a second image. The client retries after a broken connection, 408, 429 and any 5xx. It waits as long as the
   * service asks, or in growing steps.
   *
   * For a file over 64 KiB the client sends the SHA-256 first. If the service has that file from you, the client does
   * not send the file.
   *
   * @throws {TypeError} before anything is sent, if the file or a field is invalid
   * @throws {PictoglyphError} when the service refuses or, after all tries, still fails
   * @throws {NetworkError} when no answer came in any try
   * @throws `signal.reason` once it is aborted
   */
  upload(file: UploadSource, options?: UploadOptions & { dryRun?: false | undefined }): Promise<UploadedImage>
  /** Overload for a `dryRun` that is known only at run time. */
  upload(
    file: UploadSource,
    options: UploadOptions & { dryRun?: boolean | undefined },
  ): Promise<UploadedImage | UploadVerdict>
}

/**
 * Creates a client of the image service. @throws {TypeError} for an invalid base address or key
 * @example createImagesClient({ baseUrl: 'https://img.example.org', key }).upload(file, { expiresIn: '30d' })
 */
export function createImagesClient(options: ImagesClientOptions): ImagesClient {
  if (!isText(options.key)) throw new TypeError('There is no API key: `key` must be a text such as pgl_….')
  const url = addressUnder(options.baseUrl, '/api/v1/upload')
  const authorization = new Headers({ Authorization: `Bearer ${options.key}` })
  const policy = retryPolicy(options.retries)

  async function upload(
    file: UploadSource,
    unchecked: UploadOptions & { dryRun?: boolean | undefined } = {},
  ): Promise<UploadVerdict & UploadedImage> {
    const given = checkedOptions(unchecked)
    const { dryRun = false, onProgress, signal } = given
    const headers = new Headers(authorization)
    headers.set('Idempotency-Key', given.idempotencyKey ?? randomHex(16))
    const form = formOf(file, given)
    const send = (attempt: Pick<UploadAttempt, 'form' | 'onProgress'>) =>
      withRetries(policy, signal, async () => {
        const target = dryRun ? `${url}?dryRun=1` : url
        const answer = await sendUpload(options.fetch, { ...attempt, url: target, headers, signal })
        return dataOf<UploadVerdict & UploadedImage>(answer, Date.now())
      })
    const sha256 = dryRun ? undefined : await hashOf(form.file)
    if (sha256 !== undefined) {
      try {
        const fields = [...form.fields, ['sha256', sha256] as const]
        const known = await send({ form: { ...form, fields, file: undefined } })
        onProgress?.({ sentBytes: form.file.size, totalBytes: form.file.size })
        return known
      } catch (error) {
        if (!(error instanceof PictoglyphError) || error.code !== 'FILE_MISSING') throw error
      }
    }
    return send({ form, onProgress })
  }
  return { upload }
}

/** Sending a smaller file costs less than a hash query. */
const minAskedBytes = 64 * 1024
/** The platform only hashes whole buffers, so larger files are sent without a hash query. */
const maxAskedBytes = 64 * 1024 * 1024

/** The SHA-256 of a file, if its size suits a hash query. `crypto.subtle` is missing on pages without TLS. */
async function hashOf(file: Blob): Promise<string | undefined> {
  const { subtle } = crypto as { subtle?: SubtleCrypto }
  if (subtle === undefined || file.size <= minAskedBytes || file.size > maxAskedBytes) return undefined
  return toHex(new Uint8Array(await subtle.digest('SHA-256', await file.arrayBuffer())))
}

const textOptions = [
  'categoryId',
  'albumId',
  'title',
  'description',
  'expiresIn',
  'link',
  'fileName',
  'idempotencyKey',
] as const
const optionNames = [...textOptions, 'dryRun', 'onProgress', 'signal']

/**
 * Checks options from plain JavaScript. `null` counts as left out. A name that differs only in case is refused,
 * because `dryrun` would store the image.
 * @throws {TypeError}
 */
function checkedOptions<Options extends UploadOptions & { dryRun?: boolean | undefined }>(
  options: Options,
): Options {
  const given = Object.fromEntries(Object.entries(options).filter(([, value]) => value !== null)) as Options
  for (const name of Object.keys(given)) {
    const meant = optionNames.find((known) => known.toLowerCase() === name.toLowerCase())
    if (meant !== undefined && meant !== name) {
      throw new TypeError(`There is no option ${name}. It is written ${meant}.`)
    }
  }
  for (const name of textOptions) mustBe('string', name, given[name])
  mustBe('boolean', 'dryRun', given.dryRun)
  mustBe('function', 'onProgress', given.onProgress)
  return given
}

function mustBe(type: 'string' | 'boolean' | 'function', name: string, value: unknown): void {
  if (value !== undefined && typeof value !== type) throw new TypeError(`${name} must be a ${type}.`)
}

const isText = (value: unknown) => typeof value === 'string' && value.trim() !== ''

/** @throws {TypeError} if the source holds no bytes, or bytes that can only be read once */
function blobOf(source: UploadSource): Blob {
  if (source instanceof Blob) return source
  if (ArrayBuffer.isView(source)) {
    const { buffer, byteOffset, byteLength } = source
    // A Blob does not accept memory that threads share.
    return new Blob([
      buffer instanceof ArrayBuffer
        ? new Uint8Array(buffer, byteOffset, byteLength)
        : new Uint8Array(buffer, byteOffset, byteLength).slice(),
    ])
  }
  if (source instanceof ArrayBuffer) return new Blob([source])
  throw new TypeError(
    'The file must be a Blob, an ArrayBuffer or a view of one. For a path pass `await fs.openAsBlob(path)` in Node and `Bun.file(path)` in Bun; for a stream, `await new Response(stream).blob()`.',
  )
}

function formOf(source: UploadSource, options: UploadOptions): UploadForm & { file: Blob } {
  const file = blobOf(source)
  const ownName = file instanceof File ? file.name.split(/[\\/]/).at(-1) : undefined
  const { categoryId, albumId, title, description, expiresIn, link } = options
  const fields = Object.entries({ categoryId, albumId, title, description, expiresIn, link }).filter(
    (field): field is [string, string] => field[1] !== undefined,
  )
  return { fields, file, fileName: options.fileName ?? (ownName || 'image') }
}
