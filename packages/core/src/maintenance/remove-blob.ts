import type { BlobAddress } from '../ports/blob-store.ts'
import type { SitePorts } from '../site/site-ports.ts'

/** Attempts to remove bytes are begun within this time of their claim, or not at all. Two can time out in it. */
const begunWithinMs = 15_000

/**
 * Removes bytes that no image needs and that were released before a time, in two steps: the claim is durable
 * before the bytes go, and an upload that put the same bytes meanwhile learns of it and puts them again.
 *
 * The claim outlasts every attempt that was begun under it by the time after which the store says none takes
 * effect any more (20 minutes for S3). It is ended at once where all attempts were answered. Else, be it that an
 * answer was lost or that this process died, it stands to its end: what was sent may still take the bytes, and an
 * upload that put them in between would lose them.
 *
 * @returns false, with the bytes in their place, where they are needed again or someone else removes them
 * @throws {Failure} STORAGE_FAILED; the claim stands then
 */
export async function removeBlob(
  { database, blobs, clock }: Pick<SitePorts, 'database' | 'blobs' | 'clock'>,
  address: BlobAddress,
  releasedBeforeMs: number,
): Promise<boolean> {
  const startedAtMs = performance.now()
  const untilMs = clock() + begunWithinMs + blobs.lateRemovalMs
  /** By both clocks: one can be set, and the other stands still while a machine sleeps. */
  const mayBegin = () =>
    performance.now() - startedAtMs <= begunWithinMs && clock() + blobs.lateRemovalMs <= untilMs

  if (!(await database.blobs.beginRemoval(address, releasedBeforeMs, untilMs))) return false
  if (!mayBegin()) return false
  const removal = await blobs.remove(address, mayBegin)
  if (removal === 'settled') await database.blobs.finishRemoval(address, untilMs)
  return true
}
