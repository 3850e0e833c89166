import { createInspector, type ImageFacts, MediaFailure } from '@pictoglyph/media'
import type { BlobAddress } from '../ports/blob-store.ts'
import type { StoredFile } from '../records.ts'
import type { SitePorts } from '../site/site-ports.ts'
import { shownSize } from '../upload/store.ts'
import { readBlob } from './read-blob.ts'

/**
 * The facts of stored bytes, read from the bytes alone; `undefined` unless they match the address and are a complete
 * image.
 * @throws {Failure} BLOB_MISSING, STORAGE_FAILED
 */
export async function inspectBlob(
  site: Pick<SitePorts, 'blobs' | 'createSha256'>,
  address: BlobAddress,
): Promise<StoredFile | undefined> {
  const digest = site.createSha256()
  const inspector = createInspector()
  let facts: ImageFacts
  try {
    for await (const chunk of readBlob(site.blobs, address)) {
      digest.update(chunk)
      inspector.push(chunk)
    }
    facts = inspector.end()
  } catch (error) {
    if (error instanceof MediaFailure) return undefined
    throw error
  }
  if (!facts.complete || digest.digest('hex') !== address) return undefined
  const { type, frames, bytes } = facts
  return { address, sizeBytes: bytes, type, ...shownSize(facts), frames }
}
