import { Failure } from '../language/failure.ts'
import { storageFailed } from '../platform/storage-failure.ts'
import type { SitePorts } from '../site-ports.ts'
import type { BlobAddress, BlobStore } from './blob-store.ts'

/** The size and the SHA-256 of a blob that was read. */
export interface BlobDigest {
  sha256: string
  sizeBytes: number
}

/** Reads the bytes of a blob in chunks. @throws {Failure} BLOB_MISSING, STORAGE_FAILED */
export async function* readBlob(
  blobs: Pick<BlobStore, 'open'>,
  address: BlobAddress,
): AsyncGenerator<Uint8Array> {
  const { body } = await blobs.open(address, { isPatient: true })
  try {
    for await (const chunk of body instanceof Blob ? body.stream() : body) yield chunk
  } catch (error) {
    throw storageFailed(error)
  }
}

/**
 * Reads a whole blob and returns its digest; `undefined` if there is none. @throws {Failure} STORAGE_FAILED if it can't
 * be read
 */
export async function digestBlob(
  site: Pick<SitePorts, 'blobs' | 'createSha256'>,
  address: BlobAddress,
): Promise<BlobDigest | undefined> {
  const digest = site.createSha256()
  let sizeBytes = 0
  try {
    for await (const chunk of readBlob(site.blobs, address)) {
      digest.update(chunk)
      sizeBytes += chunk.length
    }
  } catch (error) {
    if (error instanceof Failure && error.code === 'BLOB_MISSING') return undefined
    // Removed while it was being opened: missing, not unreadable.
    if ((await site.blobs.stat(address)) === undefined) return undefined
    throw error
  }
  return { sha256: digest.digest('hex'), sizeBytes }
}
