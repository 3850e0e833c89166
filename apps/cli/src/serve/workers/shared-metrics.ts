import type { Registry } from 'prom-client'
import { type MetricsRecord, recordOf, textOf } from '../metrics/worker-metrics.ts'
import type { MainMessage, WorkerMessage } from './messages.ts'

/**
 * Gives this worker's metrics to the main process whenever it asks.
 * @returns those of all workers, as text, by way of the main process
 */
export function shareMetrics(
  registry: Registry,
  tell: (message: WorkerMessage) => void,
): () => Promise<string> {
  const awaited = new Map<number, (records: MetricsRecord[]) => void>()
  let requests = 0
  process.on('message', (message: MainMessage) => {
    if (message.kind === 'report') void give(message.request)
    else awaited.get(message.request)?.(message.records)
  })

  async function give(request: number): Promise<void> {
    tell({ kind: 'metrics', request, record: await recordOf(registry) })
  }

  return async () => {
    requests += 1
    const request = requests
    const { promise, resolve } = Promise.withResolvers<MetricsRecord[]>()
    awaited.set(request, resolve)
    tell({ kind: 'collect', request })
    try {
      return await textOf(await promise)
    } finally {
      awaited.delete(request)
    }
  }
}
