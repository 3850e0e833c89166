import { Failure, type FailureFacts, failures, formatBytes } from '@pictoglyph/core'
import { typeName } from '../parts/type-name.ts'
import type { FailureTexts } from './failure-text.ts'

const always = (message: string) => () => ({ message })

/** Sentences for people, where the site's own speaks to programs. Any other code has the site's own. */
const forPeople: Partial<FailureTexts> = {
  UNAUTHORIZED: always('This key is revoked or has expired.'),
  FORBIDDEN: ({ permission }) => ({ message: `This key lacks the permission ${permission}.` }),
  KEY_USED_UP: ({ maxUploads }) => ({
    message: `This key allows ${maxUploads.toLocaleString('en')} uploads, and all of them were made.`,
  }),
  FILE_MISSING: always('Choose a file first.'),
  CATEGORY_MISSING: always('Choose a category.'),
  TYPE_NOT_ALLOWED: ({ found, allowed }) => {
    const type =
      found === 'unknown' ? 'The type of this file is not known here' : `This file is ${typeName(found)}`
    return { message: `${type}. Accepted: ${allowed.map(typeName).join(', ')}.` }
  },
  TOO_LARGE: ({ limitBytes }) => ({
    message: `The file is too large: at most ${formatBytes(limitBytes, 'en')} are accepted.`,
  }),
  QUOTA_EXCEEDED: ({ quotaBytes, deletedBytes, maxImages, isForGuest }) => ({
    message: isForGuest
      ? 'There is no room for more images.'
      : maxImages !== undefined
        ? `You may have at most ${maxImages.toLocaleString('en')} images. Delete some that are no longer needed; deleted ones count where they are many.`
        : deletedBytes === undefined
          ? `Your quota of ${formatBytes(quotaBytes, 'en')} would be exceeded.`
          : `What you deleted lately still takes up ${formatBytes(deletedBytes, 'en')}, more than twice your quota. It makes room within two hours, or at once where you delete it for good.`,
  }),
  RATE_LIMITED: always('Too many tries. Wait a minute and try again.'),
  STORAGE_FAILED: always('The storage of this site does not work at the moment. Try again later.'),
  INTERNAL: always('Something went wrong on our side.'),
}

/** The site's own sentence is English. */
const own = (facts: FailureFacts) => ({ message: new Failure(facts).message })

export const englishFailures: FailureTexts = {
  ...(Object.fromEntries(Object.keys(failures).map((code) => [code, own])) as FailureTexts),
  ...forPeople,
}
