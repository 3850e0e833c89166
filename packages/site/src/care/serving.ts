import type { SiteDatabase } from '../database/database.ts'
import { newId } from '../language/ids.ts'
import type { SqlEngine } from '../rows/engine.ts'

const prefix = 'server:'
const leaseMs = 60_000

/** How often a server has to say that it serves the site. */
export const servingIntervalMs = 20_000

/** Says of one server that it serves the site, by a lease of its own. If it is killed, that ends within a minute. */
interface ServingSign {
  renew(): Promise<void>
  /** Takes it back, once the server has stopped. */
  end(): Promise<void>
}

/** Creates the sign of one server; nothing is said before it is renewed. */
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
      // How it ended is in the log.
      await renewing.catch(() => undefined)
      await leases.release(name, holder)
    },
  }
}

/** Whether a server serves the site whose rows these are, or was killed within the last minute. */
export async function isServed({ read }: Pick<SqlEngine, 'read'>, nowMs: number): Promise<boolean> {
  const sql = 'SELECT name FROM leases WHERE name LIKE ? AND until_ms > ? LIMIT 1'
  return (await read.get(sql, `${prefix}%`, nowMs)) !== undefined
}
