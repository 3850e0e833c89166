import { forEachAtOnce } from '../care/at-once.ts'
import { Failure } from '../language/failure.ts'
import type { SitePorts } from '../site-ports.ts'
import type { BlobAddress, BlobStore } from './blob-store.ts'

/** Attempts to remove bytes start within this time of their claim, or not at all. Two can time out in it. */
const begunWithinMs = 15_000
const removedAtOnce = 4

/** The ports that the removal of bytes needs. */
export type RemovingSite = Pick<SitePorts, 'database' | 'clock'> & {
  readonly blobs: Pick<BlobStore, 'remove' | 'lateRemovalMs'>
}

/**
 * Removes bytes that no image needs and that were released before a given time, in two steps: the claim is durable
 * before the bytes go, and an upload that put the same bytes meanwhile sees the claim and puts them again.
 *
 * The claim outlasts any attempt made under it (20 minutes for S3). It ends at once if all attempts were answered. If
 * an answer was lost or this process died, it lasts to its end, because an attempt may still remove the bytes, and with
 * them an upload.
 *
 * @returns false, with the bytes in place, if they are needed again or someone else removes them
 * @throws {Failure} STORAGE_FAILED; the claim then stays
 */
export async function removeBlob(
  site: RemovingSite,
  address: BlobAddress,
  releasedBeforeMs: number,
): Promise<boolean> {
  const { claimed, failed, late } = await removeUnderClaim(site, [address], { releasedBeforeMs })
  const [failure] = failed.values()
  if (failure !== undefined) throw failure
  return claimed.length === 1 && late.length === 0
}

/**
 * Removes the bytes of many addresses with few claims.
 * @param options.requireAllowed throws a `Failure` once nothing more may start
 * @returns how many could not be removed; those needed again do not count
 */
export async function removeBlobs(
  site: RemovingSite,
  addresses: readonly BlobAddress[],
  options: { releasedBeforeMs: number; requireAllowed: () => void },
): Promise<number> {
  let left = 0
  for (let waiting = addresses; waiting.length > 0; ) {
    const { failed, late } = await removeUnderClaim(site, waiting, options)
    left += failed.size
    waiting = late
  }
  return left
}

interface Removal {
  claimed: readonly BlobAddress[]
  failed: ReadonlyMap<BlobAddress, Failure>
  /** Addresses whose time was over before their removal started. */
  late: readonly BlobAddress[]
}

async function removeUnderClaim(
  { database, blobs, clock }: RemovingSite,
  addresses: readonly BlobAddress[],
  { releasedBeforeMs, requireAllowed = () => {} }: { releasedBeforeMs: number; requireAllowed?: () => void },
): Promise<Removal> {
  const startedAtMs = performance.now()
  const untilMs = clock() + begunWithinMs + blobs.lateRemovalMs
  /** Checks both clocks: one can be set, and the other stops while a machine sleeps. */
  const mayBegin = () =>
    performance.now() - startedAtMs <= begunWithinMs && clock() + blobs.lateRemovalMs <= untilMs

  const claimed = await database.blobs.beginRemovals(addresses, releasedBeforeMs, untilMs)
  const failed = new Map<BlobAddress, Failure>()
  const settled: BlobAddress[] = []
  const unbegun: BlobAddress[] = []
  const late: BlobAddress[] = []
  await forEachAtOnce(claimed, removedAtOnce, async (address) => {
    let isBegun = false
    try {
      requireAllowed()
      if (!mayBegin()) {
        late.push(address)
        return
      }
      isBegun = true
      if ((await blobs.remove(address, mayBegin)) === 'settled') settled.push(address)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      failed.set(address, error)
      if (!isBegun) unbegun.push(address)
    }
  })
  await database.blobs.finishRemovals(settled, untilMs)
  await database.blobs.abandonRemovals([...unbegun, ...late], untilMs)
  return { claimed, failed, late }
}
