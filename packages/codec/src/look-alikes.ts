/**
 * Characters that chat programs, keyboards, converters and people write for others that look like them. Only reading a
 * pasted message folds them, never the service.
 */
const lookAlikes: Readonly<Record<string, string>> = {
  '~': '〜∼⁓˜',
  '·': '・･•‧∙⋅',
  '…': '⋯',
  "'": '‘’',
  '"': '“”',
  '-': '‐‑–—−',
  呜: '嗚',
  锵: '鏘',
}

const fullwidthForms = { first: 0xff01, last: 0xff5e, ascii: 0x21 } as const

const foldOf = new Map<string, string>([
  ...Object.entries(lookAlikes).flatMap(([folded, written]) =>
    Array.from(written, (character) => [character, folded] as const),
  ),
  ...Array.from({ length: fullwidthForms.last - fullwidthForms.first + 1 }, (_, i) => {
    const written = String.fromCodePoint(fullwidthForms.first + i)
    return [written, String.fromCodePoint(fullwidthForms.ascii + i)] as const
  }),
])

/** The character that a look-alike stands for; fullwidth forms become ASCII. */
const fold = (character: string): string => foldOf.get(character) ?? character

/** Every character of a message folded. */
export const foldAll = (message: string): string => Array.from(message, fold).join('')

/** A message with capitals as small letters, or the reverse, where only the other is one of the symbols. */
export function foldCase(message: string, symbols: readonly string[]): string {
  const symbolOf = new Map(
    symbols.flatMap((symbol) => [
      [symbol.toLowerCase(), symbol],
      [symbol.toUpperCase(), symbol],
    ]),
  )
  for (const symbol of symbols) symbolOf.set(symbol, symbol)
  return symbolOf.size === symbols.length
    ? message
    : Array.from(message, (character) => symbolOf.get(character) ?? character).join('')
}

const dots = /\.{3}/g

/**
 * A message for reading with a set of symbols: look-alikes become the symbols. `...` becomes `…` or the reverse if the
 * set has only one of the two; a set with both leaves them.
 */
export function foldInto(message: string, symbols: readonly string[]): string {
  const symbolOf = new Map(symbols.map((symbol) => [fold(symbol), symbol]))
  const folded = Array.from(message, (character) =>
    symbols.includes(character) ? character : (symbolOf.get(fold(character)) ?? character),
  ).join('')
  const dot = symbolOf.get('.')
  const ellipsis = symbolOf.get('…')
  if (ellipsis !== undefined && dot === undefined) return folded.replace(dots, ellipsis)
  if (dot !== undefined && ellipsis === undefined) return folded.replaceAll('…', dot.repeat(3))
  return folded
}
