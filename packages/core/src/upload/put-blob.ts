import { Failure } from '../failure.ts'
import type { BlobAddress, StagedFile } from '../ports/blob-store.ts'
import type { SitePorts } from '../site/site-ports.ts'

const mostAttempts = 5
const collectorPollMs = 100

/** The row that names the bytes can't be written now: they are being removed, or have been since they were put. */
interface BlobRemoving {
  kind: 'blobRemoving'
}

/**
 * Puts staged bytes and records the row that names them: bytes first, row last, so that a crash at any point
 * leaves at worst an unreferenced blob. Where the collector removed the bytes meanwhile, both are done again.
 * @param record is told how many removals were counted before the bytes were put
 * @throws {Failure} STORAGE_FAILED, and what `record` throws
 */
export async function putAndRecord<Outcome extends { kind: string }>(
  site: Pick<SitePorts, 'database' | 'blobs'>,
  { staged, sha256 }: { staged: StagedFile; sha256: string },
  record: (removalsSeen: number) => Promise<Outcome | BlobRemoving>,
): Promise<Exclude<Outcome, BlobRemoving>> {
  for (let attempt = 1; attempt <= mostAttempts; attempt++) {
    const removalsSeen = await removalsOnceDone(site, sha256)
    await site.blobs.put(staged, sha256)
    const outcome = await record(removalsSeen)
    if (outcome.kind !== 'blobRemoving') return outcome as Exclude<Outcome, BlobRemoving>
  }
  throw new Failure(
    { code: 'STORAGE_FAILED' },
    { cause: new Error('the collector kept removing these bytes') },
  )
}

/** The same for bytes in memory. */
export async function storeBytes<Outcome extends { kind: string }>(
  site: Pick<SitePorts, 'database' | 'blobs' | 'createSha256'>,
  bytes: Uint8Array,
  record: (blob: {
    address: BlobAddress
    sizeBytes: number
    removalsSeen: number
  }) => Promise<Outcome | BlobRemoving>,
): Promise<Exclude<Outcome, BlobRemoving>> {
  await using staged = await site.blobs.stage()
  const digest = site.createSha256()
  digest.update(bytes)
  await staged.write(bytes)
  const address = digest.digestHex()
  return await putAndRecord<Outcome>(site, { staged, sha256: address }, (removalsSeen) =>
    record({ address, sizeBytes: bytes.length, removalsSeen }),
  )
}

/** How often these bytes were removed, once the collector has finished doing so or its time for it is up. */
async function removalsOnceDone(site: Pick<SitePorts, 'database'>, address: BlobAddress): Promise<number> {
  for (;;) {
    const { count, underWayUntilMs } = await site.database.blobs.removal(address)
    if (underWayUntilMs === null) return count
    await new Promise((resolve) => setTimeout(resolve, collectorPollMs))
  }
}
