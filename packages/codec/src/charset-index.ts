import { areConfusable, type Charset, foldSymbol, symbolKey } from './charset.ts'
import { classicWrapper } from './classic-encoder.ts'
import { CodecError } from './failure.ts'
import { frameWrapper } from './frame.ts'
import { type PreparedCharset, prepareCharset } from './prepared-charset.ts'

/** The meaning of a wrapper: a set by its symbols, a format by their order. */
interface WrapperMeaning {
  readonly charset: PreparedCharset
  readonly format: 'classic' | 'frame'
}

/** The enabled character sets, indexed so that detection time does not depend on their number. */
export interface CharsetIndex {
  /** The prepared sets, in the order given. */
  readonly charsets: readonly PreparedCharset[]
  /** Finds a prepared set by its id. */
  get(id: string): PreparedCharset | undefined
  /** Finds the meaning of a wrapper by its four code points: the first three symbols and the last. */
  wrapper(codePoints: readonly number[]): WrapperMeaning | undefined
  /** The set that contains these one to four different code points, if exactly one does. */
  only(codePoints: readonly number[]): PreparedCharset | undefined
}

/**
 * Prepares the enabled sets; build the index once and keep it.
 *
 * @throws {CodecError} BAD_CHARSET for unsuitable symbols, a duplicate id, or two sets that {@link areConfusable}
 * @example const index = createCharsetIndex(shippedCharsets)
 */
export function createCharsetIndex(charsets: readonly Charset[]): CharsetIndex {
  const prepared = charsets.map(prepareCharset)
  const byId = new Map<string, PreparedCharset>()
  const wrappers = new Map<string, WrapperMeaning>()
  const bySomeSymbols = new Map<string, PreparedCharset | null>()
  for (const set of prepared) {
    const twin = [...byId.values()].find((known) => areConfusable(known.symbols, set.symbols))
    if (twin) {
      throw new CodecError(
        'BAD_CHARSET',
        'The sets cannot be enabled together: a cipher could not tell {id} from {twin}.',
        { id: set.id, twin: twin.id },
      )
    }
    if (byId.has(set.id)) {
      throw new CodecError(
        'BAD_CHARSET',
        'The sets cannot be enabled together: two character sets have the id {id}.',
        { id: set.id },
      )
    }
    byId.set(set.id, set)
    for (const [format, order] of wrapperOrders) {
      wrappers.set(symbolKey(order.map((value) => set.codePoints[value]!)), { charset: set, format })
    }
    for (const key of subsetKeys(set.codePoints)) bySomeSymbols.set(key, bySomeSymbols.has(key) ? null : set)
  }
  return {
    charsets: prepared,
    get: (id) => byId.get(id),
    wrapper: (codePoints) => wrappers.get(symbolKey(codePoints.map(foldSymbol))),
    only: (codePoints) => bySomeSymbols.get(sortedKey(codePoints.map(foldSymbol))) ?? undefined,
  }
}

const wrapperOrders = [
  ['classic', classicWrapper],
  ['frame', frameWrapper],
] as const

const sortedKey = (codePoints: readonly number[]): string => symbolKey([...codePoints].sort((a, b) => a - b))

function subsetKeys(codePoints: readonly number[]): string[] {
  const subsets = Array.from({ length: 15 }, (_, i) => codePoints.filter((_, bit) => (i + 1) & (1 << bit)))
  return subsets.map(sortedKey)
}
