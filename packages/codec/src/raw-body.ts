import { concatBytes } from '@noble/hashes/utils.js'
import { crc16 } from './checksum.ts'
import { damaged } from './failure.ts'

const checksumBytes = 2

/** Bytes of a RAW body besides the packed text. */
export const rawOverheadBytes = checksumBytes

/** Builds the body of a RAW frame: the packed text, then CRC-16 over context and packed text, big-endian. */
export function sealRawBody(context: Uint8Array, packed: Uint8Array): Uint8Array {
  const checksum = crc16(context, packed)
  return concatBytes(packed, Uint8Array.of(checksum >> 8, checksum & 0xff))
}

/** @throws {CodecError} DAMAGED if the checksum does not match */
export function openRawBody(context: Uint8Array, body: Uint8Array): Uint8Array {
  // The CRC over data and its checksum is zero.
  if (crc16(context, body) !== 0) throw damaged()
  return body.subarray(0, body.length - checksumBytes)
}
