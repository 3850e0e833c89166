import type { FailureFacts } from '../language/failure.ts'
import type { Policy } from '../policy/policy.ts'

/** What an owner's images take up, in files and in text. */
export interface Usage {
  /** Live images, and their bytes. */
  images: number
  bytes: number
  /** Bytes of images that were deleted and are not collected yet. */
  deletedBytes: number
  /** The number of those. */
  deletedImages: number
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

/** Limits that policies set on live images, beside the quotas of their owners. */
export interface LiveLimits {
  /** Of an owner; 0 is no limit. */
  maxImages: number
  /** Bytes of the whole site; `null` is no limit. */
  maxSiteBytes: number | null
}

/** Nothing is limited. */
export const noLiveLimits: LiveLimits = { maxImages: 0, maxSiteBytes: null }

/** The limits of a policy. */
export const liveLimitsOf = (policy: Policy): LiveLimits => ({
  maxImages: policy['upload.maxImagesPerUser'],
  maxSiteBytes: policy['site.maxBytes'] === 'none' ? null : policy['site.maxBytes'],
})

/** What an owner may have, what is used of it, and what would be added to the live images. */
export interface Room extends Pick<LiveLimits, 'maxImages'> {
  /** `null` is no limit. */
  quotaBytes: number | null
  used: Usage
  added: { images: number; bytes: number }
}

/**
 * Uploads are refused while deleted images take up more than this many quotas. The collector leaves up to one quota of
 * them, so a user can delete and upload one more quota within an hour.
 */
const maxDeletedQuotas = 2

/** How many recently deleted images an owner may have, as a multiple of the limit on live ones. */
const maxDeletedTimes = 2

/** Why there is no room for more live images, or for longer texts of these, if there is none. */
export function addingProblem({ quotaBytes, maxImages, used, added }: Room): FailureFacts | undefined {
  if (quotaBytes !== null && used.bytes + used.textBytes + added.bytes > quotaBytes) {
    return { code: 'QUOTA_EXCEEDED', quotaBytes }
  }
  const isFull = maxImages !== 0 && added.images > 0 && used.images + added.images > maxImages
  return isFull ? tooManyImages(maxImages) : undefined
}

/**
 * Why there is no room for an upload, if there is none. Limits count live images, so someone who uploads and deletes
 * in turn would never reach them. Deleted images are therefore limited too: together, an owner's images take up at most
 * three times the quota. The deleted ones are named as the reason only if they alone are too much, so that waiting
 * helps.
 */
export function uploadingProblem(room: Room): FailureFacts | undefined {
  const { quotaBytes, maxImages, used } = room
  const { deletedBytes, deletedImages } = used
  const problem = addingProblem(room)
  if (problem !== undefined) return problem
  if (quotaBytes !== null && deletedBytes > maxDeletedQuotas * quotaBytes) {
    return { code: 'QUOTA_EXCEEDED', quotaBytes, deletedBytes }
  }
  const hasDeletedTooMany = maxImages !== 0 && deletedImages > maxDeletedTimes * maxImages
  return hasDeletedTooMany ? tooManyImages(maxImages) : undefined
}

const tooManyImages = (maxImages: number): FailureFacts => ({
  code: 'QUOTA_EXCEEDED',
  quotaBytes: 0,
  maxImages,
})

/** Why more bytes are too much for the whole site, if they are. @param maxBytes `null` is no limit */
export function siteProblem(
  maxBytes: number | null,
  { bytes, addedBytes }: { bytes: number; addedBytes: number },
): FailureFacts | undefined {
  if (maxBytes === null || bytes + addedBytes <= maxBytes) return undefined
  return { code: 'QUOTA_EXCEEDED', quotaBytes: maxBytes, siteBytes: maxBytes }
}
