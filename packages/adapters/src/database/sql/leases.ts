import type { LeaseStore } from '@pictoglyph/core'
import type { SqlEngine } from './engine.ts'

/** `LeaseStore` over an engine. */
export function createLeaseStore({ write }: SqlEngine, clock: () => number): LeaseStore {
  return {
    async take(name, holder, forMs) {
      const nowMs = clock()
      const taken = await write((sql) =>
        sql.run(
          `INSERT INTO leases (name, holder, until_ms) VALUES (?, ?, ?)
           ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until_ms = excluded.until_ms
           WHERE leases.holder = excluded.holder OR leases.until_ms <= ?`,
          name,
          holder,
          nowMs + forMs,
          nowMs,
        ),
      )
      return taken === 1
    },
    async release(name, holder) {
      await write((sql) => sql.run('DELETE FROM leases WHERE name = ? AND holder = ?', name, holder))
    },
    async endAll() {
      await write((sql) => sql.run('DELETE FROM leases'))
    },
  }
}
