import type { BodyDeadlines } from './timed-body.ts'

/** Bounds on the uploads that a service receives. */
export interface UploadBounds extends BodyDeadlines {
  /** Uploads received at once; further ones get 503 before their body is read. */
  maxInFlight: number
  /** Uploads of one user at once, so that no user takes all permits. */
  maxOfOneUser: number
  /** Uploads of one key at once; the user's limit by default. */
  maxOfOneKey?: number
  /** Uploads by one guest link at once, which anyone may hold; the user's limit by default. */
  maxOfOneGuestLink?: number
  /** Uploads from one address at once; no limit by default. */
  maxOfOneAddress?: number
  /**
   * When permits are short, a new upload ends the slowest one below this average, after `slowAfterMs` of waiting for
   * it. Off by default.
   */
  lowestBytesPerSecond?: number
  slowAfterMs?: number
}

/** The definition of a slow upload, in both services: slower than a 2G phone. */
export const slowUploads = { lowestBytesPerSecond: 8_192, slowAfterMs: 5_000 } as const

/** Deadlines of any upload, in both services. */
export const uploadDeadlines: Readonly<BodyDeadlines> = { idleMs: 30_000, overallMs: 15 * 60_000 }
