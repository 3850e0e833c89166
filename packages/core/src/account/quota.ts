import type { FailureFacts } from '../failure.ts'

/** What an owner's images take up, in files and in text. */
export interface Usage {
  /** Live images, and their bytes. */
  images: number
  bytes: number
  /** Bytes of images that were deleted and are not forgotten yet. */
  deletedBytes: number
  /** What titles and descriptions take up, deleted images included, by {@link textBytesOf}. */
  textBytes: number
}

/** Titles and descriptions stand in the database twice, as written and as searched, and in an index. */
const copiesOfText = 4

/** What the database needs for a title and a description, roughly. */
export function textBytesOf({ title, description }: { title: string; description: string }): number {
  return (
    copiesOfText * (new TextEncoder().encode(title).length + new TextEncoder().encode(description).length)
  )
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
  return used.bytes + used.textBytes + addedBytes > quotaBytes
    ? { code: 'QUOTA_EXCEEDED', quotaBytes }
    : undefined
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

/** How many images deleted lately may stand beside the live ones, in the number of these that a policy allows. */
const maxDeletedTimes = 2

/**
 * What speaks against one image more, where a policy bounds how many an owner may have; 0 is no bound. Deleted images
 * count once there are twice as many, so that who uploads and deletes in turns is bounded too.
 */
export function countProblem(
  maxImages: number,
  { images, deletedImages }: { images: number; deletedImages: number },
): FailureFacts | undefined {
  if (maxImages === 0) return undefined
  const isFull = images >= maxImages || deletedImages > maxDeletedTimes * maxImages
  return isFull ? { code: 'QUOTA_EXCEEDED', quotaBytes: 0, maxImages } : undefined
}
