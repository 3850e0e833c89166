const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/**
 * A number of bytes as people read it: `20 MB`, `1.2 MB`, `512 bytes`. In binary steps, as limits and quotas are set,
 * so that a file of the largest size that is allowed has the size that the limit has.
 *
 * @param language a BCP 47 tag
 * @param digits at least so many behind the point, if they are not zero
 */
export function formatBytes(count: number, language: string, digits = 0): string {
  const step = count < 1024 ? 0 : Math.min(units.length - 1, Math.floor(Math.log2(count) / 10))
  const value = count / 1024 ** step
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[step] ?? 'byte',
    unitDisplay: step === 0 ? 'long' : 'short',
    maximumFractionDigits: step === 0 ? 0 : Math.max(digits, value < 10 ? 1 : 0),
  }).format(value)
}

/**
 * A size and its limit as people read them, the size with as many digits as show that it is more: `20.1 MB` where
 * `20 MB` are allowed.
 * @returns the size, then the limit
 */
export function formatOverLimit(count: number, limit: number, language: string): [string, string] {
  const said = formatBytes(limit, language)
  for (let digits = 0; digits <= 6; digits++) {
    const size = formatBytes(count, language, digits)
    if (size !== said) return [size, said]
  }
  return [`${count.toLocaleString(language)} B`, `${limit.toLocaleString(language)} B`]
}
