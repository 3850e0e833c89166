/**
 * "Reading a cipher" of docs/cipher-format.md, rule by rule, up to where a frame is taken apart. It shares no code
 * with `src`.
 */
import { referenceClassicDecode } from './classic.ts'
import { referenceHeaders } from './frame.ts'

export type ReferenceReading = { text: string } | { refusal: 'UNRECOGNIZED' | 'DAMAGED' } | 'frame'

const damaged = { refusal: 'DAMAGED' } as const
const unrecognized = { refusal: 'UNRECOGNIZED' } as const

const fold = (symbol: string): string => (symbol === '～' ? '~' : symbol)
/** The ignored characters as the description lists them. */
const ignoredList =
  '0009–000D, 0020, 0085, 00A0, 00AD, 034F, 061C, 1680, 180B–180F, 2000–200F, 2028–202F, 205F–206F, 3000, FE00–FE0F, FEFF'
const ignoredRanges = ignoredList
  .split(', ')
  .map((range) => range.split('–').map((hex) => Number.parseInt(hex, 16)))
const isPassedOver = (symbol: string): boolean =>
  ignoredRanges.some(
    ([first, last = first]) => first! <= symbol.codePointAt(0)! && symbol.codePointAt(0)! <= last!,
  )

export function referenceReading(cipher: string, enabled: readonly (readonly string[])[]): ReferenceReading {
  const sets = enabled.map((symbols) => symbols.map(fold))
  const symbols = Array.from(cipher)
    .filter((symbol) => !isPassedOver(symbol))
    .map(fold)
  const n = symbols.length
  const edges = [...symbols.slice(0, 3), ...symbols.slice(3).slice(-1)].join('')
  for (const set of sets) {
    const [c0, c1, c2, c3] = set
    const isClassic = edges === `${c3}${c1}${c0}${c2}`
    if (!isClassic && edges !== `${c0}${c2}${c3}${c1}`) continue
    if (symbols.some((symbol) => !set.includes(symbol))) return unrecognized
    if (isClassic && n % 8 === 4 && n > 4) return { text: referenceClassicDecode(set, symbols.join('')) }
    if (!isClassic && n % 4 === 2 && n > 6) return 'frame'
    return n % 8 === 0 && n >= 16 ? readBody(set, symbols) : damaged
  }
  const fitting = sets.filter((set) => symbols.every((symbol) => set.includes(symbol)))
  if (n % 8 !== 0 || n < 16 || fitting.length !== 1) return unrecognized
  return readBody(fitting[0]!, symbols)
}

function readBody(set: readonly string[], symbols: readonly string[]): ReferenceReading {
  const body = symbols.join('')
  if (referenceHeaders(set).some((header) => body.startsWith(header))) return damaged
  const [c0, c1, c2, c3] = set
  const before = body.startsWith(`${c3}${c1}${c0}`)
  const after = body.endsWith(`${c2}`)
  const half = symbols.length / 2
  const isTwice = symbols.slice(0, half).join('') === symbols.slice(half).join('')
  if (before && after && half % 8 === 4 && half > 4 && isTwice) return damaged
  const text = referenceClassicDecode(set, `...${body}.`)
  return (before || after) && /\p{Surrogate}/u.test(text) ? damaged : { text }
}
