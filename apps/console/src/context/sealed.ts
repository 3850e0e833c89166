import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { memoized } from '@pictoglyph/site/language/memoized'
import type { SitePorts } from '@pictoglyph/site/site-ports'

const cipher = 'aes-256-gcm'
const ivBytes = 12
const tagBytes = 16

/**
 * Encrypts a text for one use; only holders of the key can read or create it.
 * @param key 32 bytes
 * @param use its purpose and owner; it can't be opened for another use
 */
export function seal(key: Buffer, use: string, text: string): string {
  const iv = randomBytes(ivBytes)
  const sealing = createCipheriv(cipher, key, iv).setAAD(Buffer.from(use))
  const sealed = Buffer.concat([iv, sealing.update(text), sealing.final(), sealing.getAuthTag()])
  return sealed.toString('base64url')
}

/** Decrypts a text that was sealed with this key for this use, otherwise `undefined`. */
export function unseal(key: Buffer, use: string, written: string): string | undefined {
  const sealed = Buffer.from(written, 'base64url')
  if (sealed.length < ivBytes + tagBytes) return undefined
  try {
    const open = createDecipheriv(cipher, key, sealed.subarray(0, ivBytes), { authTagLength: tagBytes })
    open.setAAD(Buffer.from(use)).setAuthTag(sealed.subarray(-tagBytes))
    return Buffer.concat([open.update(sealed.subarray(ivBytes, -tagBytes)), open.final()]).toString()
  } catch {
    // Sealed for another use or with another key, or not by us.
    return undefined
  }
}

const factName = 'console.siteKey'
const keyBytes = 32

/** The site's sealing key of 32 bytes, the same on all replicas. Created when first needed. */
export function createSiteKey({
  database: { settings },
}: Pick<SitePorts, 'database'>): () => Promise<Buffer> {
  return memoized(async () => {
    const known = await settings.noted(factName)
    if (known !== undefined) return Buffer.from(known, 'base64url')
    const made = randomBytes(keyBytes).toString('base64url')
    const isFirst = await settings.claim(factName, made)
    return Buffer.from((isFirst ? made : await settings.noted(factName)) ?? '', 'base64url')
  })
}
