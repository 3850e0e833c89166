/**
 * The frame: what surrounds a packed text (docs/cipher-format.md, "Frame").
 *
 * c0 c2 c3, the header byte as four symbols, its check nibble as two, the body's bytes as four each, c1.
 *
 * Its length is always 2 modulo 4 while every classic cipher is 0 modulo 4, with its wrapper or without; so a
 * dropped or added symbol leaves no valid length, and no damage to one symbol or two neighbours can make a
 * frame look classic. The check nibble keeps such damage from making one header into another.
 */
import { crc4 } from './checksum.ts'
import { CodecError, damaged } from './failure.ts'
import { type Packing, packings } from './packing.ts'
import type { PreparedCharset } from './prepared-charset.ts'
import { type AlgorithmType, algorithmTypes } from './scheme.ts'
import { bytesOfSymbolValues, writeBytesAsSymbols } from './symbol-values.ts'

/** The format's version; the header has two bits for it. */
export const formatVersion = 1

/** The values of the wrapper's symbols: three before, one after; at every place another than the classic one. */
export const frameWrapper = [0, 2, 3, 1] as const

const headerSymbols = 6
const beforeBody = frameWrapper.length - 1 + headerSymbols
const fixedSymbols = frameWrapper.length + headerSymbols

/** What a header byte says. */
export interface FrameHeader {
  readonly type: AlgorithmType
  readonly packing: Packing
}

/** A frame's header and the bytes after it, not yet checked. */
export interface Frame extends FrameHeader {
  readonly body: Uint8Array
}

/** Two bits version, three bits type, three bits packing. */
const headerByte = ({ type, packing }: FrameHeader): number =>
  (formatVersion << 6) | (algorithmTypes.indexOf(type) << 3) | packings.indexOf(packing)

/** What every check of a frame starts with: the set's identity (16 bytes) and the header byte. */
export function frameContext(set: PreparedCharset, header: FrameHeader): Uint8Array {
  const context = new Uint8Array(set.identity.length + 1)
  context.set(set.identity)
  context[set.identity.length] = headerByte(header)
  return context
}

/** Writes a frame as symbols. */
export function writeFrame(set: PreparedCharset, header: FrameHeader, body: Uint8Array): string {
  const byte = headerByte(header)
  const check = crc4(byte)
  const symbolsOf = (...values: number[]) => values.map((value) => set.symbols[value & 3]!).join('')
  const [w0, w1, w2, w3] = frameWrapper
  const prefix = symbolsOf(w0, w1, w2, byte >> 6, byte >> 4, byte >> 2, byte, check >> 2, check)
  return writeBytesAsSymbols(set, prefix, body, symbolsOf(w3))
}

const isFrameLength = (symbolCount: number): boolean =>
  symbolCount % 4 === fixedSymbols % 4 && symbolCount > fixedSymbols

/**
 * Reads the header and the body of a frame from its symbol values, wrapper included.
 *
 * @throws {CodecError} DAMAGED; UNRECOGNIZED for a sound header that only a later version knows
 */
export function readFrame(values: Uint8Array): Frame {
  if (!isFrameLength(values.length)) throw damaged()
  const byte = soundHeaderByte(values)
  if (byte === null) throw damaged()
  const header = parseHeaderByte(byte)
  if (header === null) {
    throw new CodecError('UNRECOGNIZED', 'The cipher was made by a later version of the format.')
  }
  return { ...header, body: bytesOfSymbolValues(values.subarray(beforeBody, values.length - 1)) }
}

/**
 * Whether symbol values, eight or more, begin with a frame's wrapper and a header of this version that checks. Of
 * eight the last is half of the check: the other half is then not asked for.
 */
export function beginsAsFrame(values: Uint8Array): boolean {
  if (frameWrapper.slice(0, -1).some((value, i) => value !== values[i])) return false
  const byte = headerByteOf(values)
  if (parseHeaderByte(byte) === null) return false
  const check = checkOf(values)
  return values.length < beforeBody ? check >> 2 === crc4(byte) >> 2 : check === crc4(byte)
}

/** The header byte of what may be a frame; null if its check nibble is another's. */
function soundHeaderByte(values: Uint8Array): number | null {
  const byte = headerByteOf(values)
  return checkOf(values) === crc4(byte) ? byte : null
}

const headerAt = frameWrapper.length - 1

const headerByteOf = (values: Uint8Array): number =>
  bytesOfSymbolValues(values.subarray(headerAt, headerAt + 4))[0]!

const checkOf = (values: Uint8Array): number => (values[headerAt + 4]! << 2) | (values[headerAt + 5] ?? 0)

function parseHeaderByte(byte: number): FrameHeader | null {
  const type = algorithmTypes[(byte >> 3) & 7]
  const packing = packings[byte & 7]
  return byte >> 6 === formatVersion && type && packing ? { type, packing } : null
}
