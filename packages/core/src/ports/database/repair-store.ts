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
 * What rows say that can't be, and its mending. No work of ours makes such rows: somebody changed them, or a
 * damaged database was brought back in part. Each look is at one moment, so that what is under way is not in it.
 */
export interface RepairStore {
  /** Whether an image, a deleted one included, or a rendition names these bytes, be there a row of them or not. */
  isNamed(address: BlobAddress): Promise<boolean>
  /**
   * The addresses after one that images or renditions name, in order: those that no row is of, out of the next
   * so many.
   * @returns `next` to go on after; `null` at the end
   */
  unrecorded(
    after: BlobAddress | null,
    limit: number,
  ): Promise<{ addresses: BlobAddress[]; next: BlobAddress | null }>
  /** Counts for the rows after an address, in order; at most `limit`. */
  needCounts(after: BlobAddress | null, limit: number): Promise<NeedCount[]>
  /**
   * Writes what is known of the bytes, if that is given, and in any case how many images and renditions name them.
   * A blob that none needs is released then, and one that is needed is not.
   * @returns false, with nothing changed, where there is no row and no file is given, or a removal stands
   */
  mendBlob(address: BlobAddress, change: { file: StoredFile | null; atMs: number }): Promise<boolean>
  /**
   * Claims that no live image holds, out of the next so many after a place.
   * @returns `next` to go on after; `null` at the end
   */
  strayClaims(after: string | null, limit: number): Promise<{ claims: StrayClaim[]; next: string | null }>
  /** Ends such claims; the oldest live image of the same bytes takes over the site's. */
  dropStrayClaim(claim: StrayClaim): Promise<void>
}
