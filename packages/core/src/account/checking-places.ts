import { Failure } from '../failure.ts'

const maxChecks = 16
/** Those who have the places now are done by then. */
const retryMs = 5_000

/**
 * Places for those whose password is being checked or waits for it, so that who comes next is told at once that there
 * are too many, and need not wait behind all of them.
 * @param clock milliseconds since the epoch
 */
export function createCheckingPlaces(clock: () => number): {
  /** Give it back by disposing of it. @throws {Failure} RATE_LIMITED where all are taken */
  take(): Disposable
} {
  let taken = 0
  return {
    take() {
      if (taken >= maxChecks) {
        throw new Failure({ code: 'RATE_LIMITED', resetAtMs: clock() + retryMs, limit: null })
      }
      taken += 1
      return {
        [Symbol.dispose]() {
          taken -= 1
        },
      }
    },
  }
}
