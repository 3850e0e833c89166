import { digestText } from '../digest-text.ts'
import { base62Digits, randomBase62 } from '../ids.ts'
import type { SitePorts } from '../site/site-ports.ts'

type Site = Pick<SitePorts, 'createSha256'>

const prefix = 'pgl_'
/** 27 base62 letters carry 160.7 random bits. */
const secretLength = 27
const checksumLength = 6
const shape = /^pgl_[0-9A-Za-z]{33}$/

/**
 * A new API key: `pgl_`, 160 random bits and a checksum, in letters and digits only, so that no client's
 * template syntax trips over it and a mistyped or cut key is known without asking the database.
 */
export function createApiKeySecret(site: Site): string {
  const secret = randomBase62(secretLength)
  return prefix + secret + checksum(site, secret)
}

/** Whether a text has the form of a key and its checksum fits. Says nothing about whether the key exists. */
export function isWellFormedApiKey(site: Site, text: string): boolean {
  if (!shape.test(text)) return false
  const secret = text.slice(prefix.length, prefix.length + secretLength)
  return checksum(site, secret) === text.slice(prefix.length + secretLength)
}

/** Whether a text begins as keys do, so that it must be shown nowhere. An id has no `_`. */
export const mayBeApiKey = (text: string): boolean => text.toLowerCase().startsWith(prefix)

/** What is kept of a key: its SHA-256 in lower-case hex. 160 random bits need no slow hash. */
export function hashSecret(site: Site, secret: string): string {
  return digestText(site, secret)
}

/** The first 32 bits of a hash as base62 letters: against slips, not against forgery. */
function checksum(site: Site, secret: string): string {
  let value = Number.parseInt(digestText(site, `pictoglyph key ${secret}`).slice(0, 8), 16)
  let text = ''
  for (let i = 0; i < checksumLength; i++) {
    text = base62Digits[value % 62] + text
    value = Math.floor(value / 62)
  }
  return text
}
