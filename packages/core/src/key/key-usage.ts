import type { KeyStore } from '../ports/database/key-store.ts'

export interface KeyUsage {
  note(keyId: string, atMs: number): void
  /** Writes what was noted since the last time; on failure it is kept for the next. */
  flush(): Promise<void>
}

/** Coalesces "last used" times, so that a busy key costs one write in a while and not one a request. */
export function createKeyUsage(keys: Pick<KeyStore, 'touch'>): KeyUsage {
  let noted = new Map<string, number>()
  return {
    note(keyId, atMs) {
      noted.set(keyId, atMs)
    },
    async flush() {
      if (noted.size === 0) return
      const writing = noted
      noted = new Map()
      try {
        await keys.touch(writing)
      } catch (error) {
        for (const [keyId, atMs] of writing) if (!noted.has(keyId)) noted.set(keyId, atMs)
        throw error
      }
    },
  }
}
