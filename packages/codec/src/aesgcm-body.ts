/**
 * The body of an AESGCM frame: salt (12 bytes), commitment (16), ciphertext, tag (16).
 *
 * The salt's highest bit is that of the packing, the next whether the packed text is padded, the third the cost; the
 * other 93 are random. Ciphers are written padded, because the length of a packed text reveals something about its
 * content. The byte after the packed text also tells packing 2 from 0. scrypt (RFC 7914) derives a master key from
 * key material and salt. HKDF-SHA-256 (RFC 5869) derives the AES-256 key, the 96-bit nonce and the commitment from
 * that. The commitment is compared before decryption, because GCM (NIST SP 800-38D) alone lets one ciphertext open
 * under several keys. The nonce may be derived, because no key is used twice. Everything before the ciphertext is
 * associated data.
 */
import { gcm } from '@noble/ciphers/aes.js'
import { equalBytes } from '@noble/ciphers/utils.js'
import { concatBytes } from '@noble/hashes/utils.js'
import { damaged, damagedOrWrongKey } from './failure.ts'
import { deriveSubkeys } from './key-material.ts'
import {
  isPackedLength,
  maxPackedBytes,
  type PackedText,
  type Packing,
  type PackingBit,
  packingBitOf,
} from './packing/packing.ts'
import { type DerivationCost, derivationCosts } from './scheme.ts'
import { type Scrypt, scryptParameters } from './scrypt.ts'

/** Bytes of salt at the start of an AESGCM body. */
export const aesGcmSaltBytes = 12
const keyBytes = 32
const nonceBytes = 12
const commitmentBytes = 16
const tagBytes = 16
const paddedBit = 0x40
/** The byte after the packed text, by packing. */
const paddingMarks: Readonly<Record<Packing, number>> = [0x80, 0x80, 0x81]
/** Packed texts are padded to a multiple of this many bytes. */
const paddingStep = 16
const prefixBytes = aesGcmSaltBytes + commitmentBytes

/** Bytes of an AESGCM body besides the packed text and its padding. */
const aesGcmOverheadBytes = prefixBytes + tagBytes

/** The parameters for sealing and opening an AESGCM body. */
interface AesGcmSetting {
  /** Bytes that the tag covers in addition to the body's own prefix. */
  readonly context: Uint8Array
  /** 32 bytes, from `keyMaterial`. */
  readonly material: Uint8Array
  readonly scrypt: Scrypt
}

/** Encrypts a packed text under {@link aesGcmSaltBytes} fresh random bytes, three bits of which are replaced. */
export async function sealAesGcmBody(
  setting: AesGcmSetting,
  { cost, random }: { cost: DerivationCost; random: Uint8Array },
  packed: PackedText,
): Promise<Uint8Array> {
  const salt = Uint8Array.from(random)
  const packingBit = packingBitOf(packed.packing)
  salt[0] = (packingBit << 7) | paddedBit | (derivationCosts.indexOf(cost) << 5) | (salt[0]! & 0x1f)
  const { key, nonce, commitment } = await deriveKeys(setting, cost, salt)
  const prefix = concatBytes(salt, commitment)
  const sealed = gcm(key, nonce, concatBytes(setting.context, prefix)).encrypt(pad(packed))
  return concatBytes(prefix, sealed)
}

/** The derivation cost that the body names. */
export const costOfAesGcmBody = (body: Uint8Array): DerivationCost => derivationCosts[(body[0]! >> 5) & 1]!

/** Whether a body with this bit of the packing can have this length; checked before decryption. */
export function isAesGcmLength(packingBit: PackingBit, firstByte: number, length: number): boolean {
  const bytes = length - aesGcmOverheadBytes
  if (!isPadded(firstByte)) return isPackedLength(packingBit, bytes)
  return bytes > 0 && bytes % paddingStep === 0 && bytes <= maxPackedBytes + paddingStep
}

const isPadded = (firstByte: number): boolean => (firstByte & paddedBit) !== 0

/** Appends the packing's mark to the packed text, and the fewest zeros that fill the last step. */
function pad({ packing, bytes }: PackedText): Uint8Array {
  const padded = new Uint8Array((Math.floor(bytes.length / paddingStep) + 1) * paddingStep)
  padded.set(bytes)
  padded[bytes.length] = paddingMarks[packing]
  return padded
}

/** @throws {CodecError} DAMAGED for bytes that {@link pad} never returns */
function unpad(packingBit: PackingBit, padded: Uint8Array): PackedText {
  const end = padded.findLastIndex((byte) => byte !== 0)
  const packing = packingBit === 0 && padded[end] === paddingMarks[2] ? 2 : packingBit
  if (padded[end] !== paddingMarks[packing] || padded.length - end > paddingStep) throw damaged()
  return { packing, bytes: padded.subarray(0, end) }
}

/**
 * Decrypts a packed text. Its length may not suit its packing.
 *
 * @throws {CodecError} DAMAGED if commitment or tag do not match, by damage or a wrong key
 */
export async function openAesGcmBody(
  setting: AesGcmSetting,
  packingBit: PackingBit,
  body: Uint8Array,
): Promise<PackedText> {
  const bytes = await decryptBody(setting, body)
  return isPadded(body[0]!) ? unpad(packingBit, bytes) : { packing: packingBit, bytes }
}

async function decryptBody(setting: AesGcmSetting, body: Uint8Array): Promise<Uint8Array> {
  const prefix = body.subarray(0, prefixBytes)
  const { key, nonce, commitment } = await deriveKeys(
    setting,
    costOfAesGcmBody(body),
    body.slice(0, aesGcmSaltBytes),
  )
  if (!equalBytes(commitment, prefix.subarray(aesGcmSaltBytes))) throw damagedOrWrongKey()
  try {
    return gcm(key, nonce, concatBytes(setting.context, prefix)).decrypt(body.subarray(prefixBytes))
  } catch {
    // Only a wrong tag can still fail the decryption.
    throw damagedOrWrongKey()
  }
}

async function deriveKeys({ material, scrypt }: AesGcmSetting, cost: DerivationCost, salt: Uint8Array) {
  const master = await scrypt({ password: material, salt, cost, ...scryptParameters[cost] })
  const keys = deriveSubkeys(master, salt, 'AESGCM', keyBytes + nonceBytes + commitmentBytes)
  return {
    key: keys.slice(0, keyBytes),
    nonce: keys.slice(keyBytes, keyBytes + nonceBytes),
    commitment: keys.slice(keyBytes + nonceBytes),
  }
}
