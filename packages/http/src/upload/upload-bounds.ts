import type { BodyDeadlines } from './timed-body.ts'

/** Bounds on the uploads that a service receives. */
export interface UploadBounds extends BodyDeadlines {
  /** Uploads received at once; beyond it 503 before the body is read. */
  maxInFlight: number
  /** Those of one user, so that no one takes all the places. */
  maxOfOneUser: number
}

/** How long any upload may take, in both services. */
export const uploadDeadlines: Readonly<BodyDeadlines> = { idleMs: 30_000, overallMs: 15 * 60_000 }
