import { LIMIT_WINDOW_MS } from '@pictoglyph/site/access/limit-window'

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
