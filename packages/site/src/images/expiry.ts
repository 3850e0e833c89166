import { badField } from '../language/failure.ts'
import { message } from '../language/message.ts'
import type { ApiKey } from '../language/records.ts'
import { readLifetime, readSpan } from '../language/span.ts'
import { checkExpiry } from '../language/time.ts'
import type { Policy } from '../policy/policy.ts'

type LifetimePolicy = Pick<Policy, 'upload.defaultLifetime' | 'upload.maxLifetime'>

/**
 * The expiry of an uploaded image, in milliseconds since the epoch; `null` is never. The upload's own lifetime counts
 * first, then the key's, then the policy's. A default is cut to the policy's longest lifetime.
 * @param upload.expiresIn the lifetime in the upload, unparsed; empty for none
 * @throws {Failure} BAD_REQUEST for a text that is not a span of a second or more, or a span longer than the policy
 * allows
 */
export function expiryOfUpload(
  policy: LifetimePolicy,
  { expiresIn = '', key, nowMs }: { expiresIn?: string | undefined; key: ApiKey | null; nowMs: number },
): number | null {
  if (expiresIn.trim() !== '') {
    const expiresAtMs = nowMs + readLifetime('expiresIn', expiresIn)
    checkAllowedExpiry(policy, expiresAtMs, nowMs)
    return expiresAtMs
  }
  const maxMs = lifetimeMs(policy['upload.maxLifetime'])
  const wantedMs = key?.imageLifetimeMs ?? lifetimeMs(policy['upload.defaultLifetime'])
  if (wantedMs === null && maxMs === null) return null
  return nowMs + Math.min(wantedMs ?? Number.POSITIVE_INFINITY, maxMs ?? Number.POSITIVE_INFINITY)
}

/**
 * Checks an owner's choice of expiry; `null` is never.
 * @throws {Failure} BAD_REQUEST if it has passed, or is later than the policy allows
 */
export function checkAllowedExpiry(policy: LifetimePolicy, expiresAtMs: number | null, nowMs: number): void {
  checkExpiry(expiresAtMs, nowMs)
  const longest = policy['upload.maxLifetime']
  const maxMs = lifetimeMs(longest)
  if (maxMs === null || (expiresAtMs !== null && expiresAtMs - nowMs <= maxMs)) return
  throw badField('expiresIn', message('An image may stay for {longest} at most.', { longest }))
}

/**
 * Reads an owner's choice of lifetime: a span from now, or `forever` (`null`).
 * @param field the input's name for it
 * @throws {Failure} BAD_REQUEST
 */
export function expiryFrom(field: string, text: string, nowMs: number): number | null {
  return text.trim() === 'forever' ? null : nowMs + readLifetime(field, text)
}

/** A lifetime of the policy in milliseconds; `null` for images that never expire. */
function lifetimeMs(lifetime: string): number | null {
  return lifetime === 'forever' ? null : readSpan(lifetime)
}
