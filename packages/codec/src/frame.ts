/**
 * The frame around a packed text (docs/cipher/format.md, "Frame").
 *
 * c0 c2 c3, the header's four bits as two symbols, each byte of the body as four, c1.
 *
 * Its length is always 2 modulo 4, while every classic cipher is 0 modulo 4, with or without its wrapper. So a
 * dropped or added symbol leaves no valid length, and no damage to one symbol or two neighbours can make a frame look
 * classic.
 */
import { damaged, laterVersion } from './failure.ts'
import type { PackingBit } from './packing/packing.ts'
import type { PreparedCharset } from './prepared-charset.ts'
import { type AlgorithmType, algorithmTypes } from './scheme.ts'
import { bytesOfSymbolValues, writeBytesAsSymbols } from './symbol-values.ts'

/** The format's version. */
export const formatVersion = 1

/** The values of the wrapper's symbols, three before and one after. Each differs from the classic one in its place. */
export const frameWrapper = [0, 2, 3, 1] as const

const headerAt = frameWrapper.length - 1
const headerSymbols = 2
/** Symbols of a frame before its body. */
export const beforeFrameBody = headerAt + headerSymbols
const fixedSymbols = frameWrapper.length + headerSymbols

/** The header of a frame: four bits before the body, and for a keyed type also the first bit of the body. */
export interface FrameHeader {
  readonly type: AlgorithmType
  readonly packingBit: PackingBit
}

/** A frame's header and the bytes after it, not yet checked. */
export interface Frame extends FrameHeader {
  readonly body: Uint8Array
}

/**
 * The four bits of each type; RAW has two values, by the packing's bit. No change of one symbol and no swap turns a RAW
 * header into a keyed one or back: both their symbols differ. Damage to a RAW frame therefore always meets its
 * checksum, and damage to a keyed frame its tag.
 */
const rawHeaders: readonly [other: number, model: number] = [0b01_01, 0b01_11]
const keyedHeaders: Readonly<Record<Exclude<AlgorithmType, 'RAW'>, number>> = {
  KEYPERM: 0b00_10,
  STREAMXOR: 0b10_00,
  VIGENERE: 0b10_10,
  RC4: 0b11_00,
  AESGCM: 0b11_10,
}
const laterVersionHeader = 0b00_00

const typeOfHeader: readonly (AlgorithmType | undefined)[] = Array.from({ length: 16 }, (_, header) =>
  rawHeaders.includes(header)
    ? 'RAW'
    : algorithmTypes.find((type) => type !== 'RAW' && keyedHeaders[type] === header),
)

/** The header's four bits as a number. */
const headerOf = ({ type, packingBit }: FrameHeader): number =>
  type === 'RAW' ? rawHeaders[packingBit] : keyedHeaders[type]

/** The 17 bytes that every check of a frame starts with: the set's identity, the version and the header. */
export function frameContext(set: PreparedCharset, header: FrameHeader): Uint8Array {
  const context = new Uint8Array(set.identity.length + 1)
  context.set(set.identity)
  context[set.identity.length] = (formatVersion << 4) | headerOf(header)
  return context
}

/** Writes a frame as symbols. */
export function writeFrame(set: PreparedCharset, header: FrameHeader, body: Uint8Array): string {
  const bits = headerOf(header)
  const symbolsOf = (...values: number[]) => values.map((value) => set.symbols[value]!).join('')
  const [w0, w1, w2, w3] = frameWrapper
  return writeBytesAsSymbols(set, symbolsOf(w0, w1, w2, bits >> 2, bits & 3), body, symbolsOf(w3))
}

/** Whether a frame can have this many symbols. */
export const isFrameLength = (symbolCount: number): boolean =>
  symbolCount % 4 === fixedSymbols % 4 && symbolCount > fixedSymbols

/**
 * Reads the header and the body of a frame from its symbol values, including the wrapper.
 *
 * @throws {CodecError} DAMAGED; UNRECOGNIZED for the header reserved for a later version
 */
export function readFrame(values: Uint8Array): Frame {
  if (!isFrameLength(values.length)) throw damaged()
  const bits = headerBits(values)
  if (bits === laterVersionHeader) throw laterVersion()
  const type = typeOfHeader[bits]
  if (type === undefined) throw damaged()
  const body = bytesOfSymbolValues(values.subarray(beforeFrameBody, values.length - 1))
  return { type, packingBit: packingBitIn(type, bits, body[0]!), body }
}

const packingBitIn = (type: AlgorithmType, header: number, firstByte: number): PackingBit =>
  type === 'RAW' ? (header === rawHeaders[0] ? 0 : 1) : firstByte < 0x80 ? 0 : 1

/** Reads the header of a whole or broken frame, and the next byte; `undefined` if the values begin otherwise. */
export function readFrameStart(
  values: Uint8Array,
): (FrameHeader & { readonly firstByte: number }) | undefined {
  const [firstByte] = bytesOfSymbolValues(values.subarray(beforeFrameBody, beforeFrameBody + 4))
  if (firstByte === undefined || !beginsAsFrame(values)) return undefined
  const bits = headerBits(values)
  const type = typeOfHeader[bits]!
  return { type, packingBit: packingBitIn(type, bits, firstByte), firstByte }
}

/** Whether symbol values begin with a frame's wrapper and a header of this version. */
export function beginsAsFrame(values: Uint8Array): boolean {
  if (frameWrapper.slice(0, -1).some((value, i) => value !== values[i])) return false
  return typeOfHeader[headerBits(values)] !== undefined
}

const headerBits = (values: Uint8Array): number => (values[headerAt]! << 2) | values[headerAt + 1]!
