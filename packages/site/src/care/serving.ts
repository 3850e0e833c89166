import type { SiteDatabase } from '../database/database.ts'
import { newId } from '../language/ids.ts'
import type { SqlEngine } from '../rows/engine.ts'

const prefix = 'server:'
const leaseMs = 60_000

/** How often a server renews its lease. */
export const servingIntervalMs = 20_000

/** One server's lease, which shows that it serves the site. Once the server is killed, it expires within a minute. */
interface ServingSign {
  renew(): Promise<void>
  /** Ends the lease, once the server has stopped. */
  end(): Promise<void>
}

/** Creates the lease of one server; nothing is written before the first renewal. */
export function createServingSign({ leases }: Pick<SiteDatabase, 'leases'>): ServingSign {
  const holder = newId()
  const name = prefix + holder
  let renewing: Promise<unknown> = Promise.resolve()
  return {
    async renew() {
      renewing = leases.take(name, holder, leaseMs)
      await renewing
    },
    async end() {
      // The log already has the error of the renewal.
      await renewing.catch(() => undefined)
      await leases.release(name, holder)
    },
  }
}

/** Whether a server serves the site of these rows, or was killed within the last minute. */
export async function isServed({ read }: Pick<SqlEngine, 'read'>, nowMs: number): Promise<boolean> {
  const sql = 'SELECT name FROM leases WHERE name LIKE ? AND until_ms > ? LIMIT 1'
  return (await read.get(sql, `${prefix}%`, nowMs)) !== undefined
}
