/**
 * Finding a cipher in pasted text (docs/cipher-format.md, "Reading what people paste"): with words around it, in a set
 * that is not enabled, or with look-alike punctuation. Everything beyond plain {@link detect} needs the wrapper.
 */
import { type Charset, foldSymbol, parseSymbols, type Symbols, symbolSetKey } from './charset.ts'
import { type CharsetIndex, createCharsetIndex } from './charset-index.ts'
import { decodeSync } from './decode.ts'
import { type Detection, detect } from './detect.ts'
import { CodecError } from './failure.ts'
import { isIgnored } from './ignored-characters.ts'
import { foldAll, foldInto } from './look-alikes.ts'

/** How many symbols are looked at in all: a bound on the work that no message of people meets. */
const maxLooks = 2_000_000
const minCipherSymbols = 12
const symbolsOfSet = 4

/**
 * Recognises a cipher like {@link detect}. If that finds none, it looks for one within the message:
 *
 * 1. of an enabled set, with its wrapper, after look-alikes are folded into the set;
 * 2. of any other set, taken from the wrapper, which holds each of its four symbols once; they are also its id and
 *    name. Each symbol must occur once more, otherwise it may be a word.
 *
 * The cipher begins and ends where the message begins or ends, at another character, or at white space, so that a
 * damaged cipher is not read as a shorter one. The text of a classic cipher must be well-formed, and the checksum of a
 * RAW frame must match. The first cipher is taken, and of several that begin together the longest.
 *
 * @throws {CodecError} CIPHER_LENGTH, UNRECOGNIZED, DAMAGED, as {@link detect} of the message itself
 */
export function detectInMessage(message: string, index: CharsetIndex): Detection {
  try {
    return detect(message, index)
  } catch (error) {
    if (!(error instanceof CodecError) || error.code === 'CIPHER_LENGTH') throw error
    const found = findCipher(message, index)
    if (found === undefined) throw error
    return found
  }
}

interface Budget {
  looks: number
}

/** The set that four symbols are to be read as, if any. */
type SetOf = (symbols: Symbols, cipher: readonly string[]) => Charset | undefined

function findCipher(message: string, index: CharsetIndex): Detection | undefined {
  const budget = { looks: maxLooks }
  for (const charset of index.charsets) {
    const written = foldInto(message, charset.symbols)
    const found = findWrapped(
      written,
      (symbols) => (isSameSet(symbols, charset) ? charset : undefined),
      budget,
    )
    if (found !== undefined) return found
  }
  const enabled = new Set(index.charsets.map(({ symbols }) => symbolSetKey(symbols)))
  const setOf: SetOf = (symbols, cipher) =>
    enabled.has(symbolSetKey(symbols)) || !symbols.every((symbol) => isRepeated(symbol, cipher))
      ? undefined
      : charsetOf(symbols)
  const everyFold = foldAll(message)
  for (const written of new Set([message, everyFold, everyFold.replaceAll('...', '…')])) {
    const found = findWrapped(written, setOf, budget)
    if (found !== undefined) return found
  }
  return undefined
}

const isRepeated = (symbol: string, cipher: readonly string[]): boolean =>
  cipher.indexOf(symbol) !== cipher.lastIndexOf(symbol)

const isSameSet = (symbols: Symbols, charset: Charset): boolean =>
  symbols.every((symbol, i) => folded(symbol) === folded(charset.symbols[i]!))

const folded = (symbol: string): number => foldSymbol(symbol.codePointAt(0)!)

function charsetOf(symbols: Symbols): Charset | undefined {
  const written = symbols.join('')
  try {
    return { id: written, name: written, symbols: parseSymbols(written) }
  } catch (error) {
    if (error instanceof CodecError) return undefined
    throw error
  }
}

/** A message's characters without the ignored ones, and where among them a cipher may begin and end. */
interface Characters {
  readonly symbols: readonly string[]
  /** Whether white space, or nothing, comes before a character. */
  readonly afterSpace: readonly boolean[]
}

function charactersOf(message: string): Characters {
  const symbols: string[] = []
  const afterSpace: boolean[] = []
  let isAfterSpace = true
  for (const character of message) {
    if (isIgnored(character.codePointAt(0)!)) {
      isAfterSpace = true
      continue
    }
    symbols.push(String.fromCodePoint(folded(character)))
    afterSpace.push(isAfterSpace)
    isAfterSpace = false
  }
  return { symbols, afterSpace }
}

function findWrapped(message: string, setOf: SetOf, budget: Budget): Detection | undefined {
  const { symbols, afterSpace } = charactersOf(message)
  for (const { from, to } of runsOfFour(symbols)) {
    for (let start = from; start + minCipherSymbols <= to; start++) {
      if (start !== from && !afterSpace[start]) continue
      for (let end = to; end >= start + minCipherSymbols; end--) {
        if (end !== to && !afterSpace[end]) continue
        const cipher = symbols.slice(start, end)
        budget.looks -= cipher.length
        if (budget.looks < 0) return undefined
        const found = readWhole(cipher, setOf)
        if (found !== undefined) return found
      }
    }
  }
  return undefined
}

/** The longest stretches of four different symbols. Two of them may overlap. */
function* runsOfFour(symbols: readonly string[]): Generator<{ from: number; to: number }> {
  const counts = new Map<string, number>()
  let from = 0
  for (let to = 0; to <= symbols.length; to++) {
    const next = symbols[to]
    const isLongest = next === undefined || !counts.has(next)
    if (isLongest && counts.size === symbolsOfSet) yield { from, to }
    if (next === undefined) return
    counts.set(next, (counts.get(next) ?? 0) + 1)
    for (; counts.size > symbolsOfSet; from++) {
      const left = symbols[from]!
      const count = counts.get(left)! - 1
      if (count === 0) counts.delete(left)
      else counts.set(left, count)
    }
  }
}

/** The cipher that all of these symbols are, by the wrapper of either format. */
function readWhole(symbols: readonly string[], setOf: SetOf): Detection | undefined {
  const [a, b, c] = symbols
  const last = symbols.at(-1)!
  if (new Set([a, b, c, last]).size < symbolsOfSet) return undefined
  const classic = setOf([c!, b!, last, a!], symbols)
  const frame = setOf([a!, last, b!, c!], symbols)
  return readIn(classic, symbols, 'classic') ?? readIn(frame, symbols, 'frame')
}

function readIn(
  charset: Charset | undefined,
  symbols: readonly string[],
  format: Detection['format'],
): Detection | undefined {
  if (charset === undefined) return undefined
  try {
    const detection = detect(symbols.join(''), createCharsetIndex([charset]))
    if (detection.format !== format) return undefined
    if (detection.format === 'classic') return detection.text.isWellFormed() ? detection : undefined
    if (!detection.needsKey) decodeSync(detection)
    return detection
  } catch (error) {
    if (error instanceof CodecError) return undefined
    throw error
  }
}
