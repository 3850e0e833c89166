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

/** The browser's queue sends three of one user. */
export const defaultUploadBounds: UploadBounds = {
  maxInFlight: 64,
  maxOfOneUser: 8,
  ...uploadDeadlines,
  ...slowUploads,
}

/** The parts of the site whose health the overview tells, each with words of its own in every language. */
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
  /** What must work for the site to be healthy. */
  checks: readonly PartCheck[]
  /** The text service's, which tells how many callers it holds back. */
  limiter: Pick<Limiter, 'limited'>
  /** Counts the uploads of keys that have a limit of their own. */
  keyLimiter: Pick<Limiter, 'take'>
  /** Throttles tries at passwords. */
  tries: Pick<Limiter, 'take'>
  /** The last failures of all services of this process, newest first. */
  recentErrors: () => readonly RecentError[]
  /** Whether other processes may serve this site too, whose failures are not among the recent errors. */
  hasOtherProcesses?: boolean
  /** Given by tests, which need not wait then. */
  uploads?: UploadBounds
  /** Milliseconds from any start, by which waits are kept; monotonic by default. Given by tests. */
  now?: () => number
  /** Prepares thumbnails of what is uploaded here, and finds those of deleted images; without it there are none. */
  renditions?: Pick<Renditions, 'prepare' | 'find' | 'placeholders'>
  events?: UploadEvents
  /** Vouches for people; without it there are passwords only. */
  provider?: ProviderSettings | undefined
  /** Told of what a security person watches for. */
  security?: ReportSecurityEvent
}
