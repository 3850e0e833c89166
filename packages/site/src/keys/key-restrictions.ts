import type { LimitedAct, Limiter, LimitPurpose } from '../access/limiter.ts'
import { Failure, type FailureFacts } from '../language/failure.ts'
import { message } from '../language/message.ts'
import type { ApiKey, KeyBinding } from '../language/records.ts'
import type { Address } from '../network/address.ts'
import { parseCidr } from '../network/cidr.ts'
import { createNetworkSet } from '../network/network-set.ts'
import type { SitePorts } from '../site-ports.ts'

/** @throws {Failure} KEY_BOUND if the key is bound to networks and the client is in none of them */
export function requireBoundNetwork(binding: KeyBinding, address: Address | undefined): void {
  if (binding.networks === undefined) return
  const networks = createNetworkSet(binding.networks.map(parseCidr))
  if (address !== undefined && networks.has(address)) return
  throw new Failure({ code: 'KEY_BOUND', reason: message('it may not be used from this address.') })
}

/**
 * Counts an upload or a hash query against the key's own limit, in the same way as the limiter: no 60 seconds have more
 * accepted requests, over all processes that share the limiter. A key without a limit is not counted.
 * @param act uploads and hash queries have separate counters
 * @param purpose whether to count it, or only to ask whether it would be accepted
 * @throws {Failure} RATE_LIMITED with the time at which one is accepted again
 */
export async function requireRate(
  limiter: Pick<Limiter, 'take'>,
  { id, uploadsPerMinute: limit }: Pick<ApiKey, 'id' | 'uploadsPerMinute'>,
  { act, purpose = 'count' }: { act: Extract<LimitedAct, 'upload' | 'hash query'>; purpose?: LimitPurpose },
): Promise<void> {
  if (limit === null) return
  const verdict = await limiter.take({ act, by: { keyId: id } }, limit, purpose)
  if (!verdict.accepted) throw new Failure({ code: 'RATE_LIMITED', resetAtMs: verdict.resetAtMs, limit })
}

/** Why the key may upload no more, if so. The database counts, and decides again when it records an upload. */
export function usedUpProblem({
  maxUploads,
  uploads,
}: Pick<ApiKey, 'maxUploads' | 'uploads'>): FailureFacts | undefined {
  return maxUploads !== null && uploads >= maxUploads ? { code: 'KEY_USED_UP', maxUploads } : undefined
}

/** Refuses a used-up key before its body is read. @throws {Failure} KEY_USED_UP */
export function requireUploadsLeft(key: Pick<ApiKey, 'maxUploads' | 'uploads'>): void {
  const problem = usedUpProblem(key)
  if (problem !== undefined) throw new Failure(problem)
}

/** The key's id and limit, with which the database counts an upload. */
export function countedKey(
  key: Pick<ApiKey, 'id' | 'maxUploads'> | null,
): Pick<ApiKey, 'id' | 'maxUploads'> | null {
  return key && { id: key.id, maxUploads: key.maxUploads }
}

/** Refuses a dry run with a guest link, because the verdict would reveal other images. @throws {Failure} KEY_BOUND */
export function requireTrialAllowed({ isGuestLink }: Pick<ApiKey, 'isGuestLink'>): void {
  if (isGuestLink) throw new Failure({ code: 'KEY_BOUND', reason: message('it may not try uploads.') })
}

/**
 * The hash that identifies duplicates of an upload: the SHA-256 of the bytes as received, lower-case hex. With a guest
 * link it includes the key's id, so that a guest can't find out which images exist.
 */
export function comparedSha256(
  site: Pick<SitePorts, 'createSha256'>,
  receivedSha256: string,
  key: Pick<ApiKey, 'id' | 'isGuestLink'> | null,
): string {
  if (!key?.isGuestLink) return receivedSha256
  return site.createSha256().update(`pictoglyph guest ${key.id} ${receivedSha256}`).digest('hex')
}

/** The failure for the holder of a key: a guest learns nothing about the account's quota. */
export function failureFor({ isGuestLink }: Pick<ApiKey, 'isGuestLink'>, error: unknown): unknown {
  const isOfQuota = error instanceof Failure && error.code === 'QUOTA_EXCEEDED'
  if (!isGuestLink || !isOfQuota) return error
  return new Failure({ code: 'QUOTA_EXCEEDED', quotaBytes: 0, isForGuest: true }, { cause: error })
}
