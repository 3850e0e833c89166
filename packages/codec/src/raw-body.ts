import { concatBytes } from '@noble/hashes/utils.js'
import { checksumMark, crc16, crc16OfEach } from './checksum.ts'
import { damaged } from './failure.ts'
import type { PackedText, Packing, PackingBit } from './packing/packing.ts'

const checksumBytes = 2

/** Bytes of a RAW body besides the packed text. */
export const rawOverheadBytes = checksumBytes

/** Builds the body of a RAW frame: the packed text, then CRC-16 over context and packed text, big-endian. */
export function sealRawBody(context: Uint8Array, { packing, bytes }: PackedText): Uint8Array {
  const checksum = crc16(context, bytes) ^ (packing === 2 ? checksumMark : 0)
  return concatBytes(bytes, Uint8Array.of(checksum >> 8, checksum & 0xff))
}

/** @throws {CodecError} DAMAGED if the checksum does not match */
export function openRawBody(context: Uint8Array, packingBit: PackingBit, body: Uint8Array): PackedText {
  const packing = packingOf(packingBit, crc16(context, body))
  if (packing === undefined) throw damaged()
  return { packing, bytes: body.subarray(0, body.length - checksumBytes) }
}

/** Finds the lengths at which the first bytes are a body whose checksum matches. */
export function* rawBodyLengths(
  context: Uint8Array,
  packingBit: PackingBit,
  bytes: Uint8Array,
): Generator<number> {
  let length = 0
  for (const remainder of crc16OfEach(context, bytes)) {
    length++
    if (packingOf(packingBit, remainder) !== undefined) yield length
  }
}

/** The CRC over data and its checksum is zero, or the mark that was XORed into it. */
function packingOf(packingBit: PackingBit, remainder: number): Packing | undefined {
  if (remainder === 0) return packingBit
  return packingBit === 0 && remainder === checksumMark ? 2 : undefined
}
