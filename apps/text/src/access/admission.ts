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

/** A request that the policy has let in, with its client's rate limit state. */
export interface AdmittedRequest extends Standing {
  readonly context: RequestContext
  /** Whom limits count. */
  readonly client: Client
}

interface AdmissionOptions {
  snapshot: () => SiteSnapshot
  limiter: Limiter
  clock: () => number
  /** Told of clients that the lists refuse. */
  security?: ReportSecurityEvent
}

/**
 * Decides whether a request is let in: blocked addresses first, then the whitelist while its mode is on, then
 * the rate limit, in which only those count who come that far. A client whose address can't be told is refused
 * as one that is on no list of those allowed, or, if none is needed, as blocked.
 *
 * @returns a function that throws {Failure} IP_BLACKLISTED, IP_NOT_WHITELISTED, RATE_LIMITED, and leaves the
 * headers of the limit on the answer where it refuses for that
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
    return verdict.then((late) => conclude(context, client, limit, late))
  }
}

/** Longer than a request in the fullest queue waits. */
const waitingTimeoutSeconds = 120

/**
 * Waits for a permit that was asked of a semaphore; the connection may be silent meanwhile.
 * @throws {Failure} RATE_LIMITED where too many wait or it waited for too long, BAD_REQUEST where the client has gone meanwhile
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
 * Refuses a request for whose work there is no permit, with a time at which those who hold them now are expected to
 * be done, and the rate limit lets the client in as well.
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
