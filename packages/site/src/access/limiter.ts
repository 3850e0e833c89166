import { type Subject, subjectKey } from './subject.ts'

/** The limiter's verdict on one request. Times are milliseconds since the epoch. */
export type LimitVerdict =
  | {
      readonly accepted: true
      /** How many more requests would be accepted now. */
      readonly remaining: number
      /** When the oldest counted request leaves the window, so that one more is accepted. */
      readonly resetAtMs: number
    }
  | {
      readonly accepted: false
      /** The earliest time at which a request is accepted. */
      readonly resetAtMs: number
    }

/** `count` counts the request if it is accepted; `ask` only returns the verdict. */
export type LimitPurpose = 'count' | 'ask'

/** The kinds of requests that have limits, each with its own counter. */
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

/** A kind of request, and the subject that makes it. */
export interface Counted {
  readonly act: LimitedAct
  readonly by: Subject
}

declare const derived: unique symbol

/** Identifies a counter. Only {@link countedKey} creates it, so that processes can send it to each other. */
export type CountedKey = string & { readonly [derived]: 'counted' }

/** The key of a counter; a key that exists already is returned unchanged. */
export function countedKey(counted: Counted | CountedKey): CountedKey {
  if (typeof counted === 'string') return counted
  return `${counted.act} by ${subjectKey(counted.by)}` as CountedKey
}

/**
 * The exact sliding limit. Its laws, which `conformance/limiter.ts` tests for every implementation:
 *
 * 1. Never more: no window of `LIMIT_WINDOW_MS` has more than `limit` accepted requests of one client. Windows are
 *    half-open: a request accepted at t counts in [t, t + 60,000), and no longer at t + 60,000.
 * 2. Never less: a request is refused only while `limit` accepted ones count. Refused requests do not count.
 * 3. Truthful: the client's first request at or after a refusal's `resetAtMs` is accepted.
 * 4. The limit may change from one request to the next. Accepted requests still count; after a lower limit, `resetAtMs`
 *    is when enough of them will have left.
 * 5. `ask` gets the verdict that `count` would get, but is not counted.
 * 6. Clients do not affect each other, and simultaneous calls are decided one after another.
 *
 * Time is the implementation's clock; setting it back never lets more through.
 */
export interface Limiter {
  /**
   * Decides about one request and, if it is accepted, counts it.
   *
   * @param counted the kind of request and its subject
   * @param limit requests in a window, a whole number of at least 1 (without a limit, do not call this)
   * @param purpose with `ask` nothing is counted, and `remaining` does not include the request
   * @throws {RangeError} if `limit` is not such a number
   * @throws {Failure} OVERLOADED if a remote implementation does not answer in time; the request may have been counted
   */
  take(
    counted: Counted | CountedKey,
    limit: number,
    purpose?: LimitPurpose,
  ): LimitVerdict | Promise<LimitVerdict>
  /** How many refused clients would still be refused now. For display; an estimate if limits change. */
  limited(): number | Promise<number>
  /** Releases its resources. Nothing may be called after this. */
  close(): void | Promise<void>
}
