import type { Handler } from '@pictoglyph/http'

/** What lets pages of any origin read an answer, without credentials (Fetch standard, section 3.2). */
export const crossOriginHeaders: Readonly<Record<string, string>> = {
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'RateLimit, RateLimit-Policy, Retry-After, X-Request-Id',
}

/**
 * A page whose programs add a header to every call is let through with it, though nothing here reads it; `*` stands
 * for all but `Authorization` (Fetch standard).
 */
const preflightHeaders = new Headers({
  ...crossOriginHeaders,
  'Access-Control-Allow-Methods': 'GET, HEAD, POST, OPTIONS',
  'Access-Control-Allow-Headers': 'Authorization, Content-Type, *',
  'Access-Control-Max-Age': '86400',
})

/**
 * Answers a preflight for any path and origin. It is neither counted nor refused, because a browser would hide
 * the reason of a refusal from the page: that stands in the answer to the request itself.
 */
export const answerPreflight: Handler = () => new Response(null, { status: 204, headers: preflightHeaders })
