import type { BodyDeadlines } from './timed-body.ts'

/** Bounds on the uploads that a service receives. */
export interface UploadBounds extends BodyDeadlines {
  /** Uploads received at once; beyond it 503 before the body is read. */
  maxInFlight: number
  /** Those of one user, so that no one takes all the places. */
  maxOfOneUser: number
  /** Those of one key; all of its user's by default. */
  maxOfOneKey?: number
  /** Those of the key of one guest link, which anyone may hold; all of its user's by default. */
  maxOfOneGuestLink?: number
  /** Those of one address, whatever it comes with; all by default. */
  maxOfOneAddress?: number
  /**
   * Where places are short, the slowest upload below this average is ended for a new one, once it was waited for
   * `slowAfterMs`. None is by default.
   */
  lowestBytesPerSecond?: number
  slowAfterMs?: number
}

/** What a slow upload is, in both services: slower than a telephone of the second generation. */
export const slowUploads = { lowestBytesPerSecond: 8_192, slowAfterMs: 5_000 } as const

/** How long any upload may take, in both services. */
export const uploadDeadlines: Readonly<BodyDeadlines> = { idleMs: 30_000, overallMs: 15 * 60_000 }
