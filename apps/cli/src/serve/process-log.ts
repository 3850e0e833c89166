import { createLog, describeError, type LogFacts, type ProcessLog } from '@pictoglyph/web/log'
import { isReadByJournal } from '../journal.ts'

/** How long an ending process waits for its last lines to be written. */
const flushDeadlineMs = 2_000

/**
 * Runs a server with its log. At the end it writes the last lines; a log that is not read, or a full disk, delays the
 * end by at most two seconds. An unhandled error is logged, and the process exits with 1.
 * @param everyLine facts that every line contains
 * @param journalStream see `isReadByJournal`
 */
export async function withProcessLog(
  everyLine: LogFacts | null,
  run: (log: ProcessLog) => Promise<void>,
  journalStream?: string,
): Promise<void> {
  const log = createLog('info', everyLine, { isJournal: isReadByJournal(journalStream) })
  async function endWith(error: unknown): Promise<void> {
    log.error({ error: describeError(error) }, 'the process ends: an error that nothing handles')
    await log.flush(flushDeadlineMs)
    process.exit(1)
  }
  process.on('uncaughtException', (error) => void endWith(error))
  process.on('unhandledRejection', (reason) => void endWith(reason))
  let hasFailed = true
  try {
    await run(log)
    hasFailed = false
  } finally {
    // Pending lines would keep the process running.
    if (!(await log.flush(flushDeadlineMs))) process.exit(hasFailed ? 1 : process.exitCode)
  }
}
