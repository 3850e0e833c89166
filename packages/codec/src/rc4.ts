/**
 * RC4-drop[3072]: the stream cipher RC4 with the first 3,072 bytes of its keystream thrown away.
 *
 * Obfuscation, not security: RC4's keystream is biased (RFC 7465). Keystreams are tested against RFC 6229.
 */
const droppedBytes = 3072

/** XORs bytes with the RC4-drop[3072] keystream of a key of 5 to 256 bytes; applied twice it gives the bytes back. */
export function rc4(key: Uint8Array, bytes: Uint8Array): Uint8Array {
  const keystream = createRc4Keystream(key)
  for (let i = 0; i < droppedBytes; i++) keystream()
  return bytes.map((byte) => byte ^ keystream())
}

/** RC4's keystream from its first byte, a byte a call. */
export function createRc4Keystream(key: Uint8Array): () => number {
  const state = Uint8Array.from({ length: 256 }, (_, i) => i)
  const swap = (a: number, b: number) => {
    const kept = state[a]!
    state[a] = state[b]!
    state[b] = kept
  }
  for (let i = 0, j = 0; i < 256; i++) {
    j = (j + state[i]! + key[i % key.length]!) & 0xff
    swap(i, j)
  }
  let i = 0
  let j = 0
  return () => {
    i = (i + 1) & 0xff
    j = (j + state[i]!) & 0xff
    swap(i, j)
    return state[(state[i]! + state[j]!) & 0xff]!
  }
}
