import type { OpenBlob } from '@pictoglyph/site/blobs/blob-store'
import type { CommandIsolation } from './isolation/bubblewrap.ts'
import { messageOf } from './message-of.ts'
import type { EndJob, SharpJob } from './sharp-job.ts'
import {
  startWorker,
  type WorkerConditions,
  type WorkerEnd,
  type WorkerLimits,
  type WorkerProcess,
} from './worker-process.ts'

/** Files that a process takes of one batch. */
const maxBatchJobs = 32
/** How long a process works for one batch, before its last file. */
const maxBatchWorkMs = 10_000
/** How long a process waits for the next file of its batch. */
const maxIdleMs = 2_000

/** Places that a process of a job's own takes, with all the memory; one of a batch takes one place, with a share. */
export const placesApart = 2

/** How a job runs. */
interface PooledJob {
  job: SharpJob | EndJob
  body: OpenBlob['body']
  isAwaited: boolean
  commandIsolation: CommandIsolation
}

/**
 * Runs each job in a process of its own, or in one that takes a bounded number of files of one batch. A process that
 * waits for its next file ends if another one needs its place.
 */
interface WorkerPool {
  /**
   * @returns how it ended; an error if no process starts
   * @throws the errors of the body
   */
  runApart(job: PooledJob): Promise<WorkerEnd | Error>
  /**
   * Runs a job after others of its batch, with the memory of one place.
   * @returns how it ended, and whether its process had no file before
   * @throws the errors of the body
   */
  runInBatch(job: PooledJob, batch: string): Promise<{ end: WorkerEnd | Error; isFirst: boolean }>
  /** Ends the processes that wait. */
  close(): Promise<void>
}

/** Creates a {@link WorkerPool}. When the signal aborts, all its processes end. */
export function createWorkerPool({
  limits,
  places,
  signal,
}: {
  limits: WorkerLimits
  /** For all processes; the caller runs no more jobs at a time than fit. */
  places: number
  signal: AbortSignal
}): WorkerPool {
  /** The one that has waited longest comes first. */
  let waiting: { batch: string; worker: WorkerProcess; timer: ReturnType<typeof setTimeout> }[] = []
  const ending = new Set<Promise<void>>()
  let takenPlaces = 0

  function end(worker: WorkerProcess): void {
    const ended = worker.end().finally(() => ending.delete(ended))
    ending.add(ended)
  }

  /** Takes a process out of those that wait. */
  function takeOut({ worker, timer }: (typeof waiting)[number]): WorkerProcess {
    clearTimeout(timer)
    waiting = waiting.filter((other) => other.worker !== worker)
    return worker
  }

  function endWaiting(count: number): void {
    for (const one of waiting.slice(0, count)) end(takeOut(one))
  }

  function taken(count: number): Disposable {
    takenPlaces += count
    return {
      [Symbol.dispose]() {
        takenPlaces -= count
      },
    }
  }

  /** Starts a process whose places are taken. */
  async function startNew(conditions: WorkerConditions): Promise<WorkerProcess | Error> {
    endWaiting(Math.max(0, takenPlaces + waiting.length - places))
    await Promise.all(ending)
    return start(conditions)
  }

  function takeWaiting(batch: string): WorkerProcess | undefined {
    const found = waiting.find((one) => one.batch === batch && !one.worker.isOver)
    return found && takeOut(found)
  }

  function letWait(batch: string, worker: WorkerProcess): void {
    const isSpent = worker.jobs >= maxBatchJobs || worker.workedMs >= maxBatchWorkMs
    if (worker.isOver || isSpent || signal.aborted) {
      end(worker)
      return
    }
    const one = { batch, worker, timer: setTimeout(() => end(takeOut(one)), maxIdleMs) }
    waiting.push(one)
  }

  return {
    async runApart({ job, body, ...conditions }) {
      using _ = taken(placesApart)
      const worker = await startNew({ ...conditions, limits, earlierMs: 0, signal })
      if (worker instanceof Error) return worker
      try {
        return await worker.run(job, body)
      } finally {
        await worker.end()
      }
    },
    async runInBatch({ job, body, ...conditions }, batch) {
      using _ = taken(1)
      const share = { ...limits, memoryBytes: limits.memoryBytes / placesApart }
      const worker =
        takeWaiting(batch) ??
        (await startNew({ ...conditions, limits: share, earlierMs: maxBatchWorkMs, signal }))
      if (worker instanceof Error) return { end: worker, isFirst: true }
      const isFirst = worker.jobs === 0
      try {
        return { end: await worker.run(job, body), isFirst }
      } finally {
        letWait(batch, worker)
      }
    },
    async close() {
      endWaiting(waiting.length)
      await Promise.all(ending)
    },
  }
}

function start(conditions: WorkerConditions): WorkerProcess | Error {
  try {
    return startWorker(conditions)
  } catch (error) {
    return new Error(`No process starts: ${messageOf(error)}`)
  }
}
