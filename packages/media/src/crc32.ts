const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let remainder = byte
  for (let bit = 0; bit < 8; bit++)
    remainder = remainder & 1 ? (remainder >>> 1) ^ 0xedb88320 : remainder >>> 1
  return remainder
})

/** The CRC-32 of PNG chunks (PNG specification, annex D) over bytes `from` up to `to`. */
export function crc32(bytes: Uint8Array, from = 0, to = bytes.length): number {
  let remainder = 0xffffffff
  for (let at = from; at < to; at++) remainder = table[(remainder ^ bytes[at]!) & 0xff]! ^ (remainder >>> 8)
  return ~remainder >>> 0
}
