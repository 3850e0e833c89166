import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'
import { randomBase62 } from '../ids.ts'

const prefix = 'pgl_'
/** 27 base62 letters carry 160.7 random bits. */
const secretLength = 27
const checksumLength = 6
const shape = /^pgl_[0-9A-Za-z]{33}$/

/**
 * A new API key: `pgl_`, 160 random bits and a checksum, in letters and digits only, so that no client's
 * template syntax trips over it and a mistyped or cut key is known without asking the database.
 */
export function createApiKeySecret(): string {
  const secret = randomBase62(secretLength)
  return prefix + secret + checksum(secret)
}

/** Whether a text has the form of a key and its checksum fits. Says nothing about whether the key exists. */
export function isWellFormedApiKey(text: string): boolean {
  if (!shape.test(text)) return false
  const secret = text.slice(prefix.length, prefix.length + secretLength)
  return checksum(secret) === text.slice(prefix.length + secretLength)
}

/** What is kept of a key: its SHA-256 in lower-case hex. 160 random bits need no slow hash. */
export function hashSecret(secret: string): string {
  return bytesToHex(sha256(utf8ToBytes(secret)))
}

/** The last part of a key's hash as base62 letters: against slips, not against forgery. */
function checksum(secret: string): string {
  const alphabet = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
  const digest = sha256(utf8ToBytes(`pictoglyph key ${secret}`))
  let value = new DataView(digest.buffer, digest.byteOffset).getUint32(0)
  let text = ''
  for (let i = 0; i < checksumLength; i++) {
    text = alphabet[value % 62] + text
    value = Math.floor(value / 62)
  }
  return text
}
