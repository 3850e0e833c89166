import { describeError, type Log } from '@pictoglyph/web/log'
import type { Subprocess } from 'bun'
import { openMemoryLimiters } from '../open-limiters.ts'
import { stopDeadlineMs } from '../serve-site.ts'
import {
  type CountMessage,
  type MetricsRecord,
  metricsTimeoutMs,
  type ServedService,
  sendToWorker,
  type WorkerMessage,
} from './messages.ts'

/** Delay before a dead worker is replaced; it doubles each time the worker soon dies again. */
const firstPauseMs = 200
const maxPauseMs = 30_000
/** A worker that has run this long did not die of its start. */
const steadyMs = 60_000
/** A worker that does not stop by its own deadline is killed. */
const killedAfterMs = stopDeadlineMs + 10_000

/** The runtime's arguments to run this command again; a single executable needs none. */
const ownSource = Bun.isStandaloneExecutable ? [] : [...process.execArgv, Bun.main]

interface WorkerPool extends AsyncDisposable {
  /** Resolves with all services once every worker serves; rejects if one ends before. */
  readonly serving: Promise<ServedService[]>
  /** Stops all workers as on SIGTERM and waits for them; false if one did not stop gracefully. */
  stop(): Promise<boolean>
}

interface Worker {
  index: number
  process: Subprocess
  startedAtMs: number
  services: ServedService[] | undefined
}

/** Starts this command again as `count` workers, and replaces those that die. */
export function startWorkers(count: number, log: Log): WorkerPool {
  const workers = new Map<number, Worker>()
  const pausesMs = new Map<number, number>()
  const restarts = new Set<Timer>()
  const serving = Promise.withResolvers<ServedService[]>()
  const metrics = createMetricsRelay(() => [...workers.values()].map((worker) => worker.process), log)
  const limiters = createLimiterRelay()
  let isServing = false
  let isStopping = false

  function start(index: number): void {
    const worker: Worker = {
      index,
      startedAtMs: performance.now(),
      services: undefined,
      process: Bun.spawn([process.execPath, ...ownSource, 'serve', '--worker', String(index)], {
        stdio: ['ignore', 'inherit', 'inherit'],
        serialization: 'json',
        ipc: (message: WorkerMessage) => hear(worker, message),
        onExit: (_, exitCode, signal) => ended(worker, { exitCode, signal }),
      }),
    }
    workers.set(index, worker)
  }

  function hear(worker: Worker, message: WorkerMessage): void {
    if (message.kind === 'serving') heardServing(worker, message.services)
    else if (message.kind === 'count') limiters.hear(worker.process, message)
    else metrics.hear(worker.process, message)
  }

  function heardServing(worker: Worker, itsServices: ServedService[]): void {
    worker.services = itsServices
    const all = [...workers.values()].map(({ services }) => services)
    if (isServing || all.includes(undefined)) return
    isServing = true
    const byName = new Map(
      all.flatMap((services) => services ?? []).map((service) => [service.name, service]),
    )
    serving.resolve([...byName.values()])
  }

  function ended(worker: Worker, how: { exitCode: number | null; signal: unknown }): void {
    if (isStopping) return
    const facts = { worker: worker.index, exitCode: how.exitCode, signal: how.signal ?? null }
    if (!isServing) {
      serving.reject(new Error(`Worker ${worker.index} ended before it served: see the log.`))
      return
    }
    if (performance.now() - worker.startedAtMs > steadyMs) pausesMs.delete(worker.index)
    log.error({ ...facts, restartInMs: restartLater(worker.index) }, 'a worker ended')
  }

  /** @returns the delay in milliseconds */
  function restartLater(index: number): number {
    const pauseMs = pausesMs.get(index) ?? firstPauseMs
    pausesMs.set(index, Math.min(maxPauseMs, pauseMs * 2))
    const timer = setTimeout(() => {
      restarts.delete(timer)
      restart(index)
    }, pauseMs)
    restarts.add(timer)
    return pauseMs
  }

  /** A worker may have died because memory or processes ran out; then starting a new one fails too. */
  function restart(index: number): void {
    try {
      start(index)
    } catch (error) {
      const facts = { worker: index, error: describeError(error), restartInMs: restartLater(index) }
      log.error(facts, 'a worker could not be started')
    }
  }

  async function stopOne({ process: child, services }: Worker): Promise<boolean> {
    child.kill('SIGTERM')
    const killing = setTimeout(() => child.kill('SIGKILL'), killedAfterMs)
    const exitCode = await child.exited
    clearTimeout(killing)
    return exitCode === 0 || services === undefined
  }

  async function stop(): Promise<boolean> {
    isStopping = true
    restarts.forEach(clearTimeout)
    const living = [...workers.values()].filter(
      ({ process: child }) => child.exitCode === null && !child.killed,
    )
    const outcomes = await Promise.all(living.map(stopOne))
    return outcomes.every(Boolean)
  }

  for (let index = 0; index < count; index += 1) start(index)
  return {
    serving: serving.promise,
    stop,
    async [Symbol.asyncDispose]() {
      await stop()
    },
  }
}

/** Counts for all workers, one request after another, so that they keep a common limit. */
function createLimiterRelay() {
  let limiters: ReturnType<typeof openMemoryLimiters> | undefined
  return {
    hear(worker: Subprocess, { request, counts, takes }: CountMessage): void {
      limiters ??= openMemoryLimiters()
      const limiter = limiters[counts]
      const verdicts = takes.map((call) => limiter.take(...call))
      // The number of clients is asked for alone, for metrics.
      const limited = takes.length === 0 ? limiter.limited() : 0
      sendToWorker(worker, { kind: 'counted', request, verdicts, limited })
    },
  }
}

type MetricsMessage = Extract<WorkerMessage, { kind: 'collect' | 'metrics' }>

/** Collects the metrics of all workers for the one that serves them. */
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
