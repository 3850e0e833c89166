/** Adds the key, repeated, to bytes modulo 256. Obfuscation: a known text gives the key of its frame away. */
export const vigenereEncrypt = (key: Uint8Array, bytes: Uint8Array): Uint8Array =>
  bytes.map((byte, i) => byte + key[i % key.length]!)

/** Subtracts the key, repeated, from bytes modulo 256. */
export const vigenereDecrypt = (key: Uint8Array, bytes: Uint8Array): Uint8Array =>
  bytes.map((byte, i) => byte - key[i % key.length]!)
