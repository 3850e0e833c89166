/** A number with English separators, and the word that fits it. */
export const counted = (number: number | string, one: string, many: string): string =>
  `${Number(number).toLocaleString('en')} ${Number(number) === 1 ? one : many}`

/** A number with the separators of Chinese. */
export const grouped = (number: number): string => number.toLocaleString('zh-CN')
