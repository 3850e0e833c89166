import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { formFor, type KeptBody } from '@pictoglyph/web/kept-answer'
import type { Handler } from '@pictoglyph/web/service'
import { minCompressedBytes, takesEncoding } from '@pictoglyph/web/takes-encoding'
import type { AdmittedRequest } from './admission.ts'
import { limitHeader, limitPolicyHeader, type Standing } from './limit-headers.ts'

/** Headers that let pages of any origin read an answer, without credentials (Fetch standard, section 3.2). */
export const crossOriginHeaders: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'RateLimit, RateLimit-Policy, Retry-After, X-Request-Id',
}

/**
 * Lets pages add any header, even though the service ignores it; `*` stands for all but `Authorization` (Fetch
 * standard).
 */
const preflightHeaders = new Headers({
  ...crossOriginHeaders,
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, OPTIONS',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, *',
  'Access-Control-Max-Age': '86400',
})

/**
 * Answers a preflight for any path and origin. It is neither counted nor refused, because a browser would hide the
 * reason from the page. The answer to the request itself contains the reason.
 */
export const answerPreflight: Handler = () => new Response(null, { status: 204, headers: preflightHeaders })

/** Creates answers of the three endpoints. */
export type JsonAnswer = (
  body: string | Uint8Array<ArrayBuffer>,
  admitted: AdmittedRequest,
) => Response | Promise<Response>

/**
 * Creates answers as JSON, and compresses long ones on request. It copies one set of headers into each answer and
 * only rewrites changed ones, because new headers cost a short request a tenth of its time.
 */
export function createJsonAnswer(clock: () => number): JsonAnswer {
  const answer = createPlainJsonAnswer(clock)
  return (body, admitted) => {
    if (!isLong(body)) return answer(body, admitted)
    const { headers } = answer('', admitted)
    headers.set('Vary', 'Accept-Encoding')
    if (!takesEncoding('gzip', acceptedBy(admitted))) return new Response(body, { headers })
    headers.set('Content-Encoding', 'gzip')
    const shorter = compressed(body)
    return shorter instanceof Promise
      ? shorter.then((bytes) => new Response(bytes, { headers }))
      : new Response(shorter, { headers })
  }
}

const acceptedBy = ({ context }: AdmittedRequest): string | null => context.header('accept-encoding')

/** Creates answers with a body that is stored with its compressed form. */
export function createKeptJsonAnswer(
  clock: () => number,
  more: Readonly<Record<string, string>>,
): (body: KeptBody, admitted: AdmittedRequest) => Response | Promise<Response> {
  const answer = createPlainJsonAnswer(clock, more)
  return (body, admitted) => {
    const { headers } = answer('', admitted)
    if (body.compressed.length > 0) headers.set('Vary', 'Accept-Encoding')
    const form = formFor(body, acceptedBy(admitted))
    if (form === undefined) return new Response(body.plain, { headers })
    headers.set('Content-Encoding', form.encoding)
    return form.bytes().then((bytes) => new Response(bytes, { headers }))
  }
}

/** Creates answers as JSON without compression. */
export function createPlainJsonAnswer(
  clock: () => number,
  more: Readonly<Record<string, string>> = {},
): (body: string | Uint8Array<ArrayBuffer>, standing: Standing) => Response {
  const headers = new Headers({
    ...crossOriginHeaders,
    'Content-Type': 'application/json',
    'X-Content-Type-Options': 'nosniff',
    ...more,
  })
  const init = { headers }
  let limitInForce = 0

  function changeLimit(limit: number): void {
    limitInForce = limit
    headers.delete('RateLimit')
    if (limit === 0) headers.delete('RateLimit-Policy')
    else headers.set('RateLimit-Policy', limitPolicyHeader(limit))
  }

  return (body, standing) => {
    if (standing.limit !== limitInForce) changeLimit(standing.limit)
    if (standing.limit !== 0) headers.set('RateLimit', limitHeader(standing, clock()))
    return new Response(body, init)
  }
}

/** Bodies up to this size are compressed synchronously, in less than a millisecond. */
const maxBytesAtOnce = 32_768

/** Whether an answer is long enough to be compressed. */
const isLong = (body: string | Uint8Array): boolean =>
  body.length >= minCompressedBytes ||
  (typeof body === 'string' &&
    3 * body.length >= minCompressedBytes &&
    Buffer.byteLength(body) >= minCompressedBytes)

const gzipOnThread = promisify<Uint8Array, Uint8Array<ArrayBuffer>>(gzip)

/** Compresses a body with gzip; a long one on the thread pool, from a copy. */
function compressed(
  body: string | Uint8Array<ArrayBuffer>,
): Uint8Array<ArrayBuffer> | Promise<Uint8Array<ArrayBuffer>> {
  const bytes = typeof body === 'string' ? Buffer.from(body) : body
  return bytes.length <= maxBytesAtOnce ? Bun.gzipSync(bytes) : gzipOnThread(Uint8Array.from(bytes))
}
