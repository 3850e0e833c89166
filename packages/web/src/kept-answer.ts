import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { memoized } from '@pictoglyph/site/language/memoized'
import { namesTag } from './entity-tag.ts'
import type { RequestContext } from './request-context.ts'
import { type Encoding, minCompressedBytes, takesEncoding } from './takes-encoding.ts'

/** A body that many answers share: its bytes are created once, and so is each compressed form. */
export interface KeptBody {
  readonly plain: Blob
  /** The preferred form first; empty for a short body. */
  readonly compressed: readonly CompressedForm[]
  /** The entity tag of the plain bytes (RFC 9110 section 8.8.3). */
  readonly etag: string
}

/** The bytes of a body in an encoding, compressed on the thread pool when first needed. */
interface CompressedForm {
  readonly encoding: Encoding
  readonly bytes: () => Promise<Blob>
}

const inGzip = promisify<Uint8Array, Uint8Array<ArrayBuffer>>(gzip)
const inBrotli = promisify<Uint8Array, object, Uint8Array<ArrayBuffer>>(brotliCompress)
const smallest = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }

const compress = {
  gzip: inGzip,
  br: (bytes: Uint8Array<ArrayBuffer>) => inBrotli(bytes, smallest),
}

/**
 * Makes a {@link KeptBody}.
 * @param encodings the preferred one first; none for bytes that are compressed already, such as a PNG. Brotli takes a
 * tenth of a second: use it for what is asked for very often
 */
export function keepBody(
  body: string | Uint8Array<ArrayBuffer>,
  encodings: readonly Encoding[] = ['gzip'],
): KeptBody {
  const bytes = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const hash = new Bun.CryptoHasher('sha256').update(bytes).digest('base64url').slice(0, 22)
  const plain = new Blob([bytes])
  return {
    plain,
    compressed: (plain.size < minCompressedBytes ? [] : encodings).map((encoding) => ({
      encoding,
      bytes: memoized(async () => new Blob([await compress[encoding](await plain.bytes())])),
    })),
    etag: `"${hash}"`,
  }
}

/** The compressed form that a client accepts; `undefined` for the plain bytes. */
export const formFor = (
  { compressed }: KeptBody,
  accepted: string | null | undefined,
): CompressedForm | undefined => compressed.find(({ encoding }) => takesEncoding(encoding, accepted))

/** Answers with a {@link KeptBody}, or with 304 if the client has it; `cookies` are set with either. */
export type KeptAnswer = (
  context: Pick<RequestContext, 'header'>,
  cookies?: readonly string[],
) => Response | Promise<Response>

/**
 * The same answer for everyone, with an entity tag: compressed if the client accepts that, 304 if the client has it
 * (RFC 9110 section 15.4.5).
 *
 * ```ts
 * const answer = keepAnswer(keepBody(text), { 'Content-Type': 'text/plain; charset=utf-8' })
 * return { path: '/robots.txt', methods: { GET: (context) => answer(context) } }
 * ```
 */
export function keepAnswer(body: KeptBody, headers: Readonly<Record<string, string>>): KeptAnswer {
  const headersOf = (etag: string): Headers => {
    const all = new Headers({ ...headers, ETag: etag })
    if (body.compressed.length > 0) all.append('Vary', 'Accept-Encoding')
    return all
  }
  const tagOf = (encoding: Encoding): string => body.etag.replace(/"$/, `-${encoding}"`)
  const plainHeaders = headersOf(body.etag)
  const tags = [body.etag, ...body.compressed.map(({ encoding }) => tagOf(encoding))]

  return (context, cookies = []) => {
    const form = formFor(body, context.header('accept-encoding'))
    const headers = form === undefined ? plainHeaders : headersOf(tagOf(form.encoding))
    const known = context.header('if-none-match')
    if (known !== null && tags.some((etag) => namesTag(known, etag)))
      return withCookies(new Response(null, { status: 304, headers }), cookies)
    if (form === undefined) return withCookies(new Response(body.plain, { headers }), cookies)
    headers.set('Content-Encoding', form.encoding)
    return form.bytes().then((bytes) => withCookies(new Response(bytes, { headers }), cookies))
  }
}

function withCookies(answer: Response, cookies: readonly string[]): Response {
  for (const cookie of cookies) answer.headers.append('Set-Cookie', cookie)
  return answer
}
