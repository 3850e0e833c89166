import type { StoredFile } from '../../records.ts'
import type { BlobAddress } from '../blob-store.ts'

export interface BlobRow {
  file: StoredFile
  createdAtMs: number
  releasedAtMs: number | null
  removingUntilMs: number | null
}

/**
 * Which bytes the site needs. A blob is needed while the row of an image or of a rendition names it, and a
 * rendition's row stands as long as the blob that it was made of is needed. When the last one goes it is
 * released, and after a delay it may be removed in two steps. Removals are counted, and an upload says which
 * count it saw before it put its bytes, so that of a removal and an upload of the same bytes either the upload
 * revives the blob and the removal does not begin, or the upload knows that it must put them again.
 */
export interface BlobReferences {
  byAddress(address: BlobAddress): Promise<BlobRow | undefined>
  /** All rows in order of address, in pages. */
  list(after: BlobAddress | null, limit: number): Promise<BlobRow[]>
  /**
   * How often the removal of these bytes was begun, and until when one that is under way is to be waited for.
   * Counts are kept for a day after the bytes are gone, far longer than any upload puts and records.
   */
  removal(address: BlobAddress): Promise<{ count: number; underWayUntilMs: number | null }>
  /** Released before a time and needed by no image, or claimed by a collector that did not finish. */
  removable(releasedBeforeMs: number, limit: number): Promise<BlobAddress[]>
  /**
   * Step one: claims the removal of a blob until a time (milliseconds since the epoch), which also names the
   * claim: no other of this address ends at the same moment. False if an image needs it, it was revived, it was
   * released after `releasedBeforeMs`, or a claim on it stands. For an address without a row (an orphan) it makes
   * the claim too, whatever that time. Bytes that the row of an image or rendition names are never claimed, whatever
   * their own row says.
   */
  beginRemoval(address: BlobAddress, releasedBeforeMs: number, untilMs: number): Promise<boolean>
  /**
   * Step two, after the bytes are gone and nothing more can take them: ends the claim that was made until
   * `untilMs`, and forgets the blob. A claim that someone else has made since stays, and so does a blob that was
   * revived.
   */
  finishRemoval(address: BlobAddress, untilMs: number): Promise<void>
}
