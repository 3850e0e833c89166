import { Failure } from '@pictoglyph/site/language/failure'
import type { Log } from '@pictoglyph/web/log'
import * as client from 'openid-client'

/** Why a sign-in by the provider failed: it does not answer, it refuses, or its answer is invalid. */
type RefusalReason = 'unreachable' | 'refused' | 'invalid'

const maxDetailUnits = 200

/** A failed sign-in by the provider. */
export class ProviderRefusal extends Error {
  override readonly name = 'ProviderRefusal'
  readonly reason: RefusalReason

  /** @param detail a code or a few words, without anything secret */
  constructor(reason: RefusalReason, detail: string, cause?: unknown) {
    super(detail.slice(0, maxDetailUnits), { cause })
    this.reason = reason
  }
}

/** Converts an error of the client. @throws the error itself if it is another failure of ours */
export function refusalOf(error: unknown): ProviderRefusal {
  if (error instanceof Failure) {
    if (error.code !== 'BAD_REQUEST') throw error
    return new ProviderRefusal('invalid', error.message, error)
  }
  for (let cause = error; cause instanceof Error; cause = cause.cause) {
    if (cause instanceof ProviderRefusal) return cause
  }
  if (error instanceof client.ResponseBodyError || error instanceof client.AuthorizationResponseError) {
    return new ProviderRefusal('refused', error.error, error)
  }
  return new ProviderRefusal('invalid', error instanceof Error ? error.message : String(error), error)
}

const everyMs = 10_000

/**
 * Logs why sign-ins by the provider fail: each reason at once, then every ten seconds at most, with their number.
 * Anyone can cause them, so a line holds only a few words.
 */
export function createRefusalLog(options: {
  log: Pick<Log, 'warn'>
  /** Milliseconds from any start. */
  now: () => number
}): (refusal: ProviderRefusal, requestId: string) => void {
  const told = new Map<RefusalReason, { atMs: number; since: number }>()
  return ({ reason, message: detail }, requestId) => {
    const nowMs = options.now()
    const last = told.get(reason)
    const times = (last?.since ?? 0) + 1
    if (last !== undefined && nowMs - last.atMs < everyMs) {
      last.since = times
      return
    }
    told.set(reason, { atMs: nowMs, since: 0 })
    const facts = { service: 'console', requestId, reason, detail, times }
    options.log.warn(facts, 'the provider of identities signed nobody in')
  }
}
