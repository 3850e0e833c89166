import { expect, test } from 'bun:test'
import { createLog } from '@pictoglyph/web/log'
import type { Subprocess } from 'bun'
import { Registry } from 'prom-client'
import { shareMetrics } from '../src/serve/workers/shared-metrics.ts'
import { createMetricsRelay } from '../src/serve/workers/worker-pool.ts'

const log = createLog('silent')

interface Child extends AsyncDisposable {
  readonly process: Subprocess
  /** Resolves to what it says next. */
  heard(): Promise<unknown>
  /** Resolves once nothing more can be said to it. */
  readonly closed: Promise<void>
}

function startChild(code: string): Child {
  const said: unknown[] = []
  const waiting: ((message: unknown) => void)[] = []
  const closed = Promise.withResolvers<void>()
  const endsWithParent = "process.stdin.on('end', () => process.exit()).resume();"
  const child = Bun.spawn([process.execPath, '-e', endsWithParent + code], {
    stdio: ['pipe', 'ignore', 'ignore'],
    serialization: 'json',
    ipc(message) {
      const next = waiting.shift()
      if (next) next(message)
      else said.push(message)
    },
    onDisconnect: () => closed.resolve(),
  })
  return {
    process: child,
    heard: () =>
      said.length > 0 ? Promise.resolve(said.shift()) : new Promise((resolve) => waiting.push(resolve)),
    closed: closed.promise,
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await child.exited
    },
  }
}

const repeating = `process.on('message', (message) => process.send(message)); process.send('ready')`
const dying = `process.on('message', () => process.disconnect()); process.send('ready')`

test('a worker whose channel has closed, though it has not ended yet, is left out of the metrics', async () => {
  await using asker = startChild(repeating)
  await using gone = startChild(dying)
  await Promise.all([asker.heard(), gone.heard()])
  gone.process.send('die')
  await gone.closed
  expect(gone.process.exitCode).toBeNull()

  const relay = createMetricsRelay(() => [asker.process, gone.process], log)
  relay.hear(asker.process, { kind: 'collect', request: 7 })
  const report = (await asker.heard()) as { kind: string; request: number }
  expect(report.kind).toBe('report')
  relay.hear(asker.process, { kind: 'metrics', request: report.request, record: [{ name: 'x' }] })
  expect(await asker.heard()).toEqual({ kind: 'collected', request: 7, records: [[{ name: 'x' }]] })
}, 30_000)

test('metrics that the main process is asked for and does not bring in time are waited for no longer', async () => {
  const sent: unknown[] = []
  const sendToMain = (message: unknown) => void sent.push(message)
  const text = shareMetrics({ registry: new Registry(), sendToMain, log, collectedWithinMs: 1 })
  await expect(text()).rejects.toThrow('no metrics in time')
  expect(sent).toEqual([{ kind: 'collect', request: 1 }])
})
