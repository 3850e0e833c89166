import type { Subprocess } from 'bun'
import type { MetricsRecord } from '../metrics/worker-metrics.ts'
import type { MainMessage, WorkerMessage } from './messages.ts'

/** A worker that does not answer by then, because it is busy or dying, is left out. */
const answersWithinMs = 2_000

type MetricsMessage = Exclude<WorkerMessage, { kind: 'serving' }>

/** Gathers the metrics of all workers for the one that serves them. */
export function createMetricsRelay(workers: () => readonly Subprocess[]) {
  const awaited = new Map<number, (record: MetricsRecord) => void>()
  let requests = 0

  function report(worker: Subprocess): Promise<MetricsRecord | undefined> {
    requests += 1
    const request = requests
    const { promise, resolve } = Promise.withResolvers<MetricsRecord | undefined>()
    awaited.set(request, resolve)
    const timer = setTimeout(() => resolve(undefined), answersWithinMs)
    tell(worker, { kind: 'report', request })
    return promise.finally(() => {
      clearTimeout(timer)
      awaited.delete(request)
    })
  }

  async function collect(asker: Subprocess, request: number): Promise<void> {
    const records = (await Promise.all(workers().map(report))).filter((record) => record !== undefined)
    tell(asker, { kind: 'collected', request, records })
  }

  return {
    hear(worker: Subprocess, message: MetricsMessage): void {
      if (message.kind === 'metrics') awaited.get(message.request)?.(message.record)
      else void collect(worker, message.request)
    },
  }
}

function tell(worker: Subprocess, message: MainMessage): void {
  if (worker.exitCode === null && worker.signalCode === null) worker.send(message)
}
