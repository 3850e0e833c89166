import type { SiteDatabase } from '../database/database.ts'
import { conflict } from '../language/failure.ts'
import { newId } from '../language/ids.ts'
import { message } from '../language/message.ts'

/** One process of a site at a time collects garbage, or stops others from collecting while it makes a backup. */
export const collectorLease = 'collector'

const leaseMs = 60_000
const renewedEveryMs = 15_000
/** Nothing is begun under a lease so close to its end. */
const reserveMs = 20_000

/** The right to do work that only one process of the site does at a time. */
export interface Lease {
  /** @throws {Failure} CONFLICT once it may have passed to another process, or the work was called off */
  requireHeld(): void
}

/**
 * Does work under a lease of the site, and renews the lease meanwhile. If a process dies, its lease ends within a
 * minute.
 * @param options.signal cancels the work: `requireHeld` throws from then on
 * @returns what the work returned, or `undefined`, without doing it, if someone else has the lease
 */
export async function withLease<T>(
  { database }: { database: Pick<SiteDatabase, 'leases'> },
  name: string,
  work: (lease: Lease) => Promise<T>,
  { signal }: { signal?: AbortSignal | undefined } = {},
): Promise<T | undefined> {
  const holder = newId()
  let renewedAtMs = performance.now()
  let isLost = false
  if (!(await database.leases.take(name, holder, leaseMs))) return undefined

  async function renew(): Promise<void> {
    const startedAtMs = performance.now()
    if (await database.leases.take(name, holder, leaseMs)) renewedAtMs = startedAtMs
    else isLost = true
  }
  const renewals = new Set<Promise<void>>()
  const timer = setInterval(() => {
    // A renewal that fails shows in `requireHeld` when its time has come.
    const renewal = renew()
      .catch(() => undefined)
      .finally(() => renewals.delete(renewal))
    renewals.add(renewal)
  }, renewedEveryMs)

  try {
    return await work({
      requireHeld() {
        if (signal?.aborted) throw conflict(message('The work was called off.'))
        if (isLost || performance.now() - renewedAtMs > leaseMs - reserveMs) {
          throw conflict(message(`The site's lease "{name}" was lost.`, { name }))
        }
      },
    })
  } finally {
    clearInterval(timer)
    // One that came to the database after the release would take the lease again, for no one.
    await Promise.all(renewals)
    await database.leases.release(name, holder)
  }
}
