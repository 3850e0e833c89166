const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const

/** A size as people write it in a language: `1.2 MB`. */
export function readableBytes(bytes: number, language: string): string {
  let value = bytes
  let unit = 0
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000
    unit += 1
  }
  const style = {
    style: 'unit',
    unit: units[unit] ?? 'byte',
    unitDisplay: unit === 0 ? 'long' : 'short',
  } as const
  return new Intl.NumberFormat(language, { ...style, maximumFractionDigits: value < 10 ? 1 : 0 }).format(
    value,
  )
}
