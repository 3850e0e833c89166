import type { BlobStore } from '@pictoglyph/site/blobs/blob-store'
import { unnamedBlobs } from '@pictoglyph/site/blobs/merge-blobs'
import { checkSite } from '@pictoglyph/site/care/check-site'
import { type CopiedBlobs, copyBlobs } from '@pictoglyph/site/care/copy-blobs'
import type { Finding } from '@pictoglyph/site/care/findings'
import type { StartProgress } from '@pictoglyph/site/care/progress'
import type { SiteDatabase } from '@pictoglyph/site/database'
import { message } from '@pictoglyph/site/language/message'
import { createSha256 } from '@pictoglyph/site/platform/sha256'
import { createFilesystemBlobStore } from '@pictoglyph/stores/filesystem'
import { notEmpty } from './not-empty.ts'

/** Whether a store holds no bytes. @throws {Failure} STORAGE_FAILED */
async function isEmptyStore(blobs: Pick<BlobStore, 'list'>): Promise<boolean> {
  for await (const _blob of blobs.list()) return false
  return true
}

/** @throws {Failure} CONFLICT if the store holds bytes without a row: they belong to another site */
export async function requireNoForeignBlobs(
  database: Pick<SiteDatabase, 'blobs' | 'repairs'>,
  blobs: BlobStore,
  url: string,
): Promise<void> {
  for await (const address of unnamedBlobs(database, blobs)) {
    throw notEmpty(
      message('{url} holds the blob {address}, which the backup does not name', { url, address }),
    )
  }
}

/**
 * Copies the bytes that the rows need from a backup, and checks the resulting site. Bytes from an interrupted restore
 * are read and, if damaged, copied again.
 * @returns the numbers of copied bytes, and what the site still lacks
 */
export async function restoreBlobs(options: {
  database: SiteDatabase
  directory: string
  blobs: BlobStore
  startProgress: StartProgress
}): Promise<CopiedBlobs & { findings: Finding[] }> {
  const { database, blobs, startProgress } = options
  const wasEmpty = await isEmptyStore(blobs)
  const source = await createFilesystemBlobStore({ directory: options.directory })
  try {
    const copied = await copyBlobs({
      references: database.blobs,
      from: source,
      to: blobs,
      createSha256,
      verifyKept: true,
      progress: startProgress,
      label: 'Restoring',
    })
    const findings: Finding[] = []
    await checkSite(
      { database, blobs, createSha256, clock: Date.now },
      {
        // Every byte was hashed. Damage is only possible where the backup lacks bytes, and sizes don't show it.
        quick: wasEmpty || copied.missing.length === 0,
        repair: true,
        progress: startProgress,
        report: (finding) => {
          if (!finding.repaired) findings.push(finding)
        },
      },
    )
    return { ...copied, findings }
  } finally {
    await source.close()
  }
}
