const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/**
 * Formats a number of bytes for people: `20 MB`, `1.2 MB`, `512 bytes`. It uses binary units, like limits and quotas,
 * so that a file of the maximum size displays the same size as the limit.
 *
 * @param language a BCP 47 tag
 * @param digits maximum fraction digits, at least 1 for values below 10; trailing zeros are dropped
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
 * Formats a size and its limit, the size with enough digits to see that it is larger: `20.1 MB` for a limit of `20 MB`.
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
