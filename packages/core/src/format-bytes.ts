const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/**
 * A number of bytes as people read it: `20 MB`, `1.2 MB`, `512 bytes`. In binary steps, as limits and quotas are set,
 * so that a file of the largest size that is allowed has the size that the limit has.
 *
 * @param language a BCP 47 tag
 */
export function formatBytes(count: number, language: string): string {
  const step = count < 1024 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(count) / 10))
  const value = count / 1024 ** step
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[step] ?? 'byte',
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: value < 10 && step > 0 ? 1 : 0,
  }).format(value)
}
