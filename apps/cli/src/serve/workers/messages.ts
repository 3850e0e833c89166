import type { CountedKey, LimitPurpose, LimitVerdict } from '@pictoglyph/site/access/limiter'
import { systemErrorCode } from '@pictoglyph/site/platform/system-error-code'
import type { Subprocess } from 'bun'
import type { SiteLimiters } from '../open-limiters.ts'

/** A service as a worker serves it. */
export interface ServedService {
  name: string
  url: string
}

/** Which of the site's limiters. */
export type CountName = Exclude<keyof SiteLimiters, 'degraded' | 'close'>

/** The parameters of a limiter's `take`. */
export type TakeCall = readonly [counted: CountedKey, limit: number, purpose?: LimitPurpose]

/** Requests to be decided in this order; none if only the number of held-back clients is asked for. */
export interface CountMessage {
  kind: 'count'
  request: number
  counts: CountName
  takes: readonly TakeCall[]
}

/** The content of one process' registry, as it is sent to other processes. */
export type MetricsRecord = object[]

/** Messages from a worker to the process that started it. */
export type WorkerMessage =
  | { kind: 'serving'; services: ServedService[] }
  /** It asks for the metrics of all workers. */
  | { kind: 'collect'; request: number }
  /** It gives its own, as it was asked to. */
  | { kind: 'metrics'; request: number; record: MetricsRecord }
  | CountMessage

/** Messages from that process to a worker. */
export type MainMessage =
  | { kind: 'report'; request: number }
  /** The answer to `collect`: of all workers that gave theirs in time. */
  | { kind: 'collected'; request: number; records: MetricsRecord[] }
  /** The answer to `count`. */
  | { kind: 'counted'; request: number; verdicts: LimitVerdict[]; limited: number }

/** A worker that has not given its metrics by then, because it is busy or dying, is left out. */
export const metricsTimeoutMs = 2_000

/**
 * Tells a worker, and whether it can still hear: the channel of one that is about to end may have closed before its end
 * is known.
 */
export function sendToWorker(worker: Subprocess, message: MainMessage): boolean {
  try {
    worker.send(message)
    return true
  } catch (error) {
    if (systemErrorCode(error) === 'ERR_IPC_CHANNEL_CLOSED') return false
    throw error
  }
}
