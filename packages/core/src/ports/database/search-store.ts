/**
 * The index that searches for images are narrowed by. New and changed images are not in it at first; a search compares
 * the newest 20,000 of these too, a page at a time.
 */
export interface SearchStore {
  /**
   * Brings some images into the index, the newest first, in one short transaction.
   * @returns how many, and whether there were no more
   */
  indexNext(): Promise<{ indexed: number; isLast: boolean }>
  /** How many images are not in the index; counts no further than `limit`. */
  waiting(limit: number): Promise<number>
}
