import type { DerivationCost } from '@pictoglyph/codec'
import type { AdmittedRequest } from '../access/admitted-request.ts'
import type { DerivationPlace, DerivationPool } from './derivation-pool.ts'

/** Longer than a place in the fullest queue waits. */
const waitingTimeoutSeconds = 120

/**
 * Takes a place for a request, whose connection may then be silent until its turn has come. A refusal's time is
 * one at which the rate limit lets the client in as well.
 * @throws {Failure} RATE_LIMITED
 */
export function enterPool(
  pool: DerivationPool,
  admitted: AdmittedRequest,
  { cost, nowMs }: { cost: DerivationCost; nowMs: number },
): DerivationPlace {
  const { context, clientKey, limit, remaining, resetAtMs } = admitted
  const notBeforeMs = limit === 0 || remaining > 0 ? nowMs : resetAtMs
  const place = pool.enter({ clientKey, cost, notBeforeMs, signal: context.request.signal })
  context.setConnectionTimeout(waitingTimeoutSeconds)
  return place
}
