/**
 * Finds ciphers in pasted text (docs/cipher/format.md, "Reading what people paste"): among other words, in a set that
 * is not enabled, or with look-alike punctuation. Everything beyond plain {@link detect} needs the wrapper.
 */
import { type Charset, symbolSetKey } from './charset.ts'
import type { CharsetIndex } from './charset-index.ts'
import { readBeginning } from './cut-cipher.ts'
import {
  classicDetection,
  type Detection,
  detect,
  type MessageReading,
  recognize,
  type StretchDetection,
} from './detect.ts'
import { isDoubtful } from './doubt.ts'
import { CodecError, CutCipher, DoubtedBody, refusals, refused } from './failure.ts'
import { whiteSpace } from './ignored-characters.ts'
import { maxCipherCodePoints } from './limits.ts'
import { foldAll, foldCase, foldInto } from './look-alikes.ts'
import { undoMarkup } from './markup.ts'
import { isPlausible } from './plausibility.ts'
import { type PreparedCharset, prepareCharset } from './prepared-charset.ts'
import { isSound, readStretches } from './stretch-reading.ts'
import { readSymbolValues } from './symbol-values.ts'
import { readUtf8Classic } from './utf8-classic.ts'
import {
  type Budget,
  charactersOf,
  charsetOf,
  findWrapped,
  folded,
  isSameSet,
  minCipherSymbols,
  readWhole,
  type SetOf,
} from './wrapped-ciphers.ts'

/** Limit of symbol reads for one message, far above what people send. */
const maxLooks = 2_000_000
/** Limits for finding a better reason of a refusal: reads in all, reads per unit, and the message's length. */
const maxLooksOfRefusal = 50_000
const maxLooksPerUnit = 20
const maxUnitsOfRefusal = 20_000
const maxLines = 100
/** A longer message certainly has too many code points. */
const maxCipherUnits = 2 * maxCipherCodePoints

/**
 * Detects the ciphers of a pasted message (docs/cipher/format.md, "Reading what people paste"). A message that is a
 * cipher is read as {@link detect} reads it, unless each piece between white space is a cipher. Otherwise, with and
 * without its markup undone, the first match of this list counts:
 *
 * 1. one cipher of an enabled set that all symbols of the set form together, with anything between them;
 * 2. ciphers of an enabled set, each within the message, with look-alikes folded into the set;
 * 3. classic ciphers of any other set or order of symbols, taken from the wrapper; frames of any other set;
 * 4. a cipher on each line, some without a wrapper.
 *
 * A cipher within a message begins and ends where the message does, at another character, or at white space, so that
 * a damaged cipher is not read as a shorter one. The text of a classic cipher must be well-formed, and the checksum
 * of a RAW frame must match.
 *
 * @throws {CodecError} CIPHER_LENGTH, UNRECOGNIZED, DAMAGED, as {@link detect} of the message itself
 * @example readMessage(`Look: ${cipher}!`, index).detections
 */
export function readMessage(message: string, index: CharsetIndex): MessageReading {
  const pieces = readPieces(message, index)
  if (pieces !== undefined) return { detections: pieces, unread: [] }
  const budget = { looks: maxLooks }
  try {
    const detection = detect(message, index)
    const relative = isDoubtful(detection) ? asUtf8(message, detection.charset) : undefined
    if (relative !== undefined) return { detections: [relative], unread: [] }
    const stretches = isSettled(detection) ? [] : findStretches(message, index, budget)
    const detections = isDoubtful(detection) && stretches.length > 0 ? [] : [detection]
    return { detections, unread: [], stretches }
  } catch (error) {
    if (!(error instanceof CodecError) || error.code === 'CIPHER_LENGTH') throw error
    return findAnywhere(message, index, budget, error) ?? refuse(error, message, index)
  }
}

/** Whether a whole cipher is one for certain, so that nothing else is sought. */
const isSettled = (detection: Detection): boolean =>
  !detection.needsKey && !isDoubtful(detection) && isSound(detection)

const saysSeveral = ({ template }: CodecError): boolean => template === refusals.severalCiphers

/** Finds ciphers in a message that {@link detect} refused. */
function findAnywhere(
  message: string,
  index: CharsetIndex,
  budget: Budget,
  error: CodecError,
): MessageReading | undefined {
  for (const written of waysToWrite(message)) {
    const found = findCiphers(written, index, budget)
    if (found === undefined) continue
    const isOneWithKey = found.detections.length === 1 && found.detections[0]!.needsKey
    return isOneWithKey ? { ...found, stretches: findStretches(message, index, budget) } : found
  }
  const lines = readLines(message, index)
  if (lines !== undefined) return { detections: lines, unread: [] }
  if (saysSeveral(error)) return undefined
  const single = findSingle(message, index, budget)
  if (single !== undefined) return { detections: [single], unread: [] }
  const stretches = findStretches(message, index, budget)
  return stretches.length === 0 ? undefined : { detections: [], unread: [], stretches }
}

const waysToWrite = (message: string) => new Set([message, undoMarkup(message)])

/** @throws {CodecError} always; {@link CutCipher} if the beginning of a cipher is readable */
function refuse(error: CodecError, message: string, index: CharsetIndex): never {
  if (error instanceof DoubtedBody || saysSeveral(error)) throw error
  const doubted = doubtedBodyIn(message, index)
  if (doubted !== undefined) throw doubted
  const budget = { looks: maxLooks }
  for (const { row, charset } of rowsOf(message, index, budget)) {
    const set = prepareCharset(charset)
    const beginning = readBeginning(readSymbolValues(row.join(''), set))
    if (beginning !== undefined) throw new CutCipher(error, beginning.text, beginning.ofAbout)
  }
  throw error
}

/** Finds a body without its wrapper among other words, or a cipher of a text's UTF-8. */
function findSingle(message: string, index: CharsetIndex, budget: Budget): Detection | undefined {
  for (const { row, charset } of rowsOf(message, index, budget)) {
    const body = row.join('')
    const found = recognize(body, index)
    if (found?.format === 'classic') return found
    const relative = asUtf8(body, prepareCharset(charset))
    if (relative !== undefined) return relative
  }
  return undefined
}

function asUtf8(cipher: string, charset: PreparedCharset): Detection | undefined {
  const text = readUtf8Classic(readSymbolValues(cipher, charset))
  return text === undefined ? undefined : classicDetection(charset, text)
}

/** The body without its wrapper that stands alone between other words, if its text is doubtful. */
function doubtedBodyIn(message: string, index: CharsetIndex): DoubtedBody | undefined {
  for (const { row, isAlone } of rowsOf(message, index, { looks: maxLooks })) {
    if (!isAlone) continue
    try {
      detect(row.join(''), index)
    } catch (error) {
      if (error instanceof DoubtedBody) return error
      if (!(error instanceof CodecError)) throw error
    }
  }
  return undefined
}

/** Finds the ciphers with symbols of their own set beside them, in the first row that has any. */
function findStretches(message: string, index: CharsetIndex, budget: Budget): StretchDetection[] {
  for (const { row, charset } of rowsOf(message, index, budget)) {
    const stretches = readStretches(row, charset)
    if (stretches.length > 0) return stretches
  }
  return []
}

/** A set's symbols in a message, together, then without short runs; with look-alikes and with markup undone. */
function* rowsOf(message: string, index: CharsetIndex, budget: Budget): Generator<Row> {
  for (const written of waysToWrite(message))
    for (const charset of index.charsets)
      for (const folded of waysToFold(written, charset))
        yield* rowsIn(runsOf(folded, ownSymbols(charset)), charset, budget)
}

function* rowsIn(all: readonly Run[], charset: Charset, budget: Budget): Generator<Row> {
  for (const runs of withoutShort(all)) {
    const row = runs.flat()
    budget.looks -= row.length
    if (budget.looks < 0) return
    const isAlone = runs.length === 1 && lengthOf(all) - row.length <= maxSymbolsInWords
    if (row.length >= minCipherSymbols) yield { row, charset, isAlone }
  }
}

/** Symbols of a set, one after another. */
interface Row {
  readonly row: readonly string[]
  readonly charset: Charset
  /** Whether nothing stands between them, and hardly any other symbols of the set elsewhere. */
  readonly isAlone: boolean
}

const maxSymbolsInWords = 2

function waysToFold(message: string, { symbols }: Charset): Set<string> {
  const folded = foldInto(message, symbols)
  return new Set([folded, foldCase(folded, symbols)])
}

const ownSymbols = ({ symbols }: Charset) =>
  new Set(symbols.map((symbol) => String.fromCodePoint(folded(symbol))))

/**
 * Chooses the refusal for a message that {@link detect} refused: `severalCiphers` if it holds several ciphers of
 * enabled sets, otherwise the same error. Part of a damaged keyed frame may look like a cipher, so it proves nothing.
 */
export function refusalOf(error: CodecError, message: string, index: CharsetIndex): CodecError {
  const isRefused = error.code === 'DAMAGED' || error.code === 'UNRECOGNIZED'
  if (!isRefused || message.length > maxUnitsOfRefusal) return error
  const budget = { looks: Math.min(maxLooksOfRefusal, maxLooksPerUnit * message.length) }
  const found = findWrapped(message, enabledIn(index), budget, isPlausibleOrShort)
  const areFound =
    found !== undefined &&
    (isRatherSeveral(found) || found.detections.filter(({ needsKey }) => !needsKey).length > 1)
  return areFound || readLines(message, index) !== undefined ? refused('severalCiphers', error.code) : error
}

/**
 * Reads several ciphers with wrappers, separated by white space. Joined, three may have the shape of one. Returns
 * `undefined` if a piece is no cipher.
 */
function readPieces(message: string, index: CharsetIndex): Detection[] | undefined {
  if (message.length > maxCipherUnits) return undefined
  const pieces = message.split(whiteSpace, maxLines + 3).filter((piece) => piece !== '')
  if (pieces.length < 2 || pieces.length > maxLines) return undefined
  const detections: Detection[] = []
  for (const piece of pieces) {
    const found = readWhole(charactersOf(piece).symbols, enabledIn(index), isPlausibleOrShort)
    if (found === undefined) return undefined
    detections.push(found)
  }
  return detections
}

/** Reads one cipher per line, with or without wrapper; `undefined` if a line is none, or for a single line. */
function readLines(message: string, index: CharsetIndex): Detection[] | undefined {
  const lines = message.split(/[\n\r]+/).filter((line) => line.trim() !== '')
  if (lines.length < 2 || lines.length > maxLines) return undefined
  const detections: Detection[] = []
  for (const line of lines) {
    const found = recognize(line, index)
    if (found === undefined) return undefined
    detections.push(found)
  }
  return detections
}

/** The first cipher of {@link readMessage}. */
export const detectInMessage = (message: string, index: CharsetIndex): Detection =>
  readMessage(message, index).detections[0]!

function findCiphers(message: string, index: CharsetIndex, budget: Budget): MessageReading | undefined {
  const ofEnabled = findWrapped(message, enabledIn(index), budget, isPlausibleOrShort)
  if (ofEnabled !== undefined && isRatherSeveral(ofEnabled)) return ofEnabled
  for (const charset of index.charsets) {
    for (const written of waysToFold(message, charset)) {
      const joined = findJoined(written, charset, budget)
      if (joined !== undefined) return { detections: [joined], unread: [] }
      const found = findWrapped(
        written,
        (symbols) => (isSameSet(symbols, charset) ? charset : undefined),
        budget,
      )
      if (found !== undefined) return found
    }
  }
  const enabled = new Set(index.charsets.map(({ symbols }) => symbolSetKey(symbols)))
  const setOf: SetOf = (symbols, cipher, format) =>
    (format === 'frame' && enabled.has(symbolSetKey(symbols))) ||
    !symbols.every((symbol) => isRepeated(symbol, cipher))
      ? undefined
      : charsetOf(symbols)
  const everyFold = foldAll(message)
  for (const written of new Set([message, everyFold, everyFold.replaceAll('...', '…')])) {
    const found = findWrapped(written, setOf, budget, (text) => isPlausible(text))
    if (found !== undefined) return found
  }
  return undefined
}

/** Whether ciphers are separate: of several sets, or several with nothing unread. */
const isRatherSeveral = ({ detections, unread }: MessageReading): boolean =>
  new Set(detections.map(({ charset }) => charset)).size > 1 || (detections.length > 1 && unread.length === 0)

/** Lengths of symbol runs to leave out before the others are joined: times, numbers and names form short runs. */
const shortRuns = [0, 1, 2, 3, 5, 8]

/** Joins all symbols of a set into one cipher, if it is quoted, numbered, or split by names, times or "(1/2)". */
function findJoined(message: string, charset: Charset, budget: Budget): Detection | undefined {
  const setOf: SetOf = (four) => (isSameSet(four, charset) ? charset : undefined)
  for (const runs of waysToJoin(message, charset)) {
    const cipher = runs.flat()
    budget.looks -= cipher.length
    if (budget.looks < 0) return undefined
    if (cipher.length < minCipherSymbols) continue
    const found = readWhole(cipher, setOf, isPlausibleOrShort)
    if (found !== undefined) return found
  }
  return undefined
}

type Run = readonly string[]

/**
 * Runs of a set's symbols, first all, then without short ones. A run ends at any other character; in a second attempt
 * also at white space. Finally only the last run of each line, if those before it are short. So numbers, times and
 * names in the set's own symbols are left out.
 */
function* waysToJoin(message: string, charset: Charset): Generator<readonly Run[]> {
  const own = ownSymbols(charset)
  const runs = runsOf(message, own)
  if (lengthOf(runs) < minCipherSymbols) return
  yield* withoutShort(runs)
  const lines = message
    .split(lineBreaks)
    .map((line) => line.split(whiteSpace).flatMap((word) => runsOf(word, own)))
  yield* withoutShort(lines.flat())
  const areShort = (before: readonly Run[]) => before.every(({ length }) => length <= shortRuns.at(-1)!)
  if (lines.every((line) => areShort(line.slice(0, -1)))) yield lines.flatMap((line) => line.slice(-1))
}

function* withoutShort(runs: readonly Run[]): Generator<readonly Run[]> {
  let joined = -1
  for (const short of shortRuns) {
    const long = runs.filter(({ length }) => length > short)
    if (lengthOf(long) !== joined) yield long
    joined = lengthOf(long)
  }
}

const lengthOf = (runs: readonly Run[]): number => runs.reduce((sum, { length }) => sum + length, 0)

const lineBreaks = /[\n\v\f\r\u0085\u2028\u2029]+/

function runsOf(written: string, own: ReadonlySet<string>): Run[] {
  const runs: string[][] = [[]]
  for (const symbol of charactersOf(written).symbols) {
    if (own.has(symbol)) runs.at(-1)!.push(symbol)
    else if (runs.at(-1)!.length > 0) runs.push([])
  }
  return runs.filter(({ length }) => length > 0)
}

const isPlausibleOrShort = (text: string): boolean => text.length < 3 || isPlausible(text)

const enabledIn =
  (index: CharsetIndex): SetOf =>
  (four) =>
    index.charsets.find((charset) => isSameSet(four, charset))

const isRepeated = (symbol: string, cipher: readonly string[]): boolean =>
  cipher.indexOf(symbol) !== cipher.lastIndexOf(symbol)
