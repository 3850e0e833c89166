import { scrypt as deriveKey } from 'node:crypto'
import { type Scrypt, scryptKeyBytes } from '@pictoglyph/codec'

/** Room beyond the 128 × N × r bytes of scrypt's table, for its smaller parts. */
const spareBytes = 1_048_576

/** scrypt (RFC 7914) in native code on a thread of its own: the event loop goes on meanwhile. */
export const nativeScrypt: Scrypt = ({ password, salt, N, r, p }) => {
  const { promise, resolve, reject } = Promise.withResolvers<Uint8Array>()
  const options = { N, r, p, maxmem: 128 * N * r + spareBytes }
  deriveKey(password, salt, scryptKeyBytes, options, (error, key) => {
    if (error) reject(error)
    else resolve(key)
  })
  return promise
}
