import type { FailureFacts } from '../language/failure.ts'
import type { Policy } from '../policy/policy.ts'

/** The space that an owner's images use, in files and in text. */
export interface Usage {
  /** Live images, and their bytes. */
  images: number
  bytes: number
  /** Bytes of deleted images that are not collected yet. */
  deletedBytes: number
  /** The number of deleted images that are not collected yet. */
  deletedImages: number
  /** Bytes of titles and descriptions, including those of deleted images, by {@link textBytesOf}. */
  textBytes: number
}

/** The database stores titles and descriptions twice, as written and as searched, and in an index. */
const copiesOfText = 4

/** Estimates the bytes that a title and a description need in the database. */
export function textBytesOf({ title, description }: { title: string; description: string }): number {
  return (
    copiesOfText * (new TextEncoder().encode(title).length + new TextEncoder().encode(description).length)
  )
}

/** The policies' limits on live images, in addition to the owners' quotas. */
export interface LiveLimits {
  /** Maximum of an owner; 0 is no limit. */
  maxImages: number
  /** Bytes of the whole site; `null` is no limit. */
  maxSiteBytes: number | null
}

export const noLiveLimits: LiveLimits = { maxImages: 0, maxSiteBytes: null }

export const liveLimitsOf = (policy: Policy): LiveLimits => ({
  maxImages: policy['upload.maxImagesPerUser'],
  maxSiteBytes: policy['site.maxBytes'] === 'none' ? null : policy['site.maxBytes'],
})

/** An owner's limits, the present usage, and what would be added to the live images. */
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

/** How many recently deleted images an owner may have, as a multiple of the limit for live ones. */
const maxDeletedTimes = 2

/** Why there is no room for more live images or longer texts; `undefined` if there is room. */
export function addingProblem({ quotaBytes, maxImages, used, added }: Room): FailureFacts | undefined {
  if (quotaBytes !== null && used.bytes + used.textBytes + added.bytes > quotaBytes) {
    return { code: 'QUOTA_EXCEEDED', quotaBytes }
  }
  const isFull = maxImages !== 0 && added.images > 0 && used.images + added.images > maxImages
  return isFull ? tooManyImages(maxImages) : undefined
}

/**
 * Why there is no room for an upload; `undefined` if there is. Limits count live images, and someone who uploads and
 * deletes in turn would never reach them. So deleted images are limited too: together, an owner's images take at most
 * three times the quota. Deleted images are the stated reason only if they alone are too much, so that waiting helps.
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

/** Why the whole site has no room for more bytes; `undefined` if it has. @param maxBytes `null` is no limit */
export function siteProblem(
  maxBytes: number | null,
  { bytes, addedBytes }: { bytes: number; addedBytes: number },
): FailureFacts | undefined {
  if (maxBytes === null || bytes + addedBytes <= maxBytes) return undefined
  return { code: 'QUOTA_EXCEEDED', quotaBytes: maxBytes, siteBytes: maxBytes }
}
