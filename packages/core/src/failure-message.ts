import type { FailureFacts } from './failure.ts'
import { inEnglish } from './message.ts'

/** What a person reads: one English sentence that says what is wrong and, where it helps, what to do. */
export function describeFailure(facts: FailureFacts): string {
  switch (facts.code) {
    case 'UNAUTHORIZED':
      return 'The API key is missing, invalid or expired. Send it as "Authorization: Bearer <API_KEY>".'
    case 'FORBIDDEN':
      return `The API key lacks the permission ${facts.permission}.`
    case 'KEY_BOUND':
      return `The API key does not allow this: ${inEnglish(facts.reason)}`
    case 'FILE_MISSING':
      return 'The image is missing: send it as the form field "file".'
    case 'CATEGORY_MISSING':
      return 'The category is missing: send its id as the form field "categoryId".'
    case 'CATEGORY_UNAVAILABLE':
      return `The category "${facts.categoryId}" does not exist or is disabled.`
    case 'ALBUM_NOT_ALLOWED':
      return `The album "${facts.albumId}" does not exist or belongs to someone else.`
    case 'TYPE_NOT_ALLOWED':
      return `The file is of type ${facts.found}. Allowed: ${facts.allowed.join(', ')}.`
    case 'TOO_LARGE':
      return `The file is larger than ${facts.limitBytes} bytes, the most that this site takes.`
    case 'INVALID_IMAGE':
      return `The image can't be accepted: ${inEnglish(facts.reason)}`
    case 'QUOTA_EXCEEDED':
      if (facts.maxImages !== undefined) {
        return `An account may have at most ${facts.maxImages} images, and what it deleted lately counts too. Delete some for good.`
      }
      return facts.deletedBytes === undefined
        ? `The upload would exceed the account's quota of ${facts.quotaBytes} bytes.`
        : `What the account deleted lately still takes up ${facts.deletedBytes} bytes, more than twice its quota. It makes room within two hours.`
    case 'IDEMPOTENCY_MISMATCH':
      return 'This Idempotency-Key was used before with another upload. Use a new one for each upload.'
    case 'BAD_REQUEST':
    case 'CONFLICT':
      return inEnglish(facts.reason)
    case 'NOT_FOUND':
      return `${inEnglish(facts.what)} was not found.`
    case 'METHOD_NOT_ALLOWED':
      return `Use ${facts.allowed.join(' or ')} here.`
    case 'RATE_LIMITED':
      return `${limitReason(facts.limit)} Try again at ${new Date(facts.resetAtMs).toISOString()}.`
    case 'IP_BLACKLISTED':
      return 'Your address is blocked.'
    case 'IP_NOT_WHITELISTED':
      return 'Your address is not on the list of those allowed.'
    case 'DECODE_FAIL':
      return 'The cipher is not recognized: its character set is not enabled, it is damaged, or the key is wrong.'
    case 'BLOB_MISSING':
      return `The bytes ${facts.address} are missing from the store.`
    case 'STORAGE_FAILED':
      return 'The storage of this site does not work at the moment. Try again later.'
    case 'OVERLOADED':
      return `The service is busy. Try again in ${facts.retryAfterSeconds} s.`
    case 'INTERNAL':
      return "Something went wrong on our side. The answer's X-Request-Id names this request in the log."
  }
}

function limitReason(limit: number | null): string {
  return limit === null
    ? 'Too many requests of this kind are waiting.'
    : `At most ${limit} requests a minute are allowed.`
}
