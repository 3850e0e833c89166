import type { Limiter } from '@pictoglyph/site/access/limiter'
import type { Renditions } from '@pictoglyph/site/images/renditions'
import type { NetworkSet } from '@pictoglyph/site/network/network-set'
import type { SitePorts } from '@pictoglyph/site/site-ports'
import type { Lifecycle, ReadinessCheck } from '@pictoglyph/web/health'
import type { Log } from '@pictoglyph/web/log'
import type { ReportSecurityEvent } from '@pictoglyph/web/security-events'
import type { UploadEvents } from '@pictoglyph/web/upload/after-upload'
import { slowUploads, type UploadBounds, uploadDeadlines } from '@pictoglyph/web/upload/upload-bounds'

import type { ProviderSettings } from './session/provider.ts'

/** A failure that was answered with a status of 500 or above, for operators to see. */
export interface RecentError {
  atMs: number
  service: string
  requestId: string
  method: string
  path: string
  code: string
  message: string
}

/** Above the browser's queue, which sends three files of one user at once. */
export const defaultUploadBounds: UploadBounds = {
  maxInFlight: 64,
  maxOfOneUser: 8,
  ...uploadDeadlines,
  ...slowUploads,
}

/** The parts of the site whose health the overview shows; each has its own words in every language. */
export type PartName = 'database' | 'blobs' | 'limiter'

/** A check of one part. */
export interface PartCheck extends ReadinessCheck {
  name: PartName
}

export interface ConsoleOptions {
  site: SitePorts
  /** Public base addresses of the services. Links are built from them and never from a request. */
  urls: { images: string; text: string; console: string }
  trustedProxies: NetworkSet
  lifecycle: Lifecycle
  log: Log
  /** Checks of the parts that a healthy site needs. */
  checks: readonly PartCheck[]
  /** The text service's limiter, for the number of limited clients. */
  limiter: Pick<Limiter, 'limited'>
  /** Counts the uploads of keys with their own limit. */
  keyLimiter: Pick<Limiter, 'take'>
  /** Throttles attempts at passwords. */
  tries: Pick<Limiter, 'take'>
  /** The latest failures of all services of this process, newest first. */
  recentErrors: () => readonly RecentError[]
  /** Whether other processes may serve this site too; their failures are missing here. */
  hasOtherProcesses?: boolean
  /** For tests, to avoid waiting. */
  uploads?: UploadBounds
  /** Milliseconds from any start, for waits; monotonic by default. For tests. */
  now?: () => number
  /** Prepares thumbnails of new uploads and finds those of deleted images; without it there are none. */
  renditions?: Pick<Renditions, 'prepare' | 'find' | 'placeholders'>
  events?: UploadEvents
  /** The identity provider; without it people sign in with passwords only. */
  provider?: ProviderSettings | undefined
  /** Called for each security event. */
  security?: ReportSecurityEvent
}
