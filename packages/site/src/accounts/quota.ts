import type { FailureFacts } from '../language/failure.ts'

/** What an owner's images take up, in files and in text. */
export interface Usage {
  /** Live images, and their bytes. */
  images: number
  bytes: number
  /** Bytes of images that were deleted and are not collected yet. */
  deletedBytes: number
  /** Bytes of titles and descriptions, of deleted images too, by {@link textBytesOf}. */
  textBytes: number
}

/** The database holds titles and descriptions twice, as written and as searched, and in an index. */
const copiesOfText = 4

/** Roughly how many bytes the database needs for a title and a description. */
export function textBytesOf({ title, description }: { title: string; description: string }): number {
  return (
    copiesOfText * (new TextEncoder().encode(title).length + new TextEncoder().encode(description).length)
  )
}

/** An owner's quota, and how much of it is used. */
export interface QuotaInUse {
  quotaBytes: number
  used: Usage
  /** Bytes that would be added to live images. */
  addedBytes: number
}

/**
 * Uploads are refused while deleted images take up more than this many quotas. The collector leaves up to one quota of
 * them, so a user can delete and upload one more quota within an hour.
 */
const maxDeletedQuotas = 2

/** Why deleted images can't be restored, if they can't. */
export function restoringProblem({ quotaBytes, used, addedBytes }: QuotaInUse): FailureFacts | undefined {
  return used.bytes + used.textBytes + addedBytes > quotaBytes
    ? { code: 'QUOTA_EXCEEDED', quotaBytes }
    : undefined
}

/**
 * Why an upload does not fit the quota, if it does not. A quota counts live images, so someone who uploads and deletes
 * in turn would never reach it. Deleted images are therefore limited too: together, an owner's images take up at most
 * three times the quota. The deleted ones are named as the reason only if they alone are too much, so that waiting
 * helps.
 */
export function uploadingProblem(quota: QuotaInUse): FailureFacts | undefined {
  const { quotaBytes, used } = quota
  const { deletedBytes } = used
  const problem = restoringProblem(quota)
  if (problem !== undefined || deletedBytes <= maxDeletedQuotas * quotaBytes) return problem
  return { code: 'QUOTA_EXCEEDED', quotaBytes, deletedBytes }
}

/** Why an upload is too much for the whole site, if it is. @param maxBytes `null` is no limit */
export function siteProblem(
  maxBytes: number | null,
  { bytes, addedBytes }: { bytes: number; addedBytes: number },
): FailureFacts | undefined {
  if (maxBytes === null || bytes + addedBytes <= maxBytes) return undefined
  return { code: 'QUOTA_EXCEEDED', quotaBytes: maxBytes, siteBytes: maxBytes }
}

/** How many recently deleted images an owner may have, as a multiple of the limit on live ones. */
const maxDeletedTimes = 2

/**
 * Why one more image is too many under the policy's limit of images per owner, if it is; 0 is no limit. Deleted images
 * count once there are twice as many as the limit, so that uploading and deleting in turn is limited too.
 */
export function countProblem(
  maxImages: number,
  { images, deletedImages }: { images: number; deletedImages: number },
): FailureFacts | undefined {
  if (maxImages === 0) return undefined
  const isFull = images >= maxImages || deletedImages > maxDeletedTimes * maxImages
  return isFull ? { code: 'QUOTA_EXCEEDED', quotaBytes: 0, maxImages } : undefined
}
