import type { SiteDatabase } from '../database/database.ts'
import { conflict } from '../language/failure.ts'
import { newId } from '../language/ids.ts'
import { message } from '../language/message.ts'

/** Held while collecting garbage, and while making a backup, to keep others from collecting. */
export const collectorLease = 'collector'

const leaseMs = 60_000
const renewedEveryMs = 15_000
/** Nothing starts under a lease with less time than this. */
const reserveMs = 20_000

/** The right to do work that one process of the site does at a time. */
export interface Lease {
  /** @throws {Failure} CONFLICT once the lease may have passed to another process, or the work was cancelled */
  requireHeld(): void
}

/**
 * Does work under a lease of the site, and renews the lease meanwhile. If the process dies, the lease expires within a
 * minute.
 * @param options.signal cancels the work: `requireHeld` throws from then on
 * @returns the result of the work; `undefined`, without doing it, if someone else has the lease
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
    // A failed renewal shows in `requireHeld` once the lease expires.
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
    // A renewal that arrived after the release would take the lease again, for no one.
    await Promise.all(renewals)
    await database.leases.release(name, holder)
  }
}
