import type { MetricsRecord } from '../metrics/worker-metrics.ts'

/** A service as a worker serves it. */
export interface ServedService {
  name: string
  url: string
}

/** What a worker tells the process that started it. */
export type WorkerMessage =
  | { kind: 'serving'; services: ServedService[] }
  /** It asks for the metrics of all workers. */
  | { kind: 'collect'; request: number }
  /** It gives its own, as it was asked to. */
  | { kind: 'metrics'; request: number; record: MetricsRecord }

/** What that process tells a worker. */
export type MainMessage =
  | { kind: 'report'; request: number }
  /** The answer to `collect`: of all workers that gave theirs in time. */
  | { kind: 'collected'; request: number; records: MetricsRecord[] }

/** A worker that has not given its metrics by then, because it is busy or dying, is left out. */
export const answersWithinMs = 2_000
