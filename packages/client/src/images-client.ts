import { dataOf } from './answer.ts'
import { addressUnder } from './base-url.ts'
import { PictoglyphError } from './errors.ts'
import { randomHex, toHex, type UploadForm } from './multipart.ts'
import { type RetryPolicy, retryPolicy, withRetries } from './retries.ts'
import type { Fetch } from './transport.ts'
import { sendUpload, type UploadAttempt, type UploadProgress } from './upload-transport.ts'

/** The names of the ready-to-copy forms of a link. A newer service may give more. */
export type CopyFormat =
  | 'url'
  | 'markdown'
  | 'markdownLinked'
  | 'html'
  | 'htmlLinked'
  | 'bbcode'
  | 'bbcodeLinked'
  | 'htmlResponsive'
  /** The address of the thumbnail. */
  | 'thumbnail'
  /** Markdown that shows the thumbnail and leads to the page. */
  | 'thumbnailLinked'

/** An uploaded image, or the existing one that it repeats. */
export interface UploadedImage {
  /** Tells it from the verdict of a dry run. */
  kind: 'image'
  id: string
  /** Direct link to the image. */
  url: string
  /** Address of its page. */
  pageUrl: string
  formats: Record<CopyFormat, string> & Record<string, string>
  /** Present and true only if the upload matched an existing image, which is the answer. */
  deduped?: true
  type: string
  sizeBytes: number
  width: number
  height: number
  frames: number
  /** The metadata that was taken out of the file before it was stored. */
  removed?: { kind: string; bytes: number }[]
  /** When the image ends (RFC 3339, UTC), if it does. */
  expiresAt?: string
  /** A few pixels of the image as a data URL, to be shown while it loads, once they are known. */
  placeholder?: string
}

/** The verdict of a service on a dry run. */
export interface UploadVerdict {
  kind: 'verdict'
  accepted: boolean
  /** Every reason against it. */
  problems: { code: string; message: string }[]
  /** The facts of the file; `null` if it is not a readable image. */
  image: { type: string; width: number; height: number; frames: number; sizeBytes: number } | null
  wouldDedupe: boolean
  /** The image that the answer would be. */
  existing?: { id: string; url: string; pageUrl: string }
}

/** What can be uploaded: a `Blob`, which `Bun.file` and `fs.openAsBlob` give without reading it, or bytes in memory. */
export type UploadSource = Blob | ArrayBuffer | ArrayBufferView

/** The fields of an upload, and how it is sent. */
export interface UploadOptions {
  /** May be left out if the key has a default category. */
  categoryId?: string | undefined
  albumId?: string | undefined
  title?: string | undefined
  description?: string | undefined
  /** How long the image stays, such as `30s`, `10m`, `1h` or `30d`. */
  expiresIn?: string | undefined
  /** The name of a link (`/l/NAME`) that leads to the image from now on. The key must be bound to that name. */
  link?: string | undefined
  /** The name to send with the file; a `File` has its own. The service does not read anything from it. */
  fileName?: string | undefined
  /** One of your own, 1 to 255 visible ASCII characters, so that even your program's restart is safe. */
  idempotencyKey?: string | undefined
  onProgress?: ((progress: UploadProgress) => void) | undefined
  signal?: AbortSignal | undefined
}

/** The address and the key of an image service. */
export interface ImagesClientOptions {
  /** Base address of the image service, such as `https://img.example.org`. */
  baseUrl: string
  /** An API key with the permission `images:upload`. */
  key: string
  /** Used in place of the platform's. */
  fetch?: Fetch
  /** A number of tries after the first, 3 by default, or parts of a policy. */
  retries?: number | Partial<RetryPolicy>
}

/** A client of one image service with one key. */
export interface ImagesClient {
  /** Judges an upload and stores nothing. @throws {PictoglyphError} {NetworkError} */
  upload(file: UploadSource, options: UploadOptions & { dryRun: true }): Promise<UploadVerdict>
  /**
   * Uploads one image. Every upload carries an `Idempotency-Key`, so that it can be tried again after a lost answer
   * without making a second image. It is tried again after a broken connection, 408, 429, and any 5xx, after the time that
   * the service asks for, or growing waits.
   *
   * For a file over 64 KiB the SHA-256 is sent first. If the service has that file from you, the file itself is not
   * sent.
   *
   * @throws {TypeError} for what is no file or no field, before anything is sent
   * @throws {PictoglyphError} when the service refuses or, after all tries, still fails
   * @throws {NetworkError} when no answer came in any try
   * @throws `signal.reason` once it is aborted
   */
  upload(file: UploadSource, options?: UploadOptions & { dryRun?: false | undefined }): Promise<UploadedImage>
  /** The same, where only the running program knows which of them it is. */
  upload(
    file: UploadSource,
    options: UploadOptions & { dryRun?: boolean | undefined },
  ): Promise<UploadedImage | UploadVerdict>
}

/** A client of the image service. @throws {TypeError} for an invalid base address or key */
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

/** A smaller file costs less than to ask. */
const minAskedBytes = 64 * 1024
/** The platform hashes only whole buffers in memory. */
const maxAskedBytes = 64 * 1024 * 1024

/** The SHA-256 of a file, if it is large enough to ask first; `crypto.subtle` is missing on pages without TLS. */
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
 * Options as a program in plain JavaScript gives them. `null` is as good as left out. A name that differs only in case
 * is refused: `dryrun` would store the image.
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

/** @throws {TypeError} for what holds no bytes that can be sent again */
function blobOf(source: UploadSource): Blob {
  if (source instanceof Blob) return source
  if (ArrayBuffer.isView(source)) {
    const { buffer, byteOffset, byteLength } = source
    // A Blob takes no memory that is shared between threads.
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
