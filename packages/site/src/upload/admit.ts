import type { Limiter } from '../access/limiter.ts'
import { isInForce, requirePermission } from '../keys/key-gate.ts'
import {
  requireBoundNetwork,
  requireQuestionRate,
  requireTrialAllowed,
  requireUploadRate,
  requireUploadsLeft,
} from '../keys/key-restrictions.ts'
import { Failure } from '../language/failure.ts'
import type { Address } from '../network/address.ts'
import type { SitePorts } from '../site-ports.ts'
import { requireListedUploader } from '../snapshot.ts'
import type { IncomingUpload, Uploader } from './incoming.ts'

/** What the rules about who may upload need. */
export type AdmissionPorts = Pick<SitePorts, 'snapshot' | 'clock'> & {
  /** Counts the uploads of keys that have a limit of their own. */
  readonly keyLimiter: Pick<Limiter, 'take'>
}

/**
 * What holds for every uploader, by every route: asked before the body, and again once it has arrived.
 * @throws {Failure} IP_BLACKLISTED, IP_NOT_WHITELISTED, UNAUTHORIZED for a disabled user and for a key that has ended,
 * FORBIDDEN, KEY_BOUND
 */
export function requireMayUpload(
  site: Pick<SitePorts, 'snapshot' | 'clock'>,
  address: Address | undefined,
  { user, key }: Uploader,
): void {
  requireListedUploader(address, site.snapshot())
  if (!isInForce({ user, key }, site.clock())) throw new Failure({ code: 'UNAUTHORIZED' })
  if (key === null) return
  requirePermission({ user, key }, 'images:upload')
  requireBoundNetwork(key.binding, address)
}

/**
 * Counts what has arrived, unless it was counted before. A question that is answered as an upload counts as one too.
 * @throws {Failure} RATE_LIMITED
 */
export type CountArrived = (arrived: 'upload' | 'question') => Promise<void>

/** A longer body is a file's. Of a shorter one it shows once it has come whether it only asks for a hash. */
const longestQuestionBytes = 64 * 1024

/**
 * Lets an upload in before its body is read, and counts it against its key's own limit.
 *
 * A question for a hash is counted apart, so that it and the upload that follows count once. So what may be a question
 * is counted when it has arrived: until then, it is only refused if nothing more is accepted.
 * @param isTrial the verdict alone is asked for
 * @throws {Failure} as {@link requireMayUpload}; KEY_BOUND for a trial with a guest link, KEY_USED_UP, RATE_LIMITED
 */
export async function admit(
  site: AdmissionPorts,
  incoming: Pick<IncomingUpload, 'address' | 'uploader' | 'idempotencyKey' | 'announcedBytes'>,
  { isTrial }: { isTrial: boolean },
): Promise<CountArrived> {
  const { address, uploader, idempotencyKey } = incoming
  requireMayUpload(site, address, uploader)
  const { key } = uploader
  if (key === null) return async () => {}
  if (isTrial) requireTrialAllowed(key)
  // What was accepted once is answered again, however many uploads are left.
  if (idempotencyKey === undefined) requireUploadsLeft(key)
  const { announcedBytes = 0 } = incoming
  const mayAsk = announcedBytes <= longestQuestionBytes
  await requireUploadRate(site.keyLimiter, key, mayAsk ? 'ask' : 'count')
  return async (arrived) => {
    if (mayAsk) await (arrived === 'question' ? requireQuestionRate : requireUploadRate)(site.keyLimiter, key)
  }
}
