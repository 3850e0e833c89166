import pino from 'pino'
import { createLogDestination, type LogDestination } from './log-destination.ts'

/** The facts of a line: names and values, never a secret. */
export type LogFacts = Record<string, unknown>

/** Structured log: one JSON object per line. */
export interface Log {
  info(facts: LogFacts, message: string): void
  warn(facts: LogFacts, message: string): void
  error(facts: LogFacts, message: string): void
}

/** The log of a process, which also counts lost lines. */
export interface ProcessLog extends Log, Pick<LogDestination, 'lostLines' | 'flush'> {}

/**
 * Writes to standard error; standard output is for a command's results. An unread or failing log blocks nothing: see
 * `createLogDestination`.
 * @param everyLine facts that every line contains
 * @param isJournal whether systemd's journal reads it; then each line begins with its priority, as `<4>`
 * @param journalSocket the journal's socket for new streams
 */
export function createLog(
  level: 'info' | 'warn' | 'error' | 'silent' = 'info',
  everyLine: LogFacts | null = null,
  { isJournal = false, journalSocket = '/run/systemd/journal/stdout' } = {},
): ProcessLog {
  const destination = createLogDestination({
    onLost: (lost) => logger.warn(lost, 'lines were lost: the log could not be written'),
    journalSocket: isJournal ? journalSocket : undefined,
  })
  const logger: pino.Logger = pino(
    {
      level,
      base: everyLine,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    isJournal ? { write: (line: string) => destination.write(priorityOf(line) + line) } : destination,
  )
  return {
    info: (facts, message) => logger.info(facts, message),
    warn: (facts, message) => logger.warn(facts, message),
    error: (facts, message) => logger.error(facts, message),
    lostLines: destination.lostLines,
    flush: destination.flush,
  }
}

/** Prefixes of `sd-daemon(3)`; the journal removes them from the line. */
const priorities: Readonly<Record<string, string>> = { error: '<3>', warn: '<4>', info: '<6>' }

function priorityOf(line: string): string {
  const level = /^\{"level":"(\w+)"/.exec(line)?.[1] ?? ''
  return priorities[level] ?? ''
}

/** An error and its causes as plain facts. */
export function describeError(error: unknown): LogFacts {
  if (!(error instanceof Error)) return { message: String(error) }
  const facts: LogFacts = { name: error.name, message: error.message, stack: error.stack }
  if (error.cause !== undefined) facts.cause = describeError(error.cause)
  return facts
}
