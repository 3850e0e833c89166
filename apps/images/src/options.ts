import type { KeyGate, KeyUsage, NetworkSet, Renditions, SitePorts } from '@pictoglyph/core'
import type { Lifecycle, Log } from '@pictoglyph/http'

/** Bounds on uploads in flight, all of them configurable so that tests need not wait. */
export interface UploadBounds {
  /** Uploads received at once; beyond it 503 before the body is read. */
  mostInFlight: number
  /** Without a byte for so long an upload is ended. */
  idleMs: number
  /** No upload takes longer than this, however steadily it drips. */
  overallMs: number
}

export const defaultUploadBounds: UploadBounds = { mostInFlight: 256, idleMs: 30_000, overallMs: 15 * 60_000 }

/** What happened, for metrics. */
export interface ImagesEvents {
  uploaded(event: { deduped: boolean; sizeBytes: number; durationMs: number }): void
  refused(code: string): void
  served(event: { status: number; sizeBytes: number }): void
}

export interface ImagesFaceOptions {
  site: SitePorts
  keyGate: KeyGate
  keyUsage: KeyUsage
  trustedProxies: NetworkSet
  lifecycle: Lifecycle
  log: Log
  /** Public base address, for links and the API's description. */
  baseUrl: string
  /** Makes smaller images; without it, their addresses lead to the images themselves. */
  renditions?: Renditions
  uploads?: UploadBounds
  events?: ImagesEvents
}
