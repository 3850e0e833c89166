import { Failure, type FailureFacts, formatBytes } from '@pictoglyph/core'
import { typeName } from '../parts/type-name.ts'
import type { FailureTexts } from './failure-text.ts'

/** The site's own sentence, which is English. */
const own = (facts: FailureFacts) => ({ message: new Failure(facts).message })
const always = (message: string) => () => ({ message })

/** Where the site's own sentence speaks to programs, one for people. */
export const englishFailures: FailureTexts = {
  UNAUTHORIZED: always('This key is revoked or has expired.'),
  FORBIDDEN: ({ permission }) => ({ message: `This key lacks the permission ${permission}.` }),
  KEY_BOUND: own,
  FILE_MISSING: always('Choose a file first.'),
  CATEGORY_MISSING: always('Choose a category.'),
  CATEGORY_UNAVAILABLE: own,
  ALBUM_NOT_ALLOWED: own,
  TYPE_NOT_ALLOWED: ({ found, allowed }) => {
    const type =
      found === 'unknown' ? 'The type of this file is not known here' : `This file is ${typeName(found)}`
    return { message: `${type}. Accepted: ${allowed.map(typeName).join(', ')}.` }
  },
  TOO_LARGE: ({ limitBytes }) => ({
    message: `The file is too large: at most ${formatBytes(limitBytes, 'en')} are accepted.`,
  }),
  INVALID_IMAGE: own,
  QUOTA_EXCEEDED: ({ quotaBytes, deletedBytes, maxImages }) => ({
    message:
      maxImages !== undefined
        ? `You may have at most ${maxImages.toLocaleString('en')} images. Delete some that are no longer needed; deleted ones count where they are many.`
        : deletedBytes === undefined
          ? `Your quota of ${formatBytes(quotaBytes, 'en')} would be exceeded.`
          : `What you deleted lately still takes up ${formatBytes(deletedBytes, 'en')}, more than twice your quota. It makes room within two hours, or at once where you delete it for good.`,
  }),
  IDEMPOTENCY_MISMATCH: own,
  BAD_REQUEST: own,
  CONFLICT: own,
  NOT_FOUND: own,
  METHOD_NOT_ALLOWED: own,
  RATE_LIMITED: always('Too many tries. Wait a minute and try again.'),
  IP_BLACKLISTED: own,
  IP_NOT_WHITELISTED: own,
  DECODE_FAIL: own,
  BLOB_MISSING: own,
  STORAGE_FAILED: always('The storage of this site does not work at the moment. Try again later.'),
  OVERLOADED: own,
  INTERNAL: always('Something went wrong on our side.'),
}
