import { describeError, type Log } from '@pictoglyph/http'
import type { Subprocess } from 'bun'
import type { MetricsRecord } from '../metrics/worker-metrics.ts'
import { metricsTimeoutMs, sendToWorker, type WorkerMessage } from './messages.ts'

type MetricsMessage = Extract<WorkerMessage, { kind: 'collect' | 'metrics' }>

/** Gathers the metrics of all workers for the one that serves them. */
export function createMetricsRelay(workers: () => readonly Subprocess[], log: Log) {
  const awaited = new Map<number, (record: MetricsRecord) => void>()
  let requests = 0

  async function report(worker: Subprocess): Promise<MetricsRecord | undefined> {
    requests += 1
    const request = requests
    const { promise, resolve } = Promise.withResolvers<MetricsRecord | undefined>()
    awaited.set(request, resolve)
    const timer = setTimeout(() => resolve(undefined), metricsTimeoutMs)
    try {
      return sendToWorker(worker, { kind: 'report', request }) ? await promise : undefined
    } finally {
      clearTimeout(timer)
      awaited.delete(request)
    }
  }

  async function collect(asker: Subprocess, request: number): Promise<void> {
    try {
      const records = (await Promise.all(workers().map(report))).filter((record) => record !== undefined)
      sendToWorker(asker, { kind: 'collected', request, records })
    } catch (error) {
      log.error({ error: describeError(error) }, 'metrics could not be collected')
    }
  }

  return {
    hear(worker: Subprocess, message: MetricsMessage): void {
      if (message.kind === 'metrics') awaited.get(message.request)?.(message.record)
      else void collect(worker, message.request)
    },
  }
}
