/**
 * The index that narrows searches for images. New and changed images are not in it at first; a search also compares the
 * newest 20,000 of these, one page at a time.
 */
export interface SearchStore {
  /**
   * Adds some images to the index, the newest first, in one short transaction.
   * @returns how many, and whether none are left
   */
  indexNext(): Promise<{ indexed: number; isLast: boolean }>
  /** How many images are not in the index, counted up to `limit`. */
  waiting(limit: number): Promise<number>
}
