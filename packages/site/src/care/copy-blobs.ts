import type { BlobReferences, BlobRow } from '../blobs/blob-reference-rows.ts'
import type { BlobAddress, BlobStore } from '../blobs/blob-store.ts'
import { blobReferenceRows, unnamedBlobs } from '../blobs/merge-blobs.ts'
import { readBlob } from '../blobs/read-blob.ts'
import type { SiteDatabase } from '../database/database.ts'
import { Failure } from '../language/failure.ts'
import type { Sha256 } from '../platform/sha256.ts'
import { forEachAtOnce } from './at-once.ts'
import { noProgress, type StartProgress } from './progress.ts'

const copiedAtOnce = 4

/** The rows, source and target of a copy. */
export interface CopyOptions {
  /** The rows whose bytes are copied. */
  references: Pick<BlobReferences, 'list'>
  from: BlobStore
  to: BlobStore
  createSha256: () => Sha256
  /** Also read and verify blobs that the target already has; otherwise only their size is compared. */
  verifyKept?: boolean
  progress?: StartProgress
  label?: string
  /** Called between two blobs; an error stops the copy. */
  requireHeld?: () => void
}

/** The totals of a finished copy. */
export interface CopiedBlobs {
  /** All blobs that the rows need, copied now or there before. */
  blobs: number
  bytes: number
  copied: number
  /** Needed blobs that are missing or damaged at the source. */
  missing: BlobAddress[]
}

/**
 * Copies the bytes that rows need from one store to another. Each blob's SHA-256 is verified while copying, and it is
 * durable when it is counted. Blobs already at the target stay.
 * @throws {Failure} STORAGE_FAILED
 */
export async function copyBlobs(options: CopyOptions): Promise<CopiedBlobs> {
  const result: CopiedBlobs = { blobs: 0, bytes: 0, copied: 0, missing: [] }
  const total = await countNeeded(options.references)
  const progress = (options.progress ?? noProgress)(options.label ?? 'Copying', total)
  try {
    await forEachAtOnce(neededRows(options.references), copiedAtOnce, async ({ file }) => {
      options.requireHeld?.()
      const outcome = (await isKept(options, file)) ? 'kept' : await copyOne(options, file.address)
      progress.advance(1)
      if (outcome === 'missing') {
        result.missing.push(file.address)
        return
      }
      result.blobs += 1
      result.bytes += file.sizeBytes
      if (outcome === 'copied') result.copied += 1
    })
    result.missing.sort()
    return result
  } finally {
    progress.finish()
  }
}

/** Removes bytes that the rows do not name. Only for a store without running uploads. */
export async function removeUnnamed(
  rows: Pick<SiteDatabase, 'blobs' | 'repairs'>,
  blobs: BlobStore,
): Promise<number> {
  let removed = 0
  for await (const address of unnamedBlobs(rows, blobs)) {
    await blobs.remove(address)
    removed += 1
  }
  return removed
}

async function* neededRows(references: Pick<BlobReferences, 'list'>): AsyncGenerator<BlobRow> {
  for await (const row of blobReferenceRows(references)) if (row.releasedAtMs === null) yield row
}

async function countNeeded(references: Pick<BlobReferences, 'list'>): Promise<number> {
  let count = 0
  for await (const _row of neededRows(references)) count += 1
  return count
}

async function isKept(
  { to, verifyKept = false, createSha256 }: CopyOptions,
  { address, sizeBytes }: BlobRow['file'],
): Promise<boolean> {
  const there = await to.stat(address)
  if (there === undefined || there.sizeBytes !== sizeBytes) return false
  if (!verifyKept) return true
  const digest = createSha256()
  for await (const chunk of readBlob(to, address)) digest.update(chunk)
  return digest.digest('hex') === address
}

async function copyOne(
  { from, to, createSha256 }: CopyOptions,
  address: BlobAddress,
): Promise<'copied' | 'missing'> {
  await using staged = await to.stage()
  const digest = createSha256()
  const chunks = readBlob(from, address)
  for (;;) {
    const next = await chunks.next().catch((error: unknown) => requireHealthy(from, error))
    if (next === undefined) return 'missing'
    if (next.done === true) break
    digest.update(next.value)
    await staged.write(next.value)
  }
  if (digest.digest('hex') !== address) return 'missing'
  await to.put(staged, address)
  return 'copied'
}

/** Blames one unreadable blob only while the store as a whole works. */
async function requireHealthy(store: BlobStore, error: unknown): Promise<undefined> {
  if (!(error instanceof Failure)) throw error
  if (error.code !== 'BLOB_MISSING') await store.checkHealth()
}
