import type { FailureFacts } from '../failure.ts'

/** What an owner's images take up. */
export interface Usage {
  /** Live images, and their bytes. */
  images: number
  bytes: number
  /** Bytes of images that were deleted and are not forgotten yet. */
  deletedBytes: number
}

/** An owner's quota, and what there is of it. */
export interface QuotaInUse {
  quotaBytes: number
  used: Usage
  /** What is to come to live images. */
  addedBytes: number
}

/**
 * Uploads wait while what was deleted takes up more than so many quotas. The collector leaves as much as one: so there
 * is room to delete and upload another quota in an hour.
 */
const maxDeletedQuotas = 2

/** What speaks against bringing images back. */
export function restoringProblem({ quotaBytes, used, addedBytes }: QuotaInUse): FailureFacts | undefined {
  return used.bytes + addedBytes > quotaBytes ? { code: 'QUOTA_EXCEEDED', quotaBytes } : undefined
}

/**
 * What speaks against an upload. A quota is of live images, and so who uploads and deletes in turns would never reach
 * it: with what was deleted, an owner's images take up three times the quota at most. What was deleted is told of only
 * where it alone stands in the way, and waiting helps.
 */
export function uploadingProblem(quota: QuotaInUse): FailureFacts | undefined {
  const { quotaBytes, used } = quota
  const { deletedBytes } = used
  const problem = restoringProblem(quota)
  if (problem !== undefined || deletedBytes <= maxDeletedQuotas * quotaBytes) return problem
  return { code: 'QUOTA_EXCEEDED', quotaBytes, deletedBytes }
}
