/** Packing a text into few bytes, and back (docs/cipher/model.md). */
import { damaged } from '../failure.ts'
import { maxTextUnits } from '../limits.ts'
import { decodeUtf16, encodeUtf16 } from '../text-bytes.ts'
import { codeLevels, createAlphabet } from './alphabet.ts'
import { codeContexts } from './contexts.ts'
import { createModel, type Model } from './model.ts'
import { packByModel, unpackByModel } from './model-packing.ts'
import { createNumberReader } from './number-code.ts'
import { tableBase64 } from './table-base64.ts'

/** How a text is written as bytes: 0 is UTF-16, big-endian, and 1 the model. A frame's header has this number. */
export type Packing = 0 | 1

/** A text as bytes. */
export interface PackedText {
  readonly packing: Packing
  readonly bytes: Uint8Array
}

/** The most bytes that a packed text has: those of the longest text in UTF-16. */
export const maxPackedBytes = 2 * maxTextUnits

/**
 * The shorter packing of a text of 1 to {@link maxTextUnits} units; UTF-16 where neither is shorter.
 *
 * A text has one packed form, the same on every engine.
 *
 * @example
 * const { packing, bytes } = pack('hello')
 * unpack(packing, bytes) // 'hello'
 */
export function pack(text: string): PackedText {
  const bytes = packByModel(model(), text)
  return bytes === null ? { packing: 0, bytes: encodeUtf16(text) } : { packing: 1, bytes }
}

/** The bytes of a text by the model; null if UTF-16 is as short. */
export const packedByModel = (text: string): Uint8Array | null => packByModel(model(), text)

/** Whether the model's alphabet lists a UTF-16 unit, so that it has a rank of its own. */
export const isListedUnit = (unit: number): boolean => model().lists(unit)

/**
 * The text of packed bytes.
 *
 * @throws {CodecError} DAMAGED if {@link pack} writes no text so
 */
export function unpack(packing: Packing, bytes: Uint8Array): string {
  const text = unpackShort(packing, bytes, maxTextUnits)
  if (text === undefined) throw damaged()
  return text
}

/**
 * The text of packed bytes, if it has at most `maxUnits` units; undefined if it has more, or if {@link pack} never
 * writes such bytes. Even for few bytes of a longer text, that costs no more than a text of `maxUnits`.
 */
export function unpackShort(packing: Packing, bytes: Uint8Array, maxUnits: number): string | undefined {
  if (!isPackedLength(packing, bytes.length) || bytes.length > 2 * maxUnits) return undefined
  if (packing === 1) return unpackByModel(model(), bytes, maxUnits) ?? undefined
  const text = decodeUtf16(bytes)
  return packByModel(model(), text) === null ? text : undefined
}

/** Where texts are packed: in place, or elsewhere so that long ones block nothing. */
export interface Packer {
  readonly pack: (text: string) => PackedText | Promise<PackedText>
  /** @throws {CodecError} DAMAGED */
  readonly unpack: (packing: Packing, bytes: Uint8Array) => string | Promise<string>
}

/** Packs at once, in the calling thread. */
export const packerInPlace: Packer = { pack, unpack }

/** Whether a packed text can have this many bytes: the check that is possible before it is decrypted. */
export function isPackedLength(packing: Packing, byteCount: number): boolean {
  if (packing === 0) return byteCount >= 2 && byteCount <= maxPackedBytes && byteCount % 2 === 0
  return byteCount >= 1 && byteCount < maxPackedBytes
}

/**
 * Builds the tables, which takes up to 50 ms; otherwise the first text waits for it. A server calls it before it is
 * ready.
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
 * The bytes of the model's table, as in packages/codec/data/model.table. The training program makes it
 * (packages/codec/training/README.md).
 */
export function tableBytes(): Uint8Array {
  const binary = atob(tableBase64)
  const bytes = new Uint8Array(binary.length)
  for (let i = 0; i < bytes.length; i++) bytes[i] = binary.charCodeAt(i)
  return bytes
}

/** A model over a table's bytes, by default this package's. */
export function loadModel(bytes: Uint8Array = tableBytes()): Model {
  const numbers = createNumberReader(bytes)
  const alphabet = createAlphabet(codeLevels(numbers, { codes: [], levels: [] }))
  return createModel(alphabet, codeContexts(numbers))
}
