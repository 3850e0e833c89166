import type { Limiter } from '@pictoglyph/site/access/limiter'
import type { Renditions } from '@pictoglyph/site/images/renditions'
import type { KeyGate, KeyUsage } from '@pictoglyph/site/keys/key-gate'
import type { NetworkSet } from '@pictoglyph/site/network/network-set'
import type { SitePorts } from '@pictoglyph/site/site-ports'
import type { Lifecycle } from '@pictoglyph/web/health'
import type { Log } from '@pictoglyph/web/log'
import type { ReportSecurityEvent } from '@pictoglyph/web/security-events'
import type { UploadEvents } from '@pictoglyph/web/upload/after-upload'
import { slowUploads, type UploadBounds, uploadDeadlines } from '@pictoglyph/web/upload/upload-bounds'
import type { Neighbours } from './page/landing-page.tsx'
import type { LinkCache } from './serving/link-cache.ts'

export const defaultUploadBounds = {
  maxInFlight: 256,
  maxOfOneUser: 192,
  maxOfOneKey: 80,
  maxOfOneGuestLink: 8,
  maxOfOneAddress: 192,
  ...uploadDeadlines,
  ...slowUploads,
} satisfies UploadBounds

/** Events for metrics. */
export interface ImagesEvents extends UploadEvents {
  refused(code: string): void
  served(event: { status: number; sizeBytes: number }): void
}

export interface ImagesServiceOptions {
  site: SitePorts
  keyGate: KeyGate
  keyUsage: KeyUsage
  /** Counts uploads of keys with a limit of their own. */
  keyLimiter: Pick<Limiter, 'take'>
  trustedProxies: NetworkSet
  lifecycle: Lifecycle
  log: Log
  /** Public base address, for links and the API's description. */
  baseUrl: string
  neighbours: Neighbours
  /** Makes renditions. Without it, their addresses redirect to the images themselves. */
  renditions?: Renditions
  /** Limits on uploads in flight. Tests set them to wait less. */
  uploads?: UploadBounds
  events?: ImagesEvents
  /** Called when an upload is refused because of its key or its address. */
  security?: ReportSecurityEvent
  /** Set by tests that inspect it. */
  links?: LinkCache
}
