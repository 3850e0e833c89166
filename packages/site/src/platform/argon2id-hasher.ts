import { availableParallelism } from 'node:os'
import { createSemaphore } from '../admission/semaphore.ts'

/** 19 MiB and two passes in one lane: the minimum that OWASP advises for argon2id. */
const argon2id = { algorithm: 'argon2id', memoryCost: 19_456, timeCost: 2 } as const

/**
 * Hashes passwords with argon2id (RFC 9106) off the main thread, on at most half of the processors. The same threads
 * read and write files, and uploads must not wait for guessed passwords.
 */
export function createPasswordHasher(): PasswordHasher {
  const semaphore = createSemaphore({
    permits: Math.max(1, Math.floor(availableParallelism() / 2)),
    maxWaiting: Number.POSITIVE_INFINITY,
  })

  async function withPermit<T>(work: () => Promise<T>): Promise<T> {
    using _permit = await semaphore.acquire()
    return await work()
  }

  return {
    hash: (password) => withPermit(() => Bun.password.hash(password, argon2id)),
    async verify(password, hash) {
      if (!hash.startsWith('$argon2id$')) return false
      try {
        return await withPermit(() => Bun.password.verify(password, hash))
      } catch {
        // Bun throws for an unreadable hash, which no password matches.
        return false
      }
    },
  }
}

/** Slow password hashing (argon2id). Runs off the main thread. */
export interface PasswordHasher {
  /** A PHC string that holds its own parameters and salt. */
  hash(password: string): Promise<string>
  /** False for a wrong password and for a hash that can't be read. */
  verify(password: string, hash: string): Promise<boolean>
}
