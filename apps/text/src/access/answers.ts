import { LIMIT_WINDOW_MS } from '@pictoglyph/core'
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

/** How a client stands with the rate limit. Times are milliseconds since the epoch. */
export interface Standing {
  /** Requests in a minute; 0 is no limit, and then the other two say nothing. */
  readonly limit: number
  /** How many more would be let in at this moment. */
  readonly remaining: number
  /** When there is one more place. */
  readonly resetAtMs: number
}

const windowSeconds = LIMIT_WINDOW_MS / 1000

/** `RateLimit-Policy` as draft-ietf-httpapi-ratelimit-headers has it: so many in a window of so many seconds. */
export const limitPolicyHeader = (limit: number): string => `"minute";q=${limit};w=${windowSeconds}`

/** `RateLimit` of the same draft: how many remain, and in how many seconds there are more. */
export function limitHeader({ remaining, resetAtMs }: Standing, nowMs: number): string {
  const seconds = Math.min(windowSeconds, Math.max(0, Math.ceil((resetAtMs - nowMs) / 1000)))
  return `"minute";r=${remaining};t=${seconds}`
}

/** Both headers; none where there is no limit. */
export function limitHeaders(standing: Standing, nowMs: number): Record<string, string> {
  if (standing.limit === 0) return {}
  return { 'RateLimit-Policy': limitPolicyHeader(standing.limit), RateLimit: limitHeader(standing, nowMs) }
}

/** Makes the answers of the three endpoints. */
export type JsonAnswer = (body: string | Uint8Array<ArrayBuffer>, standing: Standing) => Response

/**
 * One set of headers is kept and copied into each answer, of which only what has changed is written again:
 * headers made afresh cost a short request a tenth of its time.
 */
export function createJsonAnswer(
  clock: () => number,
  more: Readonly<Record<string, string>> = {},
): JsonAnswer {
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
