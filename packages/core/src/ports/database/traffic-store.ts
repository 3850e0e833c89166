/** Requests to the text service. */
export interface TrafficCounts {
  /** Those that were let in, whatever became of them. */
  answered: number
  /** Those that the rate limit or an access list kept out. */
  refused: number
}

/** How many requests came in a day. Days are in UTC and written `YYYY-MM-DD`. */
export interface TrafficStore {
  /** Adds to the counts of a day. */
  add(day: string, counts: TrafficCounts): Promise<void>
  /** From the day of `sinceMs` on, oldest first. Days without any are left out. */
  daily(sinceMs: number): Promise<(TrafficCounts & { day: string })[]>
}
