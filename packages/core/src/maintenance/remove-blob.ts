import type { BlobAddress } from '../ports/blob-store.ts'
import type { SitePorts } from '../site/site-ports.ts'

/** Uploads of the same bytes wait for so long after a collector that died. */
const claimMs = 30_000
/** A collector that was held up for longer between claim and removal lets the claim end by itself. */
const begunWithinMs = 5_000

/**
 * Removes bytes that no image needs and that were released before a time, in two steps: the claim is durable
 * before the bytes go, and an upload that put the same bytes meanwhile learns of it and puts them again.
 * @returns false, with the bytes in their place, where they are needed again or someone else removes them
 * @throws {Failure} STORAGE_FAILED
 */
export async function removeBlob(
  site: Pick<SitePorts, 'database' | 'blobs' | 'clock'>,
  address: BlobAddress,
  releasedBeforeMs: number,
): Promise<boolean> {
  const { blobs: ledger } = site.database
  const startedAtMs = performance.now()
  const untilMs = site.clock() + claimMs
  if (!(await ledger.beginRemoval(address, releasedBeforeMs, untilMs))) return false
  if (performance.now() - startedAtMs > begunWithinMs) return false
  await site.blobs.remove(address)
  await ledger.finishRemoval(address, untilMs)
  return true
}
