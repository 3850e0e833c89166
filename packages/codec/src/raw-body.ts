import { concatBytes } from '@noble/hashes/utils.js'
import { crc32 } from './checksum.ts'
import { damaged } from './failure.ts'

const checksumBytes = 4

/** How many bytes a RAW body has beyond the packed text. */
export const rawOverheadBytes = checksumBytes

/** The body of a RAW frame: the packed text, then CRC-32 over context and packed text, little-endian. */
export function sealRawBody(context: Uint8Array, packed: Uint8Array): Uint8Array {
  return concatBytes(packed, checksumOf(context, packed))
}

/** @throws {CodecError} DAMAGED if the checksum does not match */
export function openRawBody(context: Uint8Array, body: Uint8Array): Uint8Array {
  const packed = body.subarray(0, body.length - checksumBytes)
  const expected = checksumOf(context, packed)
  if (expected.some((byte, i) => byte !== body[packed.length + i])) throw damaged()
  return packed
}

/** Little-endian, so that the check follows the data in the order CRC-32 takes its bits, and bursts stay bursts. */
function checksumOf(context: Uint8Array, packed: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(checksumBytes)
  new DataView(bytes.buffer).setUint32(0, crc32(context, packed), true)
  return bytes
}
