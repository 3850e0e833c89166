import { fileURLToPath } from 'node:url'
import { ownProgram } from '../../platform/own-program.ts'
import { storageFailed } from '../../platform/storage-failure.ts'
import { readBudgetMs, tookTooLong } from '../bounded-reads.ts'
import { type Call, type CallReply, type MethodCall, receiveError } from '../store-calls.ts'

/** A read, and the time of its clock; without one, the system's. */
type TimedRead = MethodCall & { nowMs?: number | null }

/** Runs reads in processes that can be killed. */
export interface ReaderPool {
  /**
   * @throws {Failure} BAD_REQUEST if it takes longer than {@link readBudgetMs}, STORAGE_FAILED; what the read throws
   */
  run(read: TimedRead): Promise<unknown>
  close(): Promise<void>
}

/** The program and the limits of reader processes. */
export interface ReaderPoolOptions {
  budgetMs?: number
  /** After this long without work a process is ended. */
  idleMs?: number
  /** The program of a process. */
  program?: string
}

interface Reader {
  run(read: TimedRead): Promise<unknown>
  end(): Promise<void>
  readonly isEnded: boolean
}

/**
 * A pool that starts a process when all are busy; the caller limits their number. They are processes because SQLite
 * can't be interrupted in a thread: a search that finds nothing offers no moment to stop. Killing a process that only
 * reads does no harm.
 */
export function openReaderPool(
  path: string,
  {
    budgetMs = readBudgetMs,
    idleMs = 60_000,
    program = fileURLToPath(new URL('./reader.ts', import.meta.url)),
  }: ReaderPoolOptions = {},
): ReaderPool {
  const idle: { reader: Reader; timer: Timer }[] = []
  const all = new Set<Reader>()
  let isClosed = false

  async function take(): Promise<Reader> {
    for (let ready = idle.pop(); ready !== undefined; ready = idle.pop()) {
      clearTimeout(ready.timer)
      if (!ready.reader.isEnded) return ready.reader
      all.delete(ready.reader)
    }
    const reader = await startReader(path, program, budgetMs)
    all.add(reader)
    return reader
  }

  function giveBack(reader: Reader): void {
    if (reader.isEnded || isClosed) {
      all.delete(reader)
      return
    }
    const timer = setTimeout(() => {
      idle.splice(
        idle.findIndex((one) => one.reader === reader),
        1,
      )
      all.delete(reader)
      void reader.end()
    }, idleMs)
    timer.unref()
    idle.push({ reader, timer })
  }

  return {
    async run(read) {
      if (isClosed) throw storageFailed(new Error('the database is closed'))
      const reader = await take()
      try {
        return await reader.run(read)
      } finally {
        giveBack(reader)
      }
    },
    async close() {
      isClosed = true
      for (const { timer } of idle.splice(0)) clearTimeout(timer)
      await Promise.all([...all].map((reader) => reader.end()))
    },
  }
}

async function startReader(path: string, program: string, budgetMs: number): Promise<Reader> {
  const ready = Promise.withResolvers<void>()
  let answered = Promise.withResolvers<unknown>()
  let isEnded = false

  function receive(received: CallReply): void {
    if (received.kind === 'ready') ready.resolve()
    else if (received.kind === 'unable') ready.reject(receiveError(received.error))
    else if (received.kind === 'done') answered.resolve(received.value)
    else answered.reject(receiveError(received.error))
  }

  const { command, environment } = ownProgram(program)
  const child = Bun.spawn([...command, path], {
    ipc: receive,
    stdin: 'ignore',
    stdout: 'ignore',
    stderr: 'inherit',
    env: { ...environment },
    onExit() {
      isEnded = true
      const error = storageFailed(new Error('the process that reads has ended'))
      ready.reject(error)
      answered.reject(error)
    },
  })

  async function end(): Promise<void> {
    isEnded = true
    child.kill('SIGKILL')
    await child.exited
  }

  answered.promise.catch(() => undefined)
  try {
    await ready.promise
  } catch (error) {
    await end()
    throw storageFailed(error)
  }
  return {
    get isEnded() {
      return isEnded
    },
    async run({ store, method, parameters, nowMs = null }) {
      answered = Promise.withResolvers()
      const timer = setTimeout(() => {
        answered.reject(tookTooLong())
        void end()
      }, budgetMs)
      try {
        child.send({ id: 0, store, method, parameters, nowMs } satisfies Call)
        return await answered.promise
      } finally {
        clearTimeout(timer)
      }
    },
    end,
  }
}
