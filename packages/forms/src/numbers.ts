/** A number with English separators, and its noun in singular or plural. */
export const counted = (number: number | string, one: string, many: string): string =>
  `${Number(number).toLocaleString('en')} ${Number(number) === 1 ? one : many}`

/** A number with Chinese separators. */
export const grouped = (number: number): string => number.toLocaleString('zh-CN')
