import type { CountedKey, LimitPurpose, LimitVerdict } from '@pictoglyph/site/access/limiter'
import { systemErrorCode } from '@pictoglyph/site/platform/system-error-code'
import type { Subprocess } from 'bun'
import type { SiteLimiters } from '../open-limiters.ts'

/** A service of a worker. */
export interface ServedService {
  name: string
  url: string
}

/** The name of one of the site's limiters. */
export type CountName = Exclude<keyof SiteLimiters, 'degraded' | 'close'>

/** The parameters of a limiter's `take`. */
export type TakeCall = readonly [counted: CountedKey, limit: number, purpose?: LimitPurpose]

/** Requests to decide in this order; none to ask only for the number of limited clients. */
export interface CountMessage {
  kind: 'count'
  request: number
  counts: CountName
  takes: readonly TakeCall[]
}

/** The content of one process's registry, as sent to other processes. */
export type MetricsRecord = object[]

/** Messages from a worker to the process that started it. */
export type WorkerMessage =
  | { kind: 'serving'; services: ServedService[] }
  /** Asks for the metrics of all workers. */
  | { kind: 'collect'; request: number }
  /** Returns its own metrics on request. */
  | { kind: 'metrics'; request: number; record: MetricsRecord }
  | CountMessage

/** Messages from that process to a worker. */
export type MainMessage =
  | { kind: 'report'; request: number }
  /** The answer to `collect`: from all workers that answered in time. */
  | { kind: 'collected'; request: number; records: MetricsRecord[] }
  /** The answer to `count`. */
  | { kind: 'counted'; request: number; verdicts: LimitVerdict[]; limited: number }

/** A worker that has not sent its metrics by then, because it is busy or dying, is left out. */
export const metricsTimeoutMs = 2_000

/** Sends a message to a worker. Returns false if the channel is closed: it closes before the worker's end is known. */
export function sendToWorker(worker: Subprocess, message: MainMessage): boolean {
  try {
    worker.send(message)
    return true
  } catch (error) {
    if (systemErrorCode(error) === 'ERR_IPC_CHANNEL_CLOSED') return false
    throw error
  }
}
