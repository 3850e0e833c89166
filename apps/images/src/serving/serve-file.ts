import type { OpenBlob } from '@pictoglyph/site/blobs/blob-store'
import { extensionOf } from '@pictoglyph/site/images/image-addresses'
import { isRaster } from '@pictoglyph/site/images/rendition-sizes'
import type { Image, StoredFile } from '@pictoglyph/site/language/records'
import type { SitePorts } from '@pictoglyph/site/site-ports'
import { readRange } from '@pictoglyph/web/byte-range'
import { namesTag } from '@pictoglyph/web/entity-tag'
import type { RequestContext } from '@pictoglyph/web/request-context'

/** A stored file, and the headers of its answers. */
export interface ServedFile {
  file: StoredFile
  /** Time for `Last-Modified`, in whole seconds. */
  lastModifiedMs: number
  etag: string
  /** Headers of every answer about the file. */
  headers: Headers
  /** Headers of answers with the whole file. */
  wholeHeaders: Headers
  /** When the image expires, if it does. */
  expiresAtMs: number | null
}

/** Headers of an image, or of a redirect to one. They ensure that every client treats it only as a picture. */
export const fileHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag, Accept-Ranges, Content-Range, Content-Disposition',
} as const

const cachedSeconds = 300

/** How long caches may use an answer without asking: never beyond the image's expiry, nor if they can't ask. */
export function cacheControl(
  seconds: number,
  { expiresAtMs }: Pick<Image, 'expiresAtMs'>,
  nowMs: number,
): string {
  if (expiresAtMs === null) return `public, max-age=${seconds}`
  const leftSeconds = Math.max(0, Math.floor((expiresAtMs - nowMs) / 1000))
  return `public, max-age=${Math.min(seconds, leftSeconds)}, must-revalidate`
}

/** Headers of an SVG. They allow its inline styles, pictures and fonts, but no scripts and no requests. */
const drawnFileHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox",
} as const

/**
 * Describes a stored file for answers. Its bytes never change under its address, so caches may keep them, and use
 * them for five minutes without checking that they still exist.
 * @param about.name for saving the file, without its ending
 */
export function servedFile(
  file: StoredFile,
  about: {
    createdAtMs: number
    expiresAtMs: number | null
    name: string
    headers?: Readonly<Record<string, string>>
  },
): ServedFile {
  const lastModifiedMs = Math.floor(about.createdAtMs / 1000) * 1000
  const etag = `"${file.address}"`
  const headers = new Headers({
    'Content-Type': file.type,
    'Content-Disposition': `inline; filename="${about.name}.${extensionOf[file.type]}"`,
    'Cache-Control': `public, max-age=${cachedSeconds}`,
    ETag: etag,
    'Last-Modified': new Date(lastModifiedMs).toUTCString(),
    'Accept-Ranges': 'bytes',
    ...fileHeaders,
    ...(!isRaster(file) && drawnFileHeaders),
    ...about.headers,
  })
  const wholeHeaders = new Headers(headers)
  wholeHeaders.set('Content-Length', String(file.sizeBytes))
  return { file, lastModifiedMs, etag, headers, wholeHeaders, expiresAtMs: about.expiresAtMs }
}

/**
 * Answers with a stored file, a part of it, or the result of its conditions (304 or 412).
 * @param open opens the whole file
 * @throws {Failure} BLOB_MISSING, STORAGE_FAILED
 */
export async function serveFile(
  { blobs, clock }: Pick<SitePorts, 'blobs' | 'clock'>,
  context: RequestContext,
  served: ServedFile,
  open: () => Promise<OpenBlob['body']>,
): Promise<Response> {
  const answer = await answerWith(blobs, context, served, open)
  if (served.expiresAtMs === null) return answer
  return withHeaders(answer, { 'Cache-Control': cacheControl(cachedSeconds, served, clock()) })
}

async function answerWith(
  blobs: SitePorts['blobs'],
  context: RequestContext,
  served: ServedFile,
  open: () => Promise<OpenBlob['body']>,
): Promise<Response> {
  const { file, headers } = served
  if (isUnexpected(context, served)) return new Response(null, { status: 412, headers })
  if (isNotModified(context, served)) return new Response(null, { status: 304, headers })
  const range = rangeOf(context, served)
  if (range === undefined) return new Response(await open(), { headers: served.wholeHeaders })
  if (range === 'unsatisfiable') {
    return withHeaders(new Response(null, { status: 416, headers }), {
      'Content-Range': `bytes */${file.sizeBytes}`,
    })
  }
  const { body } = await blobs.open(file.address, { range, sizeBytes: file.sizeBytes })
  return withHeaders(new Response(body, { status: 206, headers }), {
    'Content-Length': String(range.end - range.start),
    'Content-Range': `bytes ${range.start}-${range.end - 1}/${file.sizeBytes}`,
  })
}

function withHeaders(answer: Response, headers: Record<string, string>): Response {
  for (const [name, value] of Object.entries(headers)) answer.headers.set(name, value)
  return answer
}

/** Checks `If-Match` and, without it, `If-Unmodified-Since` (RFC 9110 sections 13.1.1 and 13.1.4). */
function isUnexpected(context: RequestContext, { etag, lastModifiedMs }: ServedFile): boolean {
  const tags = context.header('if-match')
  if (tags !== null) return tags.trim() !== '*' && !tags.split(',').some((tag) => tag.trim() === etag)
  const since = context.header('if-unmodified-since')
  return since !== null && Date.parse(since) < lastModifiedMs
}

/** Compares the entity tag if there is one, and otherwise the date (RFC 9110 section 13.2.2). */
function isNotModified(context: RequestContext, { etag, lastModifiedMs }: ServedFile): boolean {
  const tags = context.header('if-none-match')
  if (tags !== null) return namesTag(tags, etag)
  const since = context.header('if-modified-since')
  return since !== null && Date.parse(since) >= lastModifiedMs
}

/**
 * The requested range. Only GET has ranges (RFC 9110 section 14.2); an outdated `If-Range` selects the whole file
 * (section 13.1.5).
 */
function rangeOf(
  context: RequestContext,
  { file, etag, lastModifiedMs }: ServedFile,
): ReturnType<typeof readRange> {
  const wanted = context.request.method === 'GET' ? context.header('range') : null
  if (wanted === null) return undefined
  const condition = context.header('if-range')
  if (condition !== null) {
    const isCurrent = condition === etag || Date.parse(condition) === lastModifiedMs
    if (!isCurrent) return undefined
  }
  return readRange(wanted, file.sizeBytes)
}
