/**
 * Characters that chat programs, keyboards, converters and people substitute for similar ones. The reader of pasted
 * messages folds them; the service never does.
 */
const lookAlikes: Readonly<Record<string, string>> = {
  '~': '〜∼⁓˜〰',
  '·': '・･•‧∙⋅',
  '…': '⋯',
  "'": '‘’',
  '"': '“”',
  '-': '‐‑–—−',
  呜: '嗚',
  锵: '鏘',
  0: '٠۰',
  1: '١۱',
  2: '٢۲',
  3: '٣۳',
}

/** Letters that stand for a digit in a set of digits. A set of letters has them as symbols of their own. */
const lettersForDigits: Readonly<Record<string, string>> = { O: '0', o: '0' }

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

/** Folds a look-alike to the character it replaces, and fullwidth forms to ASCII. */
const fold = (character: string): string => foldOf.get(character) ?? character

/** Folds every character of a message. */
export const foldAll = (message: string): string => Array.from(message, fold).join('')

/** Changes the case of letters in a message if only the other case is one of the symbols. */
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
 * Folds look-alikes in a message into a set's symbols. `...` becomes `…` or the reverse if the set has only one of
 * the two.
 */
export function foldInto(message: string, symbols: readonly string[]): string {
  const symbolOf = new Map(symbols.map((symbol) => [fold(symbol), symbol]))
  const folded = Array.from(message, (character) =>
    symbols.includes(character)
      ? character
      : (symbolOf.get(fold(character)) ?? symbolOf.get(lettersForDigits[character] ?? '') ?? character),
  ).join('')
  const dot = symbolOf.get('.')
  const ellipsis = symbolOf.get('…')
  if (ellipsis !== undefined && dot === undefined) return folded.replace(dots, ellipsis)
  if (dot !== undefined && ellipsis === undefined) return folded.replaceAll('…', dot.repeat(3))
  return folded
}
