import type { AccessEntry } from '../records.ts'

/** When the first of the entries expires, in milliseconds since the epoch; infinite if none does. */
export function firstExpiryMs(entries: readonly Pick<AccessEntry, 'expiresAtMs'>[]): number {
  let firstMs = Number.POSITIVE_INFINITY
  for (const { expiresAtMs } of entries) firstMs = Math.min(firstMs, expiresAtMs ?? firstMs)
  return firstMs
}
