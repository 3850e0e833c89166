import { type FailureFacts, isPolicyKey, message, type PolicyKey } from '@pictoglyph/core'
import type { Messages } from './messages.ts'

/** The same facts, in which a policy bears the name of its field instead of the command's. */
export function withPolicyNames(
  { policy, access, accountPolicy, audit }: Messages,
  facts: FailureFacts,
): FailureFacts {
  if (facts.code !== 'BAD_REQUEST' || facts.reason.template !== '{key}: {problem}') return facts
  const names: Readonly<Record<PolicyKey, string>> = {
    'upload.maxBytes': policy.maxBytes,
    'upload.types': policy.types,
    'upload.dedupScope': policy.dedupScope,
    'upload.maxPixels': policy.maxPixels,
    'upload.maxSide': policy.maxSide,
    'upload.maxFrames': policy.maxFrames,
    'upload.maxImagesPerUser': policy.maxImagesPerUser,
    'upload.metadata': policy.metadata,
    'upload.defaultLifetime': policy.defaultLifetime,
    'upload.maxLifetime': policy.maxLifetime,
    'upload.dedupBy': policy.dedupBy,
    'upload.accessLists': policy.accessLists,
    'text.requestsPerMinute': access.limit,
    'text.whitelistMode': access.whitelistTitle,
    'console.secondFactor': accountPolicy.secondFactor,
    'console.passwords': accountPolicy.passwords,
    'console.providerAccounts': accountPolicy.providerAccounts,
    'keys.defaultExpiryDays': accountPolicy.defaultExpiry,
    'audit.keepFor': audit.keepFor,
  }
  const { key, problem = '' } = facts.reason.values
  if (typeof key !== 'string' || !isPolicyKey(key)) return facts
  return { ...facts, reason: message('{key}: {problem}', { key: names[key], problem }) }
}
