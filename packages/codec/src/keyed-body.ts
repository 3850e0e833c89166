/**
 * The body of a frame whose key needs no costly derivation: salt (6 bytes), tag (4), ciphertext.
 *
 * The salt's highest bit is that of the packing; the other 47 are random. HKDF derives 64 bytes from key material and
 * salt: a cipher key, then a MAC key. The tag is the first 4 bytes of HMAC-SHA-256 under the MAC key over context, salt
 * and ciphertext; for packing 2 it is the next 4. The tag is compared before decryption.
 */

import { chacha20 } from '@noble/ciphers/chacha.js'
import { equalBytes } from '@noble/ciphers/utils.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { damagedOrWrongKey } from './failure.ts'
import { deriveSubkeys, hmacSha256 } from './key-material.ts'
import { type PackedText, type Packing, type PackingBit, packingBitOf } from './packing/packing.ts'
import type { AlgorithmType } from './scheme.ts'

/** The types that have this body. */
export type KeyedType = Exclude<AlgorithmType, 'RAW' | 'AESGCM'>

type Transform = (key: Uint8Array, bytes: Uint8Array) => Uint8Array

/** Bytes of salt at the start of a keyed body. */
export const keyedSaltBytes = 6
const tagBytes = 4
const subkeyBytes = 32

/** Bytes of a keyed body besides the packed text. */
export const keyedOverheadBytes = keyedSaltBytes + tagBytes

/** The parameters for sealing and opening a keyed body. */
interface KeyedBodySetting {
  readonly type: KeyedType
  /** Bytes that the tag covers in addition to salt and ciphertext. */
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
  salt[0] = (packingBitOf(packing) << 7) | (salt[0]! & 0x7f)
  const keys = keysOf(setting, salt)
  const ciphertext = transforms[setting.type].encrypt(keys.cipher, bytes)
  return concatBytes(salt, tagsOf(setting, keys.mac, salt, ciphertext)[packing], ciphertext)
}

/** @throws {CodecError} DAMAGED if the tag does not match, by damage or a wrong key */
export function openKeyedBody(
  setting: KeyedBodySetting,
  packingBit: PackingBit,
  body: Uint8Array,
): PackedText {
  const salt = body.subarray(0, keyedSaltBytes)
  const tag = body.subarray(keyedSaltBytes, keyedOverheadBytes)
  const ciphertext = body.subarray(keyedOverheadBytes)
  const keys = keysOf(setting, salt)
  const packing = packingOf(packingBit, tag, tagsOf(setting, keys.mac, salt, ciphertext))
  if (packing === undefined) throw damagedOrWrongKey()
  return { packing, bytes: transforms[setting.type].decrypt(keys.cipher, ciphertext) }
}

/** The packing whose tag this is. */
function packingOf(packingBit: PackingBit, tag: Uint8Array, tags: Tags): Packing | undefined {
  const packings: readonly Packing[] = packingBit === 0 ? [0, 2] : [1]
  // Both tags are compared, whichever matches.
  const [packing] = packings.filter((one) => equalBytes(tag, tags[one]))
  return packing
}

function keysOf({ material, type }: KeyedBodySetting, salt: Uint8Array) {
  const subkeys = deriveSubkeys(material, salt, type, 2 * subkeyBytes)
  return { cipher: subkeys.slice(0, subkeyBytes), mac: subkeys.subarray(subkeyBytes) }
}

/** The tag of each packing. */
type Tags = Readonly<Record<Packing, Uint8Array>>

function tagsOf(
  { context }: KeyedBodySetting,
  macKey: Uint8Array,
  salt: Uint8Array,
  ciphertext: Uint8Array,
): Tags {
  const mac = hmacSha256(macKey, context, salt, ciphertext)
  const [first, second] = [mac.subarray(0, tagBytes), mac.subarray(tagBytes, 2 * tagBytes)]
  return [first, first, second]
}

/** Adds the repeated key to bytes modulo 256. Only obfuscation: a known text reveals the key of its frame. */
export const vigenereEncrypt = (key: Uint8Array, bytes: Uint8Array): Uint8Array =>
  bytes.map((byte, i) => byte + key[i % key.length]!)

/** Subtracts the repeated key from bytes modulo 256. */
export const vigenereDecrypt = (key: Uint8Array, bytes: Uint8Array): Uint8Array =>
  bytes.map((byte, i) => byte - key[i % key.length]!)

/** STREAMXOR is ChaCha20 (RFC 8439, section 2.4) from block 0. Each frame has its own key, so the nonce is zero. */
const zeroNonce = new Uint8Array(12)

/** XORs bytes with the ChaCha20 keystream of a 32-byte key; a second application restores them. */
export const streamXor = (key: Uint8Array, bytes: Uint8Array): Uint8Array => chacha20(key, zeroNonce, bytes)

/** The first `length` bytes of the ChaCha20 keystream. */
export const chachaKeystream = (key: Uint8Array, length: number): Uint8Array =>
  chacha20(key, zeroNonce, new Uint8Array(length))

/**
 * RC4-drop[3072]: the stream cipher RC4 without the first 3,072 bytes of its keystream.
 *
 * Only obfuscation: RC4's keystream is biased (RFC 7465). Keystreams are tested against RFC 6229.
 */
const droppedBytes = 3072

/** XORs bytes with the RC4-drop[3072] keystream of a key of 5 to 256 bytes; a second application restores them. */
export function rc4(key: Uint8Array, bytes: Uint8Array): Uint8Array {
  const keystream = createRc4Keystream(key)
  for (let i = 0; i < droppedBytes; i++) keystream()
  return bytes.map((byte) => byte ^ keystream())
}

/** RC4's keystream from its first byte, one byte per call. */
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

/**
 * KEYPERM: each symbol is replaced by a permutation of the four symbols, chosen by a keystream.
 *
 * Permutation p of 24 in lexicographic order of its images. The keystream is ChaCha20's: bytes of 240
 * and more are skipped and others taken modulo 24, so that all permutations are equally likely.
 */
const unbiasedBelow = 240
const permutationCount = 24

const values = [0, 1, 2, 3] as const
const permutations = values
  .flatMap((a) => values.flatMap((b) => values.flatMap((c) => values.map((d) => [a, b, c, d]))))
  .filter((images) => new Set(images).size === 4)

/** For each permutation and symbol value, at 4 × permutation + value: the image, and the inverse image. */
const images = Uint8Array.from(permutations.flat())
const preimages = Uint8Array.from(
  permutations.flatMap((permutation) => values.map((v) => permutation.indexOf(v))),
)

/** Permutes the four symbols of each byte, the highest two bits first. */
export const keypermEncrypt = (key: Uint8Array, bytes: Uint8Array): Uint8Array => permute(key, bytes, images)

/** Undoes {@link keypermEncrypt} under the same 32-byte key. */
export const keypermDecrypt = (key: Uint8Array, bytes: Uint8Array): Uint8Array =>
  permute(key, bytes, preimages)

function permute(key: Uint8Array, bytes: Uint8Array, table: Uint8Array): Uint8Array {
  const choices = choosePermutations(key, 4 * bytes.length)
  const permuted = new Uint8Array(bytes.length)
  for (let i = 0, at = 0; i < bytes.length; i++, at += 4) {
    const byte = bytes[i]!
    permuted[i] =
      (table[choices[at]! | (byte >> 6)]! << 6) |
      (table[choices[at + 1]! | ((byte >> 4) & 3)]! << 4) |
      (table[choices[at + 2]! | ((byte >> 2) & 3)]! << 2) |
      table[choices[at + 3]! | (byte & 3)]!
  }
  return permuted
}

/** 4 × the number of the permutation, for each of `count` symbols. */
function choosePermutations(key: Uint8Array, count: number): Uint8Array {
  const choices = new Uint8Array(count)
  let chosen = 0
  // One byte in sixteen is skipped. An eighth more usually suffices; otherwise the length doubles.
  for (let length = count + (count >> 3) + 64; chosen < count; length *= 2) {
    chosen = 0
    const keystream = chachaKeystream(key, length)
    for (let i = 0; i < length && chosen < count; i++) {
      const byte = keystream[i]!
      if (byte < unbiasedBelow) choices[chosen++] = 4 * (byte % permutationCount)
    }
  }
  return choices
}

const transforms: Readonly<Record<KeyedType, { encrypt: Transform; decrypt: Transform }>> = {
  KEYPERM: { encrypt: keypermEncrypt, decrypt: keypermDecrypt },
  STREAMXOR: { encrypt: streamXor, decrypt: streamXor },
  VIGENERE: { encrypt: vigenereEncrypt, decrypt: vigenereDecrypt },
  RC4: { encrypt: rc4, decrypt: rc4 },
}
