/** The span in which requests are counted, in milliseconds. */
export const LIMIT_WINDOW_MS = 60_000

/** What the limiter says to one request. Times are milliseconds since the epoch. */
export type LimitVerdict =
  | {
      readonly accepted: true
      /** How many more would be accepted at this moment. */
      readonly remaining: number
      /** When the oldest counted request leaves the span, which makes one more place. */
      readonly resetAtMs: number
    }
  | {
      readonly accepted: false
      /** The earliest time at which a request is accepted. */
      readonly resetAtMs: number
    }

/**
 * The exact sliding limit. Its laws, which `conformance/limiter.ts` holds every implementation to:
 *
 * 1. Never more: in no span of `LIMIT_WINDOW_MS` are more than `limit` requests of one client accepted. Spans
 *    are half-open: accepted at t, a request counts in [t, t + 60,000), and one at t + 60,000 finds it gone.
 * 2. Never less: a request is refused only where `limit` accepted ones count. A refused one counts for nothing.
 * 3. Truthful: the client's first request at or after a refusal's `resetAtMs` is accepted.
 * 4. The limit may change from one request to the next. All that was accepted still counts; after a lower
 *    limit `resetAtMs` is when enough of it will have left.
 * 5. Clients do not affect each other, and calls at the same moment are decided one after another.
 *
 * Time is the implementation's clock; one that is set back never lets more through.
 */
export interface Limiter {
  /**
   * Decides one request and, where it accepts, counts it.
   *
   * @param clientKey who is counted, such as `limiterKey(address)`
   * @param limit requests in a span, a whole number of at least 1 (no limit at all is not asking)
   * @throws {RangeError} where `limit` is not such a number
   * @throws {Failure} OVERLOADED where the implementation is remote and does not answer in time; the request was
   * perhaps counted
   */
  take(clientKey: string, limit: number): LimitVerdict | Promise<LimitVerdict>
  /** How many clients, having been refused, still would be. For showing; an estimate where limits change. */
  limited(): number | Promise<number>
  /** Gives back what is held. No call may follow. */
  close(): void | Promise<void>
}
