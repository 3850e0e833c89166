import type { Limiter, LimitVerdict } from '@pictoglyph/site/access/limiter'
import type { Client } from '@pictoglyph/site/access/subject'
import type { Semaphore } from '@pictoglyph/site/admission/semaphore'
import { badRequest, Failure } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import type { Address } from '@pictoglyph/site/network/address'
import { requireListed, type SiteSnapshot } from '@pictoglyph/site/snapshot'
import type { RequestContext } from '@pictoglyph/web/request-context'
import type { ReportSecurityEvent } from '@pictoglyph/web/security-events'
import { limitHeaders, type Standing } from './limit-headers.ts'

/** A request that passed admission, with its client's rate limit state. */
export interface AdmittedRequest extends Standing {
  readonly context: RequestContext
  /** The client for rate limits. */
  readonly client: Client
}

interface AdmissionOptions {
  snapshot: () => SiteSnapshot
  limiter: Limiter
  clock: () => number
  /** Called when a list refuses a client. */
  security?: ReportSecurityEvent
}

/**
 * Creates the function that decides whether to admit a request. It checks blocked addresses first, then the whitelist
 * while its mode is on, then the rate limit, which only counts requests that come this far. A client with an unknown
 * address is refused as not whitelisted, or without whitelist mode as blocked.
 *
 * @returns a function that throws {Failure} IP_BLACKLISTED, IP_NOT_WHITELISTED, RATE_LIMITED, and for the last sets
 * the limit's headers on the answer
 */
export function createAdmission({ snapshot, limiter, clock, security }: AdmissionOptions) {
  function admitListed(context: RequestContext, site: SiteSnapshot): Address {
    try {
      return requireListed(context.address(), site)
    } catch (error) {
      security?.('address.refused', context)
      throw error
    }
  }

  function conclude(
    context: RequestContext,
    client: Client,
    limit: number,
    verdict: LimitVerdict,
  ): AdmittedRequest {
    const { resetAtMs } = verdict
    if (verdict.accepted) return { context, client, limit, remaining: verdict.remaining, resetAtMs }
    context.failureHeaders = limitHeaders({ limit, remaining: 0, resetAtMs }, clock())
    throw new Failure({ code: 'RATE_LIMITED', resetAtMs, limit })
  }

  return (context: RequestContext): AdmittedRequest | Promise<AdmittedRequest> => {
    const site = snapshot()
    const client = { address: admitListed(context, site) }
    const limit = site.policy['text.requestsPerMinute']
    if (limit === 0) return { context, client, limit, remaining: 0, resetAtMs: 0 }
    const verdict = limiter.take({ act: 'text request', by: client }, limit)
    if (!(verdict instanceof Promise)) return conclude(context, client, limit, verdict)
    return verdict.then(
      (late) => conclude(context, client, limit, late),
      (error) => Promise.reject(asLimited(error, clock())),
    )
  }
}

/** A shared limiter that has too much to decide limits the service, whose contract has one word for that. */
function asLimited(error: unknown, nowMs: number): unknown {
  if (!(error instanceof Failure) || error.facts.code !== 'OVERLOADED') return error
  const resetAtMs = Math.ceil(nowMs) + 1000 * error.facts.retryAfterSeconds
  return new Failure({ code: 'RATE_LIMITED', resetAtMs, limit: null }, { cause: error })
}

/** Longer than the wait in the fullest queue. */
const waitingTimeoutSeconds = 120

/**
 * Waits for a permit, during which the connection may be silent.
 * @throws {Failure} RATE_LIMITED if too many wait or the wait was too long, BAD_REQUEST if the client has
 * disconnected
 */
export async function awaitPermit(
  admitted: AdmittedRequest,
  semaphore: Pick<Semaphore, 'retryAfterMs'>,
  asked: Promise<Disposable | undefined>,
  clock: () => number,
): Promise<Disposable> {
  const { context } = admitted
  context.setConnectionTimeout(waitingTimeoutSeconds)
  const permit = await asked
  if (permit === undefined) throw noRoom(semaphore, admitted, clock())
  if (!context.request.signal.aborted) return permit
  permit[Symbol.dispose]()
  throw badRequest(message('The request was given up.'))
}

/**
 * The failure for a request without a permit. Its retry time is when running work should be done, and the rate limit
 * admits the client again.
 * @param nowMs milliseconds since the epoch
 */
export function noRoom(
  semaphore: Pick<Semaphore, 'retryAfterMs'>,
  admitted: AdmittedRequest,
  nowMs: number,
): Failure {
  const { limit, remaining, resetAtMs } = admitted
  const roomAtMs = Math.ceil(nowMs + semaphore.retryAfterMs())
  const untilMs = limit === 0 || remaining > 0 ? roomAtMs : Math.max(roomAtMs, resetAtMs)
  return new Failure({ code: 'RATE_LIMITED', resetAtMs: untilMs, limit: null })
}
