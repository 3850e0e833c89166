import type { Limiter } from '../access/limiter.ts'
import { isInForce } from '../keys/key-gate.ts'
import {
  requireBoundNetwork,
  requireRate,
  requireTrialAllowed,
  requireUploadsLeft,
} from '../keys/key-restrictions.ts'
import { Failure } from '../language/failure.ts'
import type { Address } from '../network/address.ts'
import type { SitePorts } from '../site-ports.ts'
import { requireListedUploader } from '../snapshot.ts'
import type { IncomingUpload, Uploader } from './incoming.ts'

/** The ports for deciding who may upload. */
export type AdmissionPorts = Pick<SitePorts, 'snapshot' | 'clock'> & {
  /** Counts the uploads of keys with their own limit. */
  readonly keyLimiter: Pick<Limiter, 'take'>
}

/**
 * Checks that apply to every uploader, on every route, before the body and again after it.
 * @throws {Failure} IP_BLACKLISTED, IP_NOT_WHITELISTED, UNAUTHORIZED for a disabled user and for a key that has ended,
 * FORBIDDEN, KEY_BOUND
 */
function requireMayUpload(
  site: Pick<SitePorts, 'snapshot' | 'clock'>,
  address: Address | undefined,
  { user, key }: Uploader,
): void {
  requireListedUploader(address, site.snapshot())
  if (!isInForce({ user, key }, site.clock())) throw new Failure({ code: 'UNAUTHORIZED' })
  if (key === null) return
  const permission = 'images:upload'
  if (!key.permissions.includes(permission)) throw new Failure({ code: 'FORBIDDEN', permission })
  requireBoundNetwork(key.binding, address)
}

/** The kind of a body. Without a file it may be a hash query. */
export type ArrivedAs = 'upload' | 'hash query'

/** An upload that may send its body. Its `findUploader` runs the same checks again. */
export interface AdmittedUpload extends IncomingUpload {
  /**
   * Counts this request against the key's rate, once. A hash query answered with an existing image counts as an upload.
   * @throws {Failure} RATE_LIMITED
   */
  count(arrived: ArrivedAs): Promise<void>
}

/** A longer body must be a file. A shorter one may be a hash query, which is known only once it has arrived. */
const longestQueryBytes = 64 * 1024

/**
 * Admits an upload before its body is read, and counts it against its key's own limit.
 *
 * Hash queries have their own counter; a query and the upload that follows it count once. So a body that may be a hash
 * query is counted after it has arrived; before that, it is only refused if the limit is reached.
 * @param isTrial a dry run
 * @throws {Failure} IP_BLACKLISTED, IP_NOT_WHITELISTED, UNAUTHORIZED, FORBIDDEN, KEY_BOUND also for a trial with a
 * guest link, KEY_USED_UP, RATE_LIMITED
 */
export async function admit(
  site: AdmissionPorts,
  incoming: IncomingUpload,
  { isTrial }: { isTrial: boolean },
): Promise<AdmittedUpload> {
  const { address, uploader, idempotencyKey, announcedBytes = 0 } = incoming
  const { key } = uploader
  const { keyLimiter } = site
  const mayAsk = announcedBytes <= longestQueryBytes
  requireMayUpload(site, address, uploader)
  if (key !== null) {
    if (isTrial) requireTrialAllowed(key)
    // A retry gets its earlier answer, however many uploads are left.
    if (idempotencyKey === undefined) requireUploadsLeft(key)
    await requireRate(keyLimiter, key, { act: 'upload', purpose: mayAsk ? 'ask' : 'count' })
  }
  return {
    ...incoming,
    async findUploader() {
      const found = await incoming.findUploader()
      requireMayUpload(site, address, found)
      return found
    },
    async count(act) {
      if (key !== null && mayAsk) await requireRate(keyLimiter, key, { act })
    },
  }
}
