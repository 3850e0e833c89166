import { timingSafeEqual } from 'node:crypto'

/**
 * The token that a form carries to prove that it comes from a page of ours: derived from a secret in the
 * browser's cookie (the session's, or before signing in the visitor's), so that nothing need be stored.
 */
export function csrfTokenOf(cookieSecret: string): string {
  return new Bun.CryptoHasher('sha256').update(`pictoglyph csrf ${cookieSecret}`).digest('base64url')
}

/** Whether a form's token is the one that its page was given, compared in constant time. */
export function isCsrfToken(given: string | null | undefined, expected: string): boolean {
  const a = Buffer.from(given ?? '')
  const b = Buffer.from(expected)
  return a.length === b.length && timingSafeEqual(a, b)
}
