import type { StoredFile } from '../../records.ts'
import type { BlobAddress } from '../blob-store.ts'

/** The row of stored bytes. */
export interface BlobRow {
  file: StoredFile
  createdAtMs: number
  releasedAtMs: number | null
  removingUntilMs: number | null
}

/**
 * Which bytes the site needs. A blob is needed while the row of an image or of a rendition names it; a rendition's row
 * stays as long as the blob that it was made from is needed. When the last row goes, the blob is released, and after a
 * delay it may be removed in two steps. Removals are counted, and an upload says which count it saw before it put its
 * bytes. So if an upload and a removal of the same bytes meet, either the upload revives the blob and the removal does
 * not begin, or the upload learns that it must put them again.
 */
export interface BlobReferences {
  byAddress(address: BlobAddress): Promise<BlobRow | undefined>
  /** All rows in order of address, in pages. */
  list(after: BlobAddress | null, limit: number): Promise<BlobRow[]>
  /**
   * How often a removal of these bytes was begun, and until when to wait for a running one. Counts are kept for a day
   * after the bytes are gone, far longer than any upload takes to put and record.
   */
  removal(address: BlobAddress): Promise<{ count: number; underWayUntilMs: number | null }>
  /** Released before a time and needed by no image, or claimed by a collector that did not finish. */
  removable(releasedBeforeMs: number, limit: number): Promise<BlobAddress[]>
  /**
   * Step one: claims the removal of a blob until a time (milliseconds since the epoch). The time also identifies the
   * claim: no other claim of this address ends at the same moment. False if an image needs the blob, it was revived, it
   * was released after `releasedBeforeMs`, or another claim on it is in force. An address without a row (an orphan) is
   * claimed too, regardless of that time. Bytes that the row of an image or rendition names are never claimed,
   * regardless of their own row.
   */
  beginRemoval(address: BlobAddress, releasedBeforeMs: number, untilMs: number): Promise<boolean>
  /**
   * Step two, after the bytes are gone and nothing more can take them: ends the claim that was made until
   * `untilMs`, and forgets the blob. A claim that someone else has made since stays, and so does a blob that was
   * revived.
   */
  finishRemoval(address: BlobAddress, untilMs: number): Promise<void>
}
