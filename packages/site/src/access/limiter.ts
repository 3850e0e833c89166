import { type Subject, subjectKey } from './subject.ts'

/** The limiter's verdict on one request. Times are milliseconds since the epoch. */
export type LimitVerdict =
  | {
      readonly accepted: true
      /** How many more would be accepted at this moment. */
      readonly remaining: number
      /** When the oldest counted request leaves the span, so that one more is accepted. */
      readonly resetAtMs: number
    }
  | {
      readonly accepted: false
      /** The earliest time at which a request is accepted. */
      readonly resetAtMs: number
    }

/** A request is counted if it is accepted; or it is only asked whether it would be. */
export type LimitPurpose = 'count' | 'ask'

/** What limits count, each apart from the others. */
export type LimitedAct =
  | 'text request'
  | 'upload'
  | 'hash query'
  | 'wrong key'
  | 'sign-in'
  | 'own password'
  | 'code'
  | 'recovery code'
  | 'passkey'
  | 'to provider'
  | 'from provider'
  | 'invitation'
  | 'change'
  | 'report'
  | 'probe'

/** An act, and whose it is. */
export interface Counted {
  readonly act: LimitedAct
  readonly by: Subject
}

declare const derived: unique symbol

/** Equal for what is counted together. Only {@link countedKey} makes it, so that processes can send it to each other. */
export type CountedKey = string & { readonly [derived]: 'counted' }

/** The key by which a limiter counts. A key that was derived before stays as it is. */
export function countedKey(counted: Counted | CountedKey): CountedKey {
  if (typeof counted === 'string') return counted
  return `${counted.act} by ${subjectKey(counted.by)}` as CountedKey
}

/**
 * The exact sliding limit. Its laws, which `conformance/limiter.ts` tests for every implementation:
 *
 * 1. Never more: no span of `LIMIT_WINDOW_MS` has more than `limit` accepted requests of one client. Spans are
 *    half-open: a request accepted at t counts in [t, t + 60,000), and no longer at t + 60,000.
 * 2. Never less: a request is refused only while `limit` accepted ones count. Refused requests do not count.
 * 3. Truthful: the client's first request at or after a refusal's `resetAtMs` is accepted.
 * 4. The limit may change from one request to the next. Accepted requests still count; after a lower limit,
 *    `resetAtMs` is when enough of them will have left.
 * 5. Who only asks gets the verdict that counting would give, but is not counted.
 * 6. Clients do not affect each other, and calls at the same moment are decided one after another.
 *
 * Time is the implementation's clock; setting it back never lets more through.
 */
export interface Limiter {
  /**
   * Decides about one request and, if it accepts it, counts it.
   *
   * @param counted what is counted, and whose it is
   * @param limit requests in a span, a whole number of at least 1 (without a limit, do not ask)
   * @param purpose to ask counts nothing; `remaining` does not include the request then
   * @throws {RangeError} if `limit` is not such a number
   * @throws {Failure} OVERLOADED if the implementation is remote and does not answer in time; the request may have been
   * counted
   */
  take(
    counted: Counted | CountedKey,
    limit: number,
    purpose?: LimitPurpose,
  ): LimitVerdict | Promise<LimitVerdict>
  /** How many refused clients would be refused again now. For display; an estimate if limits change. */
  limited(): number | Promise<number>
  /** Releases its resources. No call may follow. */
  close(): void | Promise<void>
}
