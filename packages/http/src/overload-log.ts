import type { Failure } from '@pictoglyph/core'
import { describeError, type Log } from './log.ts'

const everyMs = 10_000

/**
 * Tells the operator that requests are refused as too many: at once, and then every ten seconds at most, with how
 * many there were since. A line for each would cost more than refusing them.
 *
 * @param options.clock milliseconds since the epoch
 */
export function createOverloadLog(options: {
  name: string
  log: Log
  clock: () => number
}): (failure: Failure) => void {
  let saidAtMs = Number.NEGATIVE_INFINITY
  let refused = 0

  return (failure) => {
    refused += 1
    const nowMs = options.clock()
    if (nowMs - saidAtMs < everyMs) return
    const cause = failure.cause === undefined ? {} : { error: describeError(failure.cause) }
    options.log.warn({ service: options.name, code: failure.code, refused, ...cause }, 'overloaded')
    saidAtMs = nowMs
    refused = 0
  }
}
