import type { BlobRow } from '../blobs/blob-reference-rows.ts'
import type { BlobAddress } from '../blobs/blob-store.ts'
import { type BlobPair, blobReferenceRows, mergeBlobs } from '../blobs/merge-blobs.ts'
import type { SitePorts } from '../site-ports.ts'
import { forEachAtOnce } from './at-once.ts'
import { type BytesProblem, inspectBytes, isBeingRemoved, isReleased, repairBytes } from './check-bytes.ts'
import { checkRows } from './check-references.ts'
import { abandonedUploadMs } from './collect-garbage.ts'
import type { Finding } from './findings.ts'
import { noProgress, type StartProgress } from './progress.ts'

const checkedAtOnce = 4
const maxImageIds = 100
/** An upload stores its bytes and its row well within this time, or it was never answered. */
const settledMs = 15_000
const watchedEveryMs = 200

/** The options of a check. */
export interface CheckOptions {
  /** Called with each problem that is certain. */
  report: (finding: Finding) => void
  /** Repair what can be repaired without loss. */
  repair?: boolean
  /** Compare sizes only, and read no bytes. */
  quick?: boolean
  progress?: StartProgress
}

/** The totals of a finished check. */
export interface CheckSummary {
  /** Number of addresses. */
  blobs: number
  /** Bytes read. */
  bytes: number
  problems: number
  repaired: number
  /** Findings without harm that were not repaired: orphans and stale rows, which the collector removes. */
  harmless: number
  /** Files of uploads whose process died, removed by a repair. */
  clearedUploads: number
}

type Site = Pick<SitePorts, 'database' | 'blobs' | 'createSha256' | 'clock'>

/**
 * Compares rows with bytes, bytes with their addresses, and rows with each other. It first checks the integrity of the
 * database, because the rows of a damaged one can't be trusted. It works while the server runs: before reporting a
 * problem, it checks once more.
 *
 * A repair removes bytes without a row, and unneeded rows. It deletes renditions whose bytes are damaged or gone, so
 * that they are made again, and rewrites rows if bytes or other rows are right. It never touches bytes that an image
 * needs, even damaged ones, because putting the same file again heals them.
 *
 * @throws {Failure} STORAGE_FAILED, also for a damaged database
 */
export async function checkSite(site: Site, options: CheckOptions): Promise<CheckSummary> {
  const summary: CheckSummary = {
    blobs: 0,
    bytes: 0,
    problems: 0,
    repaired: 0,
    harmless: 0,
    clearedUploads: 0,
  }
  const misreleased = new Set<BlobAddress>()
  const young: { address: BlobAddress; modifiedAtMs: number }[] = []
  await site.database.checkIntegrity()
  const progress = (options.progress ?? noProgress)('Checking', await countRows(site))

  async function conclude(
    { kind, address, detail }: Pick<Finding, 'kind' | 'address' | 'detail'>,
    mend: () => Promise<boolean>,
  ): Promise<void> {
    const imageIds = await site.database.images.idsByBlob(address, maxImageIds)
    const repaired = options.repair === true && (await mend())
    summary.problems += 1
    if (repaired) summary.repaired += 1
    else if (kind === 'orphan' || kind === 'stale') summary.harmless += 1
    options.report({ kind, address, imageIds, detail, repaired })
  }

  function concludeBytes(problem: BytesProblem, address: BlobAddress): Promise<void> {
    if (problem.kind === 'misreleased') misreleased.add(address)
    return conclude({ ...problem, address }, () => repairBytes(site, problem.kind, address))
  }

  async function checkOrphan(address: BlobAddress): Promise<void> {
    if (!(await isOrphan(site, address))) return
    await concludeBytes({ kind: 'orphan', detail: 'No row names these bytes.' }, address)
  }

  async function checkPair({ address, row, listing }: BlobPair): Promise<void> {
    summary.blobs += 1
    if (row === undefined) {
      if (listing === undefined) return
      if (Date.now() - listing.modifiedAtMs >= settledMs) return checkOrphan(address)
      young.push({ address, modifiedAtMs: listing.modifiedAtMs })
      return
    }
    const look = (current: BlobRow) => inspectBytes(site, current, options.quick === true)
    const first = await look(row)
    summary.bytes += first.bytesRead
    if (first.problem === undefined) return
    const now = await site.database.blobs.byAddress(address)
    if (now === undefined || isReleased(now) !== isReleased(row)) return
    const second = await look(now)
    if (second.problem === undefined) return
    const after = await site.database.blobs.byAddress(address)
    if (after === undefined || isReleased(after) !== isReleased(row) || isBeingRemoved(site, after)) return
    await concludeBytes(second.problem, address)
  }

  /** Waits for young bytes: most belong to running uploads, which write their row a moment later. */
  async function watchYoung(): Promise<void> {
    for (let watched = young; watched.length > 0; ) {
      const left: typeof young = []
      for (const one of watched) {
        if (!(await isOrphan(site, one.address))) continue
        if (Date.now() - one.modifiedAtMs < settledMs) left.push(one)
        else await checkOrphan(one.address)
      }
      if (left.length > 0) await new Promise((resolve) => setTimeout(resolve, watchedEveryMs))
      watched = left
    }
  }

  try {
    await forEachAtOnce(mergeBlobs(site.database.blobs, site.blobs), checkedAtOnce, async (pair) => {
      await checkPair(pair)
      if (pair.row !== undefined) progress.advance(1)
    })
  } finally {
    progress.finish()
  }
  await watchYoung()
  for await (const problem of checkRows(site)) {
    const isTold = problem.kind === 'miscounted' && misreleased.has(problem.address)
    if (!isTold) await conclude(problem, problem.repair)
  }
  if (options.repair === true) {
    summary.clearedUploads = await site.blobs.clearStaging(Date.now() - abandonedUploadMs)
  }
  return summary
}

async function isOrphan({ blobs, database }: Site, address: BlobAddress): Promise<boolean> {
  if ((await blobs.stat(address)) === undefined) return false
  if ((await database.blobs.removal(address)).underWayUntilMs !== null) return false
  if ((await database.blobs.byAddress(address)) !== undefined) return false
  return !(await database.repairs.isNamed(address))
}

async function countRows({ database }: Site): Promise<number> {
  let count = 0
  for await (const _row of blobReferenceRows(database.blobs)) count += 1
  return count
}
