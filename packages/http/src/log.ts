import pino from 'pino'
import { createLogDestination, type LogDestination } from './log-destination.ts'

/** What is written with a line: names and values, never a secret. */
export type LogFacts = Record<string, unknown>

/** Structured log, a JSON object a line. */
export interface Log {
  info(facts: LogFacts, message: string): void
  warn(facts: LogFacts, message: string): void
  error(facts: LogFacts, message: string): void
}

/** The log of a process, which also knows what became of its lines. */
export interface ProcessLog extends Log, Pick<LogDestination, 'lostLines' | 'flush'> {}

/**
 * Writes to standard error; standard output stays for what a person asked for. A log that can't be written, or that
 * no one reads, stops nothing: see `createLogDestination`.
 * @param everyLine stands in every line
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
