import { Failure } from '../failure.ts'
import type { BlobAddress } from '../ports/blob-store.ts'
import type { BlobRow } from '../ports/database.ts'
import type { SitePorts } from '../site/site-ports.ts'
import { forEachAtOnce } from './at-once.ts'
import { abandonedUploadMs } from './collect-garbage.ts'
import type { Finding, FindingKind } from './findings.ts'
import { type BlobPair, ledgerRows, mergeBlobs } from './merge-blobs.ts'
import { noProgress, type StartProgress } from './progress.ts'
import { digestBlob } from './read-blob.ts'
import { removeBlob } from './remove-blob.ts'

const checkedAtOnce = 4
const mostImageIds = 100
/** An upload stores its bytes and records its row well within this time, or it was never answered. */
const settledMs = 15_000
const watchedEveryMs = 200

export interface CheckOptions {
  /** Told of each problem as soon as it is certain. */
  report: (finding: Finding) => void
  /** Put right what can be without losing anything. */
  repair?: boolean
  /** Compare sizes only, and read no bytes. */
  quick?: boolean
  progress?: StartProgress
}

export interface CheckSummary {
  /** Addresses looked at. */
  blobs: number
  /** Bytes read. */
  bytes: number
  problems: number
  repaired: number
  /** Files of uploads whose process died, which a repair cleared away. */
  clearedUploads: number
}

type Site = Pick<SitePorts, 'database' | 'blobs' | 'createSha256' | 'clock'>

/**
 * Holds rows against bytes and bytes against their addresses. It works beside a running server, where both
 * move while they are read: whatever looks wrong is looked at again before it is reported, once.
 *
 * A repair removes bytes that no row names and rows that nobody needs, and forgets renditions whose bytes are
 * damaged or gone, so that they are made anew; bytes that an image needs are never
 * touched, however damaged, because putting the same file again heals them.
 *
 * @throws {Failure} STORAGE_FAILED
 */
export async function checkSite(site: Site, options: CheckOptions): Promise<CheckSummary> {
  const summary: CheckSummary = { blobs: 0, bytes: 0, problems: 0, repaired: 0, clearedUploads: 0 }
  const young: { address: BlobAddress; modifiedAtMs: number }[] = []
  const progress = (options.progress ?? noProgress)('Checking', await countRows(site))

  async function conclude(kind: FindingKind, address: BlobAddress, detail: string): Promise<void> {
    const imageIds = await site.database.images.idsByBlob(address, mostImageIds)
    const repaired = options.repair === true && (await repair(site, kind, address))
    summary.problems += 1
    if (repaired) summary.repaired += 1
    options.report({ kind, address, imageIds, detail, repaired })
  }

  async function checkOrphan(address: BlobAddress): Promise<void> {
    if (await isOrphan(site, address)) await conclude('orphan', address, 'No row names these bytes.')
  }

  async function checkPair({ address, row, listing }: BlobPair): Promise<void> {
    summary.blobs += 1
    if (row === undefined) {
      if (listing === undefined) return
      if (Date.now() - listing.modifiedAtMs >= settledMs) return checkOrphan(address)
      young.push({ address, modifiedAtMs: listing.modifiedAtMs })
      return
    }
    const look = (current: BlobRow) => inspect(site, current, options.quick === true)
    const first = await look(row)
    summary.bytes += first.bytesRead
    if (first.problem === undefined) return
    const now = await site.database.blobs.byAddress(address)
    if (now === undefined || isReleased(now) !== isReleased(row)) return
    const second = await look(now)
    if (second.problem === undefined) return
    const after = await site.database.blobs.byAddress(address)
    if (after === undefined || isReleased(after) !== isReleased(row) || isBeingRemoved(site, after)) return
    await conclude(second.problem.kind, address, second.problem.detail)
  }

  /** Most of these are of uploads under way, which get their row in a moment. */
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
  if (options.repair === true) {
    summary.clearedUploads = await site.blobs.clearStaging(Date.now() - abandonedUploadMs)
  }
  return summary
}

async function isOrphan({ blobs, database }: Site, address: BlobAddress): Promise<boolean> {
  if ((await blobs.stat(address)) === undefined) return false
  if ((await database.blobs.removal(address)).underWayUntilMs !== null) return false
  return (await database.blobs.byAddress(address)) === undefined
}

interface Inspection {
  problem: { kind: FindingKind; detail: string } | undefined
  bytesRead: number
}

function found(kind: FindingKind, detail: string, bytesRead = 0): Inspection {
  return { problem: { kind, detail }, bytesRead }
}

/** What is wrong with what a row names, as it is at this moment. */
async function inspect(site: Site, row: BlobRow, quick: boolean): Promise<Inspection> {
  const { address, sizeBytes } = row.file
  if (isReleased(row)) return inspectReleased(site, row)
  const stored = await site.blobs.stat(address)
  if (stored === undefined) return found('lost', `${sizeBytes} bytes are not there.`)
  if (quick) {
    if (stored.sizeBytes === sizeBytes) return { problem: undefined, bytesRead: 0 }
    return found('resized', `${stored.sizeBytes} bytes instead of ${sizeBytes}.`)
  }
  let digest: Awaited<ReturnType<typeof digestBlob>>
  try {
    digest = await digestBlob(site, address)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return found('unreadable', error.cause instanceof Error ? error.cause.message : error.message)
  }
  if (digest === undefined) return found('lost', `${sizeBytes} bytes are not there.`)
  const bytesRead = digest.sizeBytes
  if (digest.sha256 === address) {
    if (bytesRead === sizeBytes) return { problem: undefined, bytesRead }
    return found('misrecorded', `The row says ${sizeBytes} bytes; they are ${bytesRead}.`, bytesRead)
  }
  if (bytesRead !== sizeBytes)
    return found('resized', `${bytesRead} bytes instead of ${sizeBytes}.`, bytesRead)
  return found('altered', `The bytes have the SHA-256 ${digest.sha256}.`, bytesRead)
}

/** Bytes that nobody needs may be damaged: an upload that needs them again puts them again. */
async function inspectReleased(site: Site, row: BlobRow): Promise<Inspection> {
  const { address } = row.file
  const [imageId] = await site.database.images.idsByBlob(address, 1)
  if (imageId !== undefined) return found('misreleased', `The image ${imageId} needs them.`)
  if (isBeingRemoved(site, row) || (await site.blobs.stat(address)) !== undefined) {
    return { problem: undefined, bytesRead: 0 }
  }
  return found('stale', 'No image needs them, and they are gone.')
}

async function repair(site: Site, kind: FindingKind, address: BlobAddress): Promise<boolean> {
  switch (kind) {
    case 'orphan':
    case 'stale':
      return removeBlob(site, address, site.clock())
    case 'altered':
    case 'resized':
    case 'lost':
    case 'unreadable':
      return forgetRendition(site, address)
    case 'misrecorded':
    case 'misreleased':
      return false
  }
}

/** What was made of an image can be made again; false where an image itself needs the bytes. */
async function forgetRendition({ database, clock }: Site, address: BlobAddress): Promise<boolean> {
  await database.renditions.forget(address, clock())
  const row = await database.blobs.byAddress(address)
  return row === undefined || isReleased(row)
}

function isBeingRemoved({ clock }: Site, { removingUntilMs }: BlobRow): boolean {
  return removingUntilMs !== null && removingUntilMs > clock()
}

function isReleased({ releasedAtMs }: BlobRow): boolean {
  return releasedAtMs !== null
}

async function countRows({ database }: Site): Promise<number> {
  let count = 0
  for await (const _row of ledgerRows(database.blobs)) count += 1
  return count
}
