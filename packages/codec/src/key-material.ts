/**
 * Derives the keys of a frame from the caller's key.
 *
 * HKDF is RFC 5869 with SHA-256, HMAC RFC 2104.
 */
import { hkdf } from '@noble/hashes/hkdf.js'
import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { CodecError } from './failure.ts'
import { formatVersion } from './frame.ts'
import { hasAtMostCodePoints, maxKeyCodePoints } from './limits.ts'
import type { AlgorithmType } from './scheme.ts'
import { encodeUtf16 } from './text-bytes.ts'

/**
 * Hashes a key to 32 bytes: SHA-256 of its NFC form in big-endian UTF-16, without trimming.
 *
 * HMAC pads short keys with zero bytes, so without the hash a key and the same key followed by NUL characters would
 * be equal. UTF-16 keeps keys with lone surrogates different, which UTF-8 can't express.
 *
 * @throws {CodecError} KEY_NEEDED for no key or an empty one, KEY_LENGTH
 */
export function keyMaterial(key: string | undefined, type: AlgorithmType): Uint8Array {
  if (!key) throw new CodecError('KEY_NEEDED', '{type} needs a key. An empty one is none.', { type })
  if (!hasAtMostCodePoints(key, maxKeyCodePoints)) {
    throw new CodecError('KEY_LENGTH', 'The key must have at most {most} characters.', {
      most: maxKeyCodePoints,
    })
  }
  return sha256(encodeUtf16(key.normalize('NFC')))
}

/** Derives `length` bytes by HKDF-SHA-256 under the label of a type, so that no two types ever share a key. */
export function deriveSubkeys(
  material: Uint8Array,
  salt: Uint8Array,
  type: AlgorithmType,
  length: number,
): Uint8Array {
  return hkdf(sha256, material, salt, asciiBytes(`pictoglyph frame ${formatVersion} ${type}`), length)
}

/** HMAC-SHA-256 over the concatenated parts. */
export function hmacSha256(key: Uint8Array, ...parts: readonly Uint8Array[]): Uint8Array {
  const mac = hmac.create(sha256, key)
  for (const part of parts) mac.update(part)
  return mac.digest()
}

const asciiBytes = (text: string): Uint8Array => new TextEncoder().encode(text)
