import { LIMIT_WINDOW_MS } from '@pictoglyph/site/access/limit-window'

/** A client's state under the rate limit. Times are milliseconds since the epoch. */
export interface Standing {
  /** Requests per minute; 0 means no limit, and then the other two have no meaning. */
  readonly limit: number
  /** Further requests that are possible now. */
  readonly remaining: number
  /** When a further request is possible. */
  readonly resetAtMs: number
}

const windowSeconds = LIMIT_WINDOW_MS / 1000

/** `RateLimit-Policy` of draft-ietf-httpapi-ratelimit-headers: the number of requests in a window of seconds. */
export const limitPolicyHeader = (limit: number): string => `"minute";q=${limit};w=${windowSeconds}`

/** `RateLimit` of the same draft: remaining requests, and seconds until there are more. */
export function limitHeader({ remaining, resetAtMs }: Standing, nowMs: number): string {
  const seconds = Math.min(windowSeconds, Math.max(0, Math.ceil((resetAtMs - nowMs) / 1000)))
  return `"minute";r=${remaining};t=${seconds}`
}

/** Both headers; empty without a limit. */
export function limitHeaders(standing: Standing, nowMs: number): Record<string, string> {
  if (standing.limit === 0) return {}
  return { 'RateLimit-Policy': limitPolicyHeader(standing.limit), RateLimit: limitHeader(standing, nowMs) }
}
