import { describeError, type Log } from '@pictoglyph/http'
import type { Subprocess } from 'bun'
import { stopDeadlineMs } from '../serve-site.ts'
import { createLimiterRelay } from './limiter-relay.ts'
import type { ServedService, WorkerMessage } from './messages.ts'
import { createMetricsRelay } from './metrics-relay.ts'

/** A worker that dies is replaced after this time, twice as long each time it dies again soon. */
const firstPauseMs = 200
const maxPauseMs = 30_000
/** A worker that has run this long did not die of its start. */
const steadyMs = 60_000
/** Past its own deadline, a worker that does not stop is killed. */
const killedAfterMs = stopDeadlineMs + 10_000

/** The runtime's arguments to run this command again; a single executable needs none. */
const ownSource = Bun.isStandaloneExecutable ? [] : [...process.execArgv, Bun.main]

export interface WorkerPool extends AsyncDisposable {
  /** Resolves with the services of all once every worker serves; rejects if one ends before. */
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

  /** Answers in how many milliseconds. */
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

  /** A worker may have died because memory or processes ran out; then there is none for a new one either. */
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
