import type { User } from '@pictoglyph/site/language/records'

const megabyte = 1024 * 1024

/** A user's quota as a field's value: in MiB, or empty. */
export function quotaField({ quotaBytes }: Pick<User, 'quotaBytes'>): string {
  return quotaBytes === null ? '' : String(quotaBytes / megabyte)
}

/** Parses a quota field to bytes: `null` if it is empty, `NaN` if it is not a number. */
export function readQuota(field: string): number | null {
  const written = field.trim()
  return written === '' ? null : Math.round(Number(written) * megabyte)
}
