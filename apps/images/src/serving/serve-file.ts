import type { OpenBlob } from '@pictoglyph/site/blobs/blob-store'
import { extensionOf } from '@pictoglyph/site/images/image-addresses'
import { isRaster } from '@pictoglyph/site/images/rendition-sizes'
import type { Image, StoredFile } from '@pictoglyph/site/language/records'
import type { SitePorts } from '@pictoglyph/site/site-ports'
import { readRange } from '@pictoglyph/web/byte-range'
import { namesTag } from '@pictoglyph/web/entity-tag'
import type { RequestContext } from '@pictoglyph/web/request-context'

/** A stored file with all that is said of it in an answer. */
export interface ServedFile {
  file: StoredFile
  /** The time for `Last-Modified`: in whole seconds. */
  lastModifiedMs: number
  etag: string
  /** Of every answer about the file. */
  headers: Headers
  /** Of an answer with all of it. */
  wholeHeaders: Headers
  /** When its image ends, if ever. */
  expiresAtMs: number | null
}

/** With an image, or with the address of another one: anyone who loads it, it is a picture and nothing else. */
export const fileHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag, Accept-Ranges, Content-Range, Content-Disposition',
} as const

const cachedSeconds = 300

/** How long caches may keep an answer without asking: never past the end of its image, and not when they can't ask. */
export function cacheControl(
  seconds: number,
  { expiresAtMs }: Pick<Image, 'expiresAtMs'> = { expiresAtMs: null },
  nowMs = 0,
): string {
  if (expiresAtMs === null) return `public, max-age=${seconds}`
  const leftSeconds = Math.max(0, Math.floor((expiresAtMs - nowMs) / 1000))
  return `public, max-age=${Math.min(seconds, leftSeconds)}, must-revalidate`
}

/** An SVG is drawn with the styles, pictures and fonts that are in it: none of its scripts runs, and nothing is loaded. */
const drawnFileHeaders = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; sandbox",
} as const

/**
 * Its bytes never change under its address, so that caches may keep them, and show them for five minutes without
 * asking whether they are still there.
 * @param about.name of the file that a browser saves, without its ending
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
    'Cache-Control': cacheControl(cachedSeconds),
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
 * Answers with a stored file, a part of it, that it has not changed, or that it is not what was expected.
 * @param open gives the whole file
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

/** `If-Match` and, without it, `If-Unmodified-Since` (RFC 9110 sections 13.1.1 and 13.1.4). */
function isUnexpected(context: RequestContext, { etag, lastModifiedMs }: ServedFile): boolean {
  const tags = context.header('if-match')
  if (tags !== null) return tags.trim() !== '*' && !tags.split(',').some((tag) => tag.trim() === etag)
  const since = context.header('if-unmodified-since')
  return since !== null && Date.parse(since) < lastModifiedMs
}

/** RFC 9110 section 13.2.2: an entity tag is compared if there is one, and only else the date. */
function isNotModified(context: RequestContext, { etag, lastModifiedMs }: ServedFile): boolean {
  const tags = context.header('if-none-match')
  if (tags !== null) return namesTag(tags, etag)
  const since = context.header('if-modified-since')
  return since !== null && Date.parse(since) >= lastModifiedMs
}

/**
 * Only GET has ranges (RFC 9110 section 14.2); `If-Range` that no longer fits makes it the whole file (section
 * 13.1.5).
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
