import { extensionOf, type SitePorts, type StoredFile } from '@pictoglyph/core'
import { type Exchange, readRange } from '@pictoglyph/http'

/** A stored file as an answer. */
export interface ServedFile {
  file: StoredFile
  createdAtMs: number
  /** Of the file that a browser saves, without its ending. */
  name: string
  headers?: Readonly<Record<string, string>>
}

/** With an image, or with the address of another one: whoever loads it, it is a picture and nothing else. */
export const fileHeaders = {
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Access-Control-Allow-Origin': '*',
} as const

/**
 * Answers with a stored file, a part of it, or that it has not changed. Its bytes never change under its
 * address, so that caches may keep them, but must ask.
 * @throws {Failure} BLOB_MISSING, STORAGE_FAILED
 */
export async function serveFile(
  site: Pick<SitePorts, 'blobs'>,
  exchange: Exchange,
  served: ServedFile,
): Promise<Response> {
  const { file, createdAtMs, name } = served
  const etag = `"${file.address}"`
  const headers: Record<string, string> = {
    'Content-Type': file.type,
    'Content-Disposition': `inline; filename="${name}.${extensionOf[file.type]}"`,
    'Cache-Control': 'public, max-age=300',
    ETag: etag,
    'Last-Modified': new Date(createdAtMs).toUTCString(),
    'Accept-Ranges': 'bytes',
    ...fileHeaders,
    ...served.headers,
  }
  if (isNotModified(exchange, etag, createdAtMs)) return new Response(null, { status: 304, headers })
  return answerBytes(site, exchange, served, headers)
}

async function answerBytes(
  site: Pick<SitePorts, 'blobs'>,
  exchange: Exchange,
  { file, createdAtMs }: ServedFile,
  headers: Record<string, string>,
): Promise<Response> {
  const range = rangeOf(exchange, headers.ETag ?? '', createdAtMs, file.sizeBytes)
  if (range === 'unsatisfiable') {
    return new Response(null, {
      status: 416,
      headers: { ...headers, 'Content-Range': `bytes */${file.sizeBytes}` },
    })
  }
  if (range === undefined) {
    const { body } = await site.blobs.open(file.address)
    return new Response(body, { headers: { ...headers, 'Content-Length': String(file.sizeBytes) } })
  }
  const { body } = await site.blobs.open(file.address, range)
  return new Response(body, {
    status: 206,
    headers: {
      ...headers,
      'Content-Length': String(range.end - range.start),
      'Content-Range': `bytes ${range.start}-${range.end - 1}/${file.sizeBytes}`,
    },
  })
}

/** RFC 9110 section 13.2.2: an entity tag is compared where there is one, and only else the date. */
function isNotModified(exchange: Exchange, etag: string, createdAtMs: number): boolean {
  const tags = exchange.header('if-none-match')
  if (tags !== null)
    return tags.trim() === '*' || tags.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
  const since = exchange.header('if-modified-since')
  return since !== null && Date.parse(since) >= Math.floor(createdAtMs / 1000) * 1000
}

/** `If-Range` that no longer fits makes it the whole file (RFC 9110 section 13.1.5). */
function rangeOf(
  exchange: Exchange,
  etag: string,
  createdAtMs: number,
  sizeBytes: number,
): ReturnType<typeof readRange> {
  const condition = exchange.header('if-range')
  if (condition !== null) {
    const isCurrent = condition === etag || Date.parse(condition) === Math.floor(createdAtMs / 1000) * 1000
    if (!isCurrent) return undefined
  }
  return readRange(exchange.header('range'), sizeBytes)
}
