import type { StoredFile } from '../../records.ts'
import type { BlobAddress } from '../blob-store.ts'

/** How many images and renditions need a blob, by its row, and how many there are that name it. */
export interface NeedCount {
  address: BlobAddress
  recorded: number
  named: number
}

/** A claim by which uploads of the same bytes are held to repeat an image. */
export interface StrayClaim {
  /** SHA-256 of the bytes as received. */
  receivedSha256: string
  imageId: string
}

/**
 * Finds and repairs rows that contradict each other. The site itself never writes such rows: someone changed them, or a
 * damaged database was restored in part. Each query sees one moment, so running work is not in it.
 */
export interface RepairStore {
  /** Whether an image (even a deleted one) or a rendition names these bytes, whether they have a row or not. */
  isNamed(address: BlobAddress): Promise<boolean>
  /**
   * Looks at the next addresses that images or renditions name, in order, and returns those without a row.
   * @returns `next` to go on after; `null` at the end
   */
  unrecorded(
    after: BlobAddress | null,
    limit: number,
  ): Promise<{ addresses: BlobAddress[]; next: BlobAddress | null }>
  /** Counts for the rows after an address, in order; at most `limit`. */
  needCounts(after: BlobAddress | null, limit: number): Promise<NeedCount[]>
  /**
   * Writes the facts of the bytes, if given, and in any case how many images and renditions name them. A blob that none
   * needs is released then; a needed one is not.
   * @returns false, without any change, if there is no row and no file is given, or a removal is claimed
   */
  mendBlob(address: BlobAddress, change: { file: StoredFile | null; atMs: number }): Promise<boolean>
  /**
   * Looks at the next claims, and returns those that no live image holds.
   * @returns `next` to go on after; `null` at the end
   */
  strayClaims(after: string | null, limit: number): Promise<{ claims: StrayClaim[]; next: string | null }>
  /** Ends such a claim; the oldest live image of the same bytes takes over the site's. */
  dropStrayClaim(claim: StrayClaim): Promise<void>
}
