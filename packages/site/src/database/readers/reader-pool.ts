import { fileURLToPath } from 'node:url'
import type { Failure } from '../../language/failure.ts'
import { ownProgram } from '../../platform/own-program.ts'
import { helperFailed, storageFailed } from '../../platform/storage-failure.ts'
import { readBudgetMs, tookTooLong } from '../bounded-reads.ts'
import { type Call, type CallReply, receiveError } from '../store-calls.ts'
import type { MethodCall } from '../stores.ts'

/** A read, and its time; without one, the system's. */
type TimedRead = MethodCall & { nowMs?: number | null }

/** Runs reads in processes that can be killed. */
interface ReaderPool {
  /** @throws {Failure} BAD_REQUEST after {@link readBudgetMs}, STORAGE_FAILED; also the errors of the read */
  run(read: TimedRead): Promise<unknown>
  /**
   * Resolves if a process started or answered within {@link trustedMs}, or does so now. The result is reused for the
   * same time, so that many callers cause one check.
   * @throws {Failure} STORAGE_FAILED
   */
  check(): Promise<void>
  close(): Promise<void>
}

const smallRead = { store: 'database', method: 'revision', parameters: [] } as const
/** How long an answer proves that reading works. */
const trustedMs = 5_000

/** The program and the limits of reader processes. */
interface ReaderPoolOptions {
  budgetMs?: number
  /** Idle processes end after this time. */
  idleMs?: number
  /** The program of the processes. */
  program?: string
}

interface Reader {
  run(read: TimedRead): Promise<unknown>
  end(): Promise<void>
  readonly isEnded: boolean
}

/**
 * Creates a pool that starts a process when all are busy; the caller limits their number. SQLite can't be interrupted
 * in a thread, so reads run in processes: a search without results offers no moment to stop. Killing a process that
 * only reads does no harm.
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
  let answeredAtMs = Number.NEGATIVE_INFINITY
  let look: Promise<unknown> | undefined

  async function take(): Promise<Reader> {
    for (let ready = idle.pop(); ready !== undefined; ready = idle.pop()) {
      clearTimeout(ready.timer)
      if (!ready.reader.isEnded) return ready.reader
      all.delete(ready.reader)
    }
    const reader = await startReader(path, program, budgetMs)
    all.add(reader)
    answeredAtMs = performance.now()
    return reader
  }

  async function runNow(read: TimedRead): Promise<unknown> {
    if (isClosed) throw storageFailed(new Error('the database is closed'))
    const reader = await take()
    try {
      const answer = await reader.run(read)
      answeredAtMs = performance.now()
      return answer
    } finally {
      giveBack(reader)
    }
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
    run: runNow,
    async check() {
      if (performance.now() - answeredAtMs < trustedMs) return
      look ??= runNow(smallRead).finally(() => {
        setTimeout(() => {
          look = undefined
        }, trustedMs).unref()
      })
      await look
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

  function onExit(_: unknown, exitCode: number | null, signal: unknown): void {
    isEnded = true
    const end = signal ?? `the code ${exitCode}`
    ready.reject(readerFailed(`can't start: it ended with ${end}.`))
    answered.reject(readerFailed(`has ended with ${end}.`))
  }

  const child = spawnReader(program, path, { ipc: receive, onExit })

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

function spawnReader(
  program: string,
  path: string,
  listeners: {
    ipc: (received: CallReply) => void
    onExit: (child: unknown, exitCode: number | null, signal: unknown) => void
  },
) {
  const { command, environment } = ownProgram(program)
  try {
    return Bun.spawn([...command, path], {
      ...listeners,
      stdin: 'ignore',
      stdout: 'ignore',
      stderr: 'inherit',
      env: { ...environment },
    })
  } catch (error) {
    throw readerFailed("can't start.", error)
  }
}

function readerFailed(how: string, cause?: unknown): Failure {
  return helperFailed('reader', new Error(`The process that reads the database ${how}`, { cause }))
}
