import type { RequestContext } from '@pictoglyph/http'

/** A request that the policy has let in. Times are milliseconds since the epoch. */
export interface AdmittedRequest {
  readonly context: RequestContext
  /** Whom the limit counts. */
  readonly clientKey: string
  /** Requests in a minute; 0 is no limit, and then the other two say nothing. */
  readonly limit: number
  /** How many more would be let in at this moment. */
  readonly remaining: number
  /** When there is one more place. */
  readonly resetAtMs: number
}
