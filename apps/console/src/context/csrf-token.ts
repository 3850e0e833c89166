import { timingSafeEqual } from 'node:crypto'

/**
 * A form's proof that it comes from our page: derived from a secret in the browser's cookie (the session's, or the
 * visitor's before signing in), so that it need not be stored.
 */
export function csrfTokenOf(cookieSecret: string): string {
  return new Bun.CryptoHasher('sha256').update(`pictoglyph csrf ${cookieSecret}`).digest('base64url')
}

/** Whether a form's token is the expected one, compared in constant time. */
export function isCsrfToken(given: string | null | undefined, expected: string): boolean {
  const a = Buffer.from(given ?? '')
  const b = Buffer.from(expected)
  return a.length === b.length && timingSafeEqual(a, b)
}
