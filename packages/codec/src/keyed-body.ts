/**
 * The body of a frame whose key needs no costly derivation: salt (6 bytes), tag (4), ciphertext.
 *
 * The salt's highest bit is the packing; the other 47 are random. HKDF derives 64 bytes from key material and salt: a
 * cipher key, then a MAC key. The tag is the first 4 bytes of HMAC-SHA-256 under the MAC key over context, salt and
 * ciphertext. It is compared before anything is decrypted.
 */

import { equalBytes } from '@noble/ciphers/utils.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { damagedOrWrongKey } from './failure.ts'
import { deriveSubkeys, hmacSha256 } from './key-material.ts'
import { keypermDecrypt, keypermEncrypt } from './keyperm.ts'
import type { PackedText } from './packing/packing.ts'
import { rc4 } from './rc4.ts'
import type { AlgorithmType } from './scheme.ts'
import { streamXor } from './streamxor.ts'
import { vigenereDecrypt, vigenereEncrypt } from './vigenere.ts'

/** The types that have this body. */
export type KeyedType = Exclude<AlgorithmType, 'RAW' | 'AESGCM'>

type Transform = (key: Uint8Array, bytes: Uint8Array) => Uint8Array

/** How many bytes of salt a keyed body starts with. */
export const keyedSaltBytes = 6
const tagBytes = 4
const subkeyBytes = 32

/** How many bytes such a body has beyond the packed text. */
export const keyedOverheadBytes = keyedSaltBytes + tagBytes

const transforms: Readonly<Record<KeyedType, { encrypt: Transform; decrypt: Transform }>> = {
  KEYPERM: { encrypt: keypermEncrypt, decrypt: keypermDecrypt },
  STREAMXOR: { encrypt: streamXor, decrypt: streamXor },
  VIGENERE: { encrypt: vigenereEncrypt, decrypt: vigenereDecrypt },
  RC4: { encrypt: rc4, decrypt: rc4 },
}

/** The parameters for sealing and opening a keyed body. */
export interface KeyedBodySetting {
  readonly type: KeyedType
  /** What the tag covers in addition to salt and ciphertext. */
  readonly context: Uint8Array
  /** 32 bytes, from `keyMaterial`. */
  readonly material: Uint8Array
}

/** Encrypts a packed text under {@link keyedSaltBytes} fresh random bytes, one bit of which is replaced. */
export function sealKeyedBody(
  setting: KeyedBodySetting,
  random: Uint8Array,
  { packing, bytes }: PackedText,
): Uint8Array {
  const salt = Uint8Array.from(random)
  salt[0] = (packing << 7) | (salt[0]! & 0x7f)
  const keys = keysOf(setting, salt)
  const ciphertext = transforms[setting.type].encrypt(keys.cipher, bytes)
  return concatBytes(salt, tagOf(setting, keys.mac, salt, ciphertext), ciphertext)
}

/** @throws {CodecError} DAMAGED if the tag does not match: damage and a wrong key alike */
export function openKeyedBody(setting: KeyedBodySetting, body: Uint8Array): Uint8Array {
  const salt = body.subarray(0, keyedSaltBytes)
  const tag = body.subarray(keyedSaltBytes, keyedOverheadBytes)
  const ciphertext = body.subarray(keyedOverheadBytes)
  const keys = keysOf(setting, salt)
  if (!equalBytes(tag, tagOf(setting, keys.mac, salt, ciphertext))) throw damagedOrWrongKey()
  return transforms[setting.type].decrypt(keys.cipher, ciphertext)
}

function keysOf({ material, type }: KeyedBodySetting, salt: Uint8Array) {
  const subkeys = deriveSubkeys(material, salt, type, 2 * subkeyBytes)
  return { cipher: subkeys.slice(0, subkeyBytes), mac: subkeys.subarray(subkeyBytes) }
}

const tagOf = ({ context }: KeyedBodySetting, macKey: Uint8Array, salt: Uint8Array, ciphertext: Uint8Array) =>
  hmacSha256(macKey, context, salt, ciphertext).subarray(0, tagBytes)
