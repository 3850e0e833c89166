import { insertion } from '../rows/clauses.ts'
import type { Store, StoreDefinition } from '../rows/store.ts'

/** Leases for work that one process of the site does at a time. A lease that is not renewed expires. */
export type LeaseStore = Store<typeof leaseStore>

/** Defines {@link LeaseStore}. */
export const leaseStore = {
  changes: ({ write }, clock) => ({
    /** Takes the lease for `forMs` from now, or renews the holder's own; false while someone else has it. */
    async take(name: string, holder: string, forMs: number) {
      const nowMs = clock()
      const taken = await write((sql) =>
        sql.run(
          ...insertion(
            'leases',
            { name, holder, until_ms: nowMs + forMs },
            `ON CONFLICT (name) DO UPDATE SET holder = excluded.holder, until_ms = excluded.until_ms
WHERE leases.holder = excluded.holder OR leases.until_ms <= ?`,
          ),
          nowMs,
        ),
      )
      return taken === 1
    },
    /** Releases the lease, if the holder still has it. */
    async release(name: string, holder: string) {
      await write((sql) => sql.run('DELETE FROM leases WHERE name = ? AND holder = ?', name, holder))
    },
    /** Ends all leases: in a copy of a site no process holds them. */
    async endAll() {
      await write((sql) => sql.run('DELETE FROM leases'))
    },
  }),
} satisfies StoreDefinition
