import pino from 'pino'
import { SonicBoom } from 'sonic-boom'

/** The facts of a line: names and values, never a secret. */
export type LogFacts = Record<string, unknown>

/** Structured log, a JSON object a line. */
export interface Log {
  info(facts: LogFacts, message: string): void
  warn(facts: LogFacts, message: string): void
  error(facts: LogFacts, message: string): void
}

/** The log of a process, which also counts lost lines. */
export interface ProcessLog extends Log, Pick<LogDestination, 'lostLines' | 'flush'> {}

/**
 * Writes to standard error; standard output is for a command's results. A log that can't be written, or that no one
 * reads, blocks nothing: see `createLogDestination`.
 * @param everyLine facts that every line contains
 */
export function createLog(
  level: 'info' | 'warn' | 'error' | 'silent' = 'info',
  everyLine: LogFacts | null = null,
): ProcessLog {
  const destination = createLogDestination((lost) =>
    logger.warn(lost, 'lines were lost: the log could not be written'),
  )
  const logger: pino.Logger = pino(
    {
      level,
      base: everyLine,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  )
  return {
    info: (facts, message) => logger.info(facts, message),
    warn: (facts, message) => logger.warn(facts, message),
    error: (facts, message) => logger.error(facts, message),
    lostLines: destination.lostLines,
    flush: destination.flush,
  }
}

/** An error and its causes as plain facts. */
export function describeError(error: unknown): LogFacts {
  if (!(error instanceof Error)) return { message: String(error) }
  const facts: LogFacts = { name: error.name, message: error.message, stack: error.stack }
  if (error.cause !== undefined) facts.cause = describeError(error.cause)
  return facts
}

/** Characters that wait if standard error is not read, or its disk is full. */
const maxWaiting = 1_048_576
/** A pipe takes this much in one piece, so lines of processes that share it do not mix (POSIX, `PIPE_BUF`). */
const maxBytesAtOnce = 4_096

/** The target of a log's lines. */
interface LogDestination {
  /** Returns at once, whatever becomes of the line. */
  write(line: string): void
  /** How many lines were lost so far. */
  lostLines(): number
  /**
   * Waits until everything is written, but no longer than `deadlineMs`.
   * @returns whether it was; otherwise a write may still be running, which keeps the process alive
   */
  flush(deadlineMs: number): Promise<boolean>
}

/**
 * Standard error, written by a thread: if it is not read, or its disk is full, nothing else is blocked. Up to 1 MiB of
 * lines wait. Further lines are lost until all waiting ones are written.
 * @param onLost called when lines can be written again, with the number of lost ones and the reason
 */
function createLogDestination(onLost: (lost: { lines: number; reason: string }) => void): LogDestination {
  const file = new SonicBoom({ fd: 2, sync: false, maxWrite: maxBytesAtOnce })
  let waiting = 0
  let lost = 0
  let reportedLost = 0
  let failedBy: string | undefined

  file.on('error', ({ message }: Error) => {
    failedBy = message
  })
  file.on('drain', () => {
    waiting = 0
    reportLost()
    failedBy = undefined
  })

  function append(line: string): void {
    waiting += line.length
    file.write(line)
  }
  function reportLost(): void {
    const lines = lost - reportedLost
    reportedLost = lost
    if (lines > 0) onLost({ lines, reason: failedBy ?? 'standard error was not read' })
  }

  return {
    write(line) {
      if (lost === reportedLost && waiting + line.length <= maxWaiting) return append(line)
      lost += 1
      // Nothing is added, but what waits is tried again.
      if (failedBy !== undefined) file.write('')
    },
    lostLines: () => lost,
    async flush(deadlineMs) {
      if (waiting === 0) return true
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const deadline = setTimeout(() => resolve(false), deadlineMs)
      // The first error may be of a write that began before.
      file.once('error', () => {
        file.once('error', () => resolve(false))
        file.write('')
      })
      file.on('drain', () => waiting === 0 && resolve(true))
      file.write('')
      const isWritten = await promise
      clearTimeout(deadline)
      return isWritten
    },
  }
}
