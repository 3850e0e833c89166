import type { Credentials, ServiceUrls } from '../site/running-site.ts'
import type { RawBytes } from './raw-request.ts'

/** Bytes that a service must bear, and how it may answer them. */
export interface HostileCase {
  name: string
  service: Extract<keyof ServiceUrls, 'images' | 'text'>
  bytes: (credentials: Credentials) => RawBytes
  /** The statuses that are right; 0 is a connection that was closed. */
  statuses: readonly number[]
  /** The error's code, where the answer is one of ours. */
  code?: string
  /** The client goes away after the last byte. */
  closing?: boolean
}
