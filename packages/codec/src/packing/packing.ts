/** Packs a text into few bytes, and unpacks it (docs/cipher/model.md). */
import { damaged } from '../failure.ts'
import { maxTextUnits } from '../limits.ts'
import { decodeUtf16, encodeUtf16 } from '../text-bytes.ts'
import { codeLevels, createAlphabet } from './alphabet.ts'
import { codeContexts } from './contexts.ts'
import { packDigits, unpackDigits } from './digit-packing.ts'
import { createModel, type Model } from './model.ts'
import { packByModel, unpackBeginningByModel, unpackByModel } from './model-packing.ts'
import { createNumberReader } from './number-code.ts'
import { tableBase64 } from './table-base64.ts'

/** How bytes store a text: 0 is big-endian UTF-16, 1 the model, 2 the digits of an alphabet. */
export type Packing = 0 | 1 | 2

/** What a frame's header or salt says of a packing: 1 the model; 0 another, and the check of the body tells which. */
export type PackingBit = 0 | 1

/** The bit of a packing. */
export const packingBitOf = (packing: Packing): PackingBit => (packing === 1 ? 1 : 0)

/** A text as bytes, and their packing. */
export interface PackedText {
  readonly packing: Packing
  readonly bytes: Uint8Array
}

/** Maximum length of a packed text: the longest text in UTF-16. */
export const maxPackedBytes = 2 * maxTextUnits

/**
 * Packs a text of 1 to {@link maxTextUnits} units in the way with the fewest bytes; of equal ones by the model, then in
 * UTF-16. They are never more than those of UTF-8, which needs three for a lone surrogate.
 *
 * A text has one packed form, the same on every engine.
 *
 * @example const { packing, bytes } = pack('hello') unpack(packing, bytes) // 'hello'
 */
export function pack(text: string): PackedText {
  const digits = packDigits(text)
  const bytes = packByModel(model(), text, digits.length + 1)
  if (bytes !== null) return { packing: 1, bytes }
  if (digits.length < 2 * text.length) return { packing: 2, bytes: digits }
  return { packing: 0, bytes: encodeUtf16(text) }
}

/** Packs a text by the model; `null` if UTF-16 is as short. */
export const packedByModel = (text: string): Uint8Array | null => packByModel(model(), text)

/** Whether the model's alphabet lists a UTF-16 unit, so that it has a rank of its own. */
export const isListedUnit = (unit: number): boolean => model().lists(unit)

/**
 * Unpacks a text. Of packings 0 and 1 it takes the shorter one, as encoders wrote it that had no other.
 *
 * @throws {CodecError} DAMAGED if no encoder writes these bytes
 */
export function unpack(packing: Packing, bytes: Uint8Array): string {
  const text = unpackShort(packing, bytes, maxTextUnits)
  if (text === undefined) throw damaged()
  return text
}

/**
 * Unpacks a text of at most `maxUnits` units; `undefined` for a longer one, or for bytes that {@link unpack} refuses.
 * It never costs more than a text of `maxUnits`.
 */
export function unpackShort(packing: Packing, bytes: Uint8Array, maxUnits: number): string | undefined {
  if (!isPackedLength(packing, bytes.length) || bytes.length > 2 * maxUnits) return undefined
  if (packing === 1) return unpackByModel(model(), bytes, maxUnits) ?? undefined
  const text = packing === 0 ? decodeUtf16(bytes) : unpackDigits(bytes, maxUnits)
  if (text === null) return undefined
  const isShortest =
    packing === 0
      ? packByModel(model(), text) === null
      : bytes.length < 2 * text.length && packByModel(model(), text, bytes.length + 1) === null
  return isShortest ? text : undefined
}

/** Unpacks the beginning of a text that the model packed, from its first bytes; empty where nothing is certain. */
export const unpackBeginning = (bytes: Uint8Array): string => unpackBeginningByModel(model(), bytes)

/** Packs and unpacks texts: in the calling thread, or elsewhere, so that long texts do not block it. */
export interface Packer {
  readonly pack: (text: string) => PackedText | Promise<PackedText>
  /** @throws {CodecError} DAMAGED */
  readonly unpack: (packing: Packing, bytes: Uint8Array) => string | Promise<string>
}

/** Packs synchronously in the calling thread. */
export const packerInPlace: Packer = { pack, unpack }

/** Whether a packed text can have this length. */
export function isPackedLength(packing: Packing, byteCount: number): boolean {
  if (packing === 0) return byteCount >= 2 && byteCount <= maxPackedBytes && byteCount % 2 === 0
  return byteCount >= 1 && byteCount < maxPackedBytes
}

/** Whether a packed text with this bit can have this length; checked before decryption. */
export const isPossibleLength = (packingBit: PackingBit, byteCount: number): boolean =>
  isPackedLength(packingBit, byteCount) || (packingBit === 0 && isPackedLength(2, byteCount))

/**
 * Builds the tables, which takes up to 50 ms. A server calls it before it is ready, so that the first text need not
 * wait.
 */
export function preparePacking(): void {
  model()
}

let loaded: Model | undefined

function model(): Model {
  loaded ??= loadModel()
  return loaded
}

/**
 * The model's table, as in packages/codec/data/model.table. The training program makes it
 * (packages/codec/training/README.md).
 */
export function tableBytes(): Uint8Array {
  const binary = atob(tableBase64)
  const bytes = new Uint8Array(binary.length)
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i)
  return bytes
}

/** Creates a model from a table's bytes, by default this package's. */
export function loadModel(bytes: Uint8Array = tableBytes()): Model {
  const numbers = createNumberReader(bytes)
  const alphabet = createAlphabet(codeLevels(numbers, { codes: [], levels: [] }))
  return createModel(alphabet, codeContexts(numbers))
}
