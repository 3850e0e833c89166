import type { Policy } from '../policy/policy.ts'
import type { SitePorts } from '../site-ports.ts'

const unitMs = { d: 86_400_000, w: 604_800_000 } as const
/** Few enough that other writers do not have to wait. */
const entriesAtOnce = 500

/** How long audit entries are kept, in milliseconds; infinite if they are kept for ever. */
function keptForMs(keepFor: Policy['audit.keepFor']): number {
  const [, count, unit] = /^(\d+)([dw])$/.exec(keepFor) ?? []
  if (count === undefined) return Number.POSITIVE_INFINITY
  return Number(count) * unitMs[unit as keyof typeof unitMs]
}

/**
 * Removes audit entries that are older than the policy `audit.keepFor` says, some at a time.
 * @param signal ends it early, between two portions
 * @returns how many went
 */
export async function pruneAudit(
  { database, snapshot, clock }: Pick<SitePorts, 'database' | 'snapshot' | 'clock'>,
  signal?: AbortSignal,
): Promise<number> {
  const keptMs = keptForMs(snapshot().policy['audit.keepFor'])
  if (keptMs === Number.POSITIVE_INFINITY) return 0
  const beforeMs = clock() - keptMs
  let removed = 0
  while (signal?.aborted !== true) {
    const portion = await database.audit.prune(beforeMs, entriesAtOnce)
    removed += portion
    if (portion < entriesAtOnce) break
  }
  return removed
}
