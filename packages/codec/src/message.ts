/**
 * Finds ciphers in pasted text (docs/cipher/format.md, "Reading what people paste"): among other words, in a set that
 * is not enabled, or with look-alike punctuation. Everything beyond plain {@link detect} needs the wrapper.
 */
import { type Charset, symbolSetKey } from './charset.ts'
import type { CharsetIndex } from './charset-index.ts'
import { minCipherSymbols } from './classic-decoder.ts'
import { type Detection, detect, type MessageReading, recognize } from './detect.ts'
import { isDoubtful } from './doubt.ts'
import { CodecError, damaged, refused } from './failure.ts'
import { whiteSpace } from './ignored-characters.ts'
import { maxCipherCodePoints } from './limits.ts'
import { foldAll } from './look-alikes.ts'
import { isPlausible } from './plausibility.ts'
import { asUtf8, findSingle, findStretches, saysSeveral, withText } from './rest-of-message.ts'
import { isSound } from './stretch-reading.ts'
import { waysToFold, waysToJoin, waysToWrite } from './symbol-rows.ts'
import {
  type Budget,
  charactersOf,
  charsetOf,
  findWrapped,
  isSameSet,
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
 * 4. a cipher on each line, some without a wrapper;
 * 5. a body without its wrapper among other words, or a classic cipher of a text's UTF-8;
 * 6. ciphers with up to 16 symbols of their own set on either side.
 *
 * A cipher within a message begins and ends where the message does, at another character, or at white space, so that
 * a damaged cipher is not read as a shorter one. The text of a classic cipher must be well-formed, and the checksum
 * of a RAW frame must match.
 *
 * @throws {CodecError} CIPHER_LENGTH, UNRECOGNIZED, DAMAGED, as {@link detect} of the message itself; as a
 * `DoubtedBody` or `CutCipher` with a text to display
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
    const found = findAnywhere(message, index, budget, error)
    if (found !== undefined) return found
    throw withText(error, message, index, { looks: maxLooks })
  }
}

/** Whether a whole cipher is one for certain, so that nothing else is sought. */
const isSettled = (detection: Detection): boolean =>
  !detection.needsKey && !isDoubtful(detection) && isSound(detection)

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

/** The first cipher of {@link readMessage}. @throws {CodecError} also where all have symbols beside them */
export function detectInMessage(message: string, index: CharsetIndex): Detection {
  const [first] = readMessage(message, index).detections
  if (first === undefined) throw damaged()
  return first
}

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

const isPlausibleOrShort = (text: string): boolean => text.length < 3 || isPlausible(text)

const enabledIn =
  (index: CharsetIndex): SetOf =>
  (four) =>
    index.charsets.find((charset) => isSameSet(four, charset))

const isRepeated = (symbol: string, cipher: readonly string[]): boolean =>
  cipher.indexOf(symbol) !== cipher.lastIndexOf(symbol)
