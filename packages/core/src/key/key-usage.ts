import { type Address, networkKey } from '../network/address.ts'
import type { KeyStore, KeyUse } from '../ports/database/key-store.ts'

/** Networks of one key that are noted between two writes; of others the last address alone is. */
const maxNetworks = 100

export interface KeyUsage {
  note(keyId: string, atMs: number, address: Address | undefined): void
  /** Writes what was noted since the last time; on failure it is kept for the next. */
  flush(): Promise<void>
}

interface NotedUse extends KeyUse {
  networks: Map<string, string>
}

/** Coalesces last uses, so that a busy key costs one write in a while and not one a request. */
export function createKeyUsage(keys: Pick<KeyStore, 'touch'>): KeyUsage {
  let noted = new Map<string, NotedUse>()
  return {
    note(keyId, atMs, address) {
      const networks = noted.get(keyId)?.networks ?? new Map<string, string>()
      const text = address?.text ?? 'unknown'
      if (address !== undefined && networks.size < maxNetworks) networks.set(networkKey(address), text)
      noted.set(keyId, { atMs, address: text, networks })
    },
    async flush() {
      if (noted.size === 0) return
      const writing = noted
      noted = new Map()
      try {
        await keys.touch(writing)
      } catch (error) {
        for (const [keyId, use] of writing) {
          const later = noted.get(keyId)
          if (later === undefined) noted.set(keyId, use)
          else for (const [network, address] of use.networks) later.networks.set(network, address)
        }
        throw error
      }
    },
  }
}
