import type { SearchStore } from '../images/search-rows.ts'

const maxCounted = 100_000_000
/** More waiting images than this are worth reporting: they come from an upgrade, a restore or a move. */
const toldFrom = 10_000
const toldEveryMs = 10_000

/** The progress of the search index. */
export interface IndexingProgress {
  indexed: number
  left: number
}

/**
 * Adds all waiting images to the search index. After each transaction it pauses for the time that the transaction took,
 * so that uploads are not delayed.
 * @param options.report called at the beginning, every ten seconds and at the end, if many wait
 */
export async function indexSearches(
  search: SearchStore,
  { signal, report }: { signal: AbortSignal; report: (progress: IndexingProgress) => void },
): Promise<void> {
  const first = await search.indexNext()
  if (first.isLast) return
  let { indexed } = first
  const isTold = (await search.waiting(toldFrom)) >= toldFrom
  const tell = async () => report({ indexed, left: await search.waiting(maxCounted) })
  if (isTold) await tell()
  let toldAtMs = performance.now()
  for (let isLast = false; !isLast && !signal.aborted; ) {
    const beganAtMs = performance.now()
    const next = await search.indexNext()
    indexed += next.indexed
    isLast = next.isLast
    const nowMs = performance.now()
    if (isTold && (isLast || nowMs - toldAtMs >= toldEveryMs)) {
      await tell()
      toldAtMs = nowMs
    }
    await new Promise((resolve) => setTimeout(resolve, nowMs - beganAtMs))
  }
}
