import { describeError, type Log } from '@pictoglyph/web/log'
import { AggregatorRegistry, type Registry } from 'prom-client'
import { type MainMessage, type MetricsRecord, metricsTimeoutMs, type WorkerMessage } from './messages.ts'

/**
 * Sends this worker's metrics to the main process on request.
 * @param collectedWithinMs how long to wait for the main process, which waits for all workers
 * @returns a function for the metrics of all workers, as text; it rejects if the main process does not answer
 */
export function shareMetrics({
  registry,
  sendToMain,
  log,
  collectedWithinMs = 2 * metricsTimeoutMs,
}: {
  registry: Registry
  sendToMain: (message: WorkerMessage) => void
  log: Log
  collectedWithinMs?: number
}): () => Promise<string> {
  const awaited = new Map<number, (records: MetricsRecord[]) => void>()
  let requests = 0
  process.on('message', (message: MainMessage) => {
    if (message.kind === 'report') void give(message.request)
    else if (message.kind === 'collected') awaited.get(message.request)?.(message.records)
  })

  async function give(request: number): Promise<void> {
    try {
      sendToMain({ kind: 'metrics', request, record: await recordOf(registry) })
    } catch (error) {
      log.error({ error: describeError(error) }, 'metrics could not be given')
    }
  }

  return async () => {
    requests += 1
    const request = requests
    const { promise, resolve, reject } = Promise.withResolvers<MetricsRecord[]>()
    awaited.set(request, resolve)
    const timer = setTimeout(
      () => reject(new Error('The main process gave no metrics in time.')),
      collectedWithinMs,
    )
    try {
      sendToMain({ kind: 'collect', request })
      return await textOf(await promise)
    } finally {
      clearTimeout(timer)
      awaited.delete(request)
    }
  }
}

async function recordOf(registry: Registry): Promise<MetricsRecord> {
  return await registry.getMetricsAsJSON()
}

/** Joins the records of several processes into one text, with a label for each. */
async function textOf(records: readonly MetricsRecord[]): Promise<string> {
  return AggregatorRegistry.aggregate([...records]).metrics()
}
