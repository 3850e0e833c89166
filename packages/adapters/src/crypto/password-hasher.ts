import type { PasswordHasher } from '@pictoglyph/core'

/** 19 MiB and two passes in one lane: the least that OWASP's password storage advice asks of argon2id. */
const argon2id = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const

/** Passwords under argon2id (RFC 9106), hashed off the main thread. */
export function createPasswordHasher(): PasswordHasher {
  return {
    hash: (password) => Bun.password.hash(password, argon2id),
    async verify(password, hash) {
      if (!hash.startsWith('$argon2id$')) return false
      try {
        return await Bun.password.verify(password, hash)
      } catch {
        // Bun throws for a hash that it can't read, which no password fits.
        return false
      }
    },
  }
}
