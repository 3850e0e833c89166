/** Packs a text into few bytes, and unpacks it (docs/cipher/model.md). */
import { damaged } from '../failure.ts'
import { maxTextUnits } from '../limits.ts'
import { decodeUtf16, encodeUtf16 } from '../text-bytes.ts'
import { codeLevels, createAlphabet } from './alphabet.ts'
import { codeContexts } from './contexts.ts'
import { createModel, type Model } from './model.ts'
import { packByModel, unpackBeginningByModel, unpackByModel } from './model-packing.ts'
import { createNumberReader } from './number-code.ts'
import { tableBase64 } from './table-base64.ts'

/** How bytes store a text: 0 is big-endian UTF-16, 1 the model. A frame's header contains this number. */
export type Packing = 0 | 1

/** A text as bytes, and their packing. */
export interface PackedText {
  readonly packing: Packing
  readonly bytes: Uint8Array
}

/** Maximum length of a packed text: the longest text in UTF-16. */
export const maxPackedBytes = 2 * maxTextUnits

/**
 * Packs a text of 1 to {@link maxTextUnits} units in the shorter way; UTF-16 if both are equal.
 *
 * A text has one packed form, the same on every engine.
 *
 * @example const { packing, bytes } = pack('hello') unpack(packing, bytes) // 'hello'
 */
export function pack(text: string): PackedText {
  const bytes = packByModel(model(), text)
  return bytes === null ? { packing: 0, bytes: encodeUtf16(text) } : { packing: 1, bytes }
}

/** Packs a text by the model; `null` if UTF-16 is as short. */
export const packedByModel = (text: string): Uint8Array | null => packByModel(model(), text)

/** Whether the model's alphabet lists a UTF-16 unit, so that it has a rank of its own. */
export const isListedUnit = (unit: number): boolean => model().lists(unit)

/**
 * Unpacks a text.
 *
 * @throws {CodecError} DAMAGED if {@link pack} never writes these bytes
 */
export function unpack(packing: Packing, bytes: Uint8Array): string {
  const text = unpackShort(packing, bytes, maxTextUnits)
  if (text === undefined) throw damaged()
  return text
}

/**
 * Unpacks a text of at most `maxUnits` units; `undefined` for a longer one, or for bytes that {@link pack} never
 * writes. It never costs more than a text of `maxUnits`.
 */
export function unpackShort(packing: Packing, bytes: Uint8Array, maxUnits: number): string | undefined {
  if (!isPackedLength(packing, bytes.length) || bytes.length > 2 * maxUnits) return undefined
  if (packing === 1) return unpackByModel(model(), bytes, maxUnits) ?? undefined
  const text = decodeUtf16(bytes)
  return packByModel(model(), text) === null ? text : undefined
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

/** Whether a packed text can have this length; checked before decryption. */
export function isPackedLength(packing: Packing, byteCount: number): boolean {
  if (packing === 0) return byteCount >= 2 && byteCount <= maxPackedBytes && byteCount % 2 === 0
  return byteCount >= 1 && byteCount < maxPackedBytes
}

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
