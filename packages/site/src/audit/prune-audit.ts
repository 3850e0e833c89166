import { readSpan } from '../language/span.ts'
import type { SitePorts } from '../site-ports.ts'

/** Batch size: small, so that other writers do not have to wait. */
const entriesAtOnce = 500

/**
 * Removes audit entries older than the policy `audit.keepFor`, in batches.
 * @param signal stops it between two batches
 * @returns how many were removed
 */
export async function pruneAudit(
  { database, snapshot, clock }: Pick<SitePorts, 'database' | 'snapshot' | 'clock'>,
  signal?: AbortSignal,
): Promise<number> {
  const keepFor = snapshot().policy['audit.keepFor']
  if (keepFor === 'forever') return 0
  const beforeMs = clock() - readSpan(keepFor)
  let removed = 0
  while (signal?.aborted !== true) {
    const portion = await database.audit.prune(beforeMs, entriesAtOnce)
    removed += portion
    if (portion < entriesAtOnce) break
  }
  return removed
}
