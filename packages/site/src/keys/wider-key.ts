import type { ApiKey, KeyBinding } from '../language/records.ts'
import { formatCidr, networksAround, parseCidr } from '../network/cidr.ts'

/** What of a key its owner may change: all that is not its secret, its permissions and what they act on. */
export type ChangeableKey = Pick<
  ApiKey,
  'name' | 'expiresAtMs' | 'uploadsPerMinute' | 'maxUploads' | 'imageLifetimeMs' | 'binding'
>

/**
 * Whether a key could do anything after a change that it could not do before: that takes a fresh proof of who asks. Networks that only together cover a new one count as wider.
 */
export function isWider(before: ChangeableKey, after: ChangeableKey): boolean {
  const bounds = ['expiresAtMs', 'uploadsPerMinute', 'maxUploads', 'imageLifetimeMs'] as const
  return (
    bounds.some((bound) => isHigher(before[bound], after[bound])) ||
    isWiderBinding(before.binding, after.binding)
  )
}

/** A bound that is not set is the highest. */
const isHigher = (before: number | null | undefined, after: number | null | undefined): boolean =>
  (after ?? Number.POSITIVE_INFINITY) > (before ?? Number.POSITIVE_INFINITY)

function isWiderBinding(before: KeyBinding, after: KeyBinding): boolean {
  return (
    isHigher(before.maxBytes, after.maxBytes) ||
    isLonger(before.categoryIds, after.categoryIds) ||
    isLonger(before.albumIds, after.albumIds) ||
    isLonger(before.types, after.types) ||
    // Without names a key sets no links at all.
    isLonger(before.linkNames ?? [], after.linkNames ?? []) ||
    reachesFurther(before.networks, after.networks)
  )
}

/** Whether a list that is there allows what the other did not. */
function isLonger(before: readonly string[] | undefined, after: readonly string[] | undefined): boolean {
  return before !== undefined && !(after?.every((one) => before.includes(one)) ?? false)
}

function reachesFurther(before: KeyBinding['networks'], after: KeyBinding['networks']): boolean {
  if (before === undefined) return false
  const known = new Set(before.map((network) => formatCidr(parseCidr(network))))
  const isWithin = (network: string) => {
    const { network: first, prefixLength } = parseCidr(network)
    return networksAround(first)
      .slice(0, prefixLength + 1)
      .some((around) => known.has(around))
  }
  return !(after?.every(isWithin) ?? false)
}
