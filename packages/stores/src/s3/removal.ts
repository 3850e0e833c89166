import type { BlobRemoval } from '@pictoglyph/site/blobs/blob-store'
import { isNoBucket, isRefusal, mayTakeEffectLater, type RetryLimits, withRetries } from './failures.ts'
import type { SendS3Request } from './requests.ts'

const minuteMs = 60_000

/**
 * How long after it was sent a removal may still take effect. A store refuses a signed request that arrives more than
 * 15 minutes after it was signed (Amazon S3, `RequestTimeTooSkewed`; Ceph's gateway too), even if a proxy has delayed
 * it. Five more minutes allow for slow stores and for clocks that differ.
 */
export const lateRemovalMs = 20 * minuteMs

/**
 * Removes an object; a missing one is no error. Returns whether every attempt was answered.
 * @param mayTryAgain called before each attempt after the first
 * @throws the error of the last attempt
 */
type RemoveFromS3 = (key: string, mayTryAgain?: () => boolean) => Promise<BlobRemoval>

/**
 * Creates the function that removes objects from one bucket.
 * @param limits.requestTimeoutMs time of an attempt; at most twice that if its answer stalls
 */
export function createS3Removal(
  send: SendS3Request,
  { requestTimeoutMs, retries }: { requestTimeoutMs: number; retries: RetryLimits },
): RemoveFromS3 {
  return async (key, mayTryAgain) => {
    let removal: BlobRemoval = 'settled'

    async function attempt(): Promise<void> {
      try {
        await send({ method: 'DELETE', key, timeoutMs: requestTimeoutMs, isSentOnce: true })
      } catch (error) {
        if (isRefusal(error, 404) && !isNoBucket(error)) return
        if (mayTakeEffectLater(error)) removal = 'unsettled'
        throw error
      }
    }

    await withRetries(retries, attempt, mayTryAgain)
    return removal
  }
}
