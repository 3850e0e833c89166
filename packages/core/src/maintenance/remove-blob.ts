import type { BlobAddress } from '../ports/blob-store.ts'
import type { SitePorts } from '../site/site-ports.ts'

/** Attempts to remove bytes are begun within this time of their claim, or not at all. Two can time out in it. */
const begunWithinMs = 15_000

/**
 * Removes bytes that no image needs and that were released before a given time, in two steps: the removal is durably
 * claimed before the bytes go, and an upload that put the same bytes meanwhile learns of the claim and puts them again.
 *
 * The claim lasts longer than any attempt made under it can take effect (20 minutes for S3). It ends at once if all
 * attempts were answered. If an answer was lost or this process died, it lasts to its end, because an attempt may still
 * remove the bytes, and with them an upload.
 *
 * @returns false, with the bytes in place, if they are needed again or someone else removes them
 * @throws {Failure} STORAGE_FAILED; the claim stays then
 */
export async function removeBlob(
  { database, blobs, clock }: Pick<SitePorts, 'database' | 'blobs' | 'clock'>,
  address: BlobAddress,
  releasedBeforeMs: number,
): Promise<boolean> {
  const startedAtMs = performance.now()
  const untilMs = clock() + begunWithinMs + blobs.lateRemovalMs
  /** Checked by both clocks: one can be set, and the other stops while a machine sleeps. */
  const mayBegin = () =>
    performance.now() - startedAtMs <= begunWithinMs && clock() + blobs.lateRemovalMs <= untilMs

  if (!(await database.blobs.beginRemoval(address, releasedBeforeMs, untilMs))) return false
  if (!mayBegin()) return false
  const removal = await blobs.remove(address, mayBegin)
  if (removal === 'settled') await database.blobs.finishRemoval(address, untilMs)
  return true
}
