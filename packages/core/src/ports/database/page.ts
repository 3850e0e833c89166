/** A page of a list, by key and not by offset, so that its cost does not grow with its depth. */
export interface Page<T> {
  items: T[]
  /** Pass it as `after` to get the next page; `null` on the last. */
  next: string | null
}
