import type { KeyGate, KeyUsage, Limiter, NetworkSet, Renditions, SitePorts } from '@pictoglyph/core'
import type { Lifecycle, Log, ReportSecurityEvent } from '@pictoglyph/http'
import type { UploadEvents } from '@pictoglyph/http/upload/after-upload'
import { type UploadBounds, uploadDeadlines } from '@pictoglyph/http/upload/upload-bounds'
import type { Neighbours } from './page/landing-page.tsx'
import type { LinkCache } from './serving/link-cache.ts'

export const defaultUploadBounds: UploadBounds = {
  maxInFlight: 256,
  maxOfOneUser: 192,
  ...uploadDeadlines,
}

/** Events, for metrics. */
export interface ImagesEvents extends UploadEvents {
  refused(code: string): void
  served(event: { status: number; sizeBytes: number }): void
}

export interface ImagesServiceOptions {
  site: SitePorts
  keyGate: KeyGate
  keyUsage: KeyUsage
  /** Counts the uploads of keys that have a limit of their own. */
  keyLimiter: Pick<Limiter, 'take'>
  trustedProxies: NetworkSet
  lifecycle: Lifecycle
  log: Log
  /** Public base address, for links and the API's description. */
  baseUrl: string
  neighbours: Neighbours
  /** Makes smaller images; without it, their addresses lead to the images themselves. */
  renditions?: Renditions
  /** Bounds on uploads in flight; given by tests, which need not wait then. */
  uploads?: UploadBounds
  events?: ImagesEvents
  /** Told of uploads that are refused for their key or address. */
  security?: ReportSecurityEvent
  /** Given by tests, which look into it. */
  links?: LinkCache
}
