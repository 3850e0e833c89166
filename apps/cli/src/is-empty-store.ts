import type { BlobStore } from '@pictoglyph/site/blobs/blob-store'

/** Whether a store holds no bytes. @throws {Failure} STORAGE_FAILED */
export async function isEmptyStore(blobs: Pick<BlobStore, 'list'>): Promise<boolean> {
  for await (const _blob of blobs.list()) return false
  return true
}
