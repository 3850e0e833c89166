import { Failure, type FailureCode } from '@pictoglyph/site/language/failure'
import { errorHeaders, errorStatus } from './error-answer.ts'
import { describeError, type Log } from './log.ts'

/** The log's facts about a request. The path holds no secret. */
export interface RequestFacts {
  requestId: string
  method: string
  path: string
}

/** Status, headers and failure of an answer, whatever its format. */
export interface FailureAnswer {
  failure: Failure
  status: (typeof errorStatus)[FailureCode]
  headers: Record<string, string>
}

/**
 * Creates the function by which a service answers errors. A `Failure` keeps its code; anything else becomes INTERNAL,
 * and its text is not sent. Each failure from 500 on is logged; refusals for overload at most once in ten seconds.
 *
 * @param options.clock milliseconds since the epoch
 * @param options.now milliseconds from any start
 * @param options.onFailure called for every failure
 */
export function createFailureAnswerer(options: {
  name: string
  log: Log
  clock: () => number
  now?: () => number
  onFailure?: ((code: FailureCode) => void) | undefined
}): (error: unknown, request: RequestFacts) => FailureAnswer {
  const { name: service, log, clock } = options
  const noteOverload = createOverloadLog(options)
  return (error, request) => {
    const failure = error instanceof Failure ? error : new Failure({ code: 'INTERNAL' }, { cause: error })
    const { code } = failure
    const status = errorStatus[code]
    if (code === 'OVERLOADED') noteOverload(failure)
    else if (status >= 500) {
      const facts = { service, ...request, code, error: describeError(failure.cause ?? failure) }
      log.error(facts, 'request failed')
    }
    options.onFailure?.(code)
    const headers = {
      ...errorHeaders(failure, clock()),
      'Cache-Control': 'no-store',
      'X-Request-Id': request.requestId,
    }
    return { failure, status, headers }
  }
}

const everyMs = 10_000

/**
 * Logs refusals for overload: at once, then every ten seconds at most, with their number. A line for each would cost
 * more than the refusal.
 */
function createOverloadLog({
  name: service,
  log,
  now = () => performance.now(),
}: {
  name: string
  log: Log
  now?: () => number
}): (failure: Failure) => void {
  let saidAtMs = Number.NEGATIVE_INFINITY
  let refused = 0

  return (failure) => {
    refused += 1
    const nowMs = now()
    if (nowMs - saidAtMs < everyMs) return
    const cause = failure.cause === undefined ? {} : { error: describeError(failure.cause) }
    log.warn({ service, code: failure.code, refused, ...cause }, 'overloaded')
    saidAtMs = nowMs
    refused = 0
  }
}
