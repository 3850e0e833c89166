import { chacha20 } from '@noble/ciphers/chacha.js'

/** ChaCha20 (RFC 8439, section 2.4) from block 0 under an all-zero nonce: every frame has its own key. */
const zeroNonce = new Uint8Array(12)

/** XORs bytes with the ChaCha20 keystream of a 32-byte key; applied twice it gives the bytes back. */
export const streamXor = (key: Uint8Array, bytes: Uint8Array): Uint8Array => chacha20(key, zeroNonce, bytes)

/** The first `length` bytes of that keystream. */
export const chachaKeystream = (key: Uint8Array, length: number): Uint8Array =>
  chacha20(key, zeroNonce, new Uint8Array(length))
