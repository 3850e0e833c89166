import type { User } from '@pictoglyph/site/language/records'

const megabyte = 1024 * 1024

/** A user's quota as it stands in its field: in MiB, and empty if there is none. */
export function quotaField({ quotaBytes }: Pick<User, 'quotaBytes'>): string {
  return quotaBytes === null ? '' : String(quotaBytes / megabyte)
}

/** The quota in bytes that a field holds; not a number where it holds none. */
export function readQuota(field: string): number | null {
  const written = field.trim()
  return written === '' ? null : Math.round(Number(written) * megabyte)
}
