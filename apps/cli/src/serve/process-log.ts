import { createLog, describeError, type LogFacts, type ProcessLog } from '@pictoglyph/http'

/** How long an ending process waits for its last lines to be written. */
const flushDeadlineMs = 2_000

/**
 * Runs a server with its log. At the end the last lines are written; a reader who does not read, or a full disk,
 * keeps the process no longer than two seconds. An error that nothing handles is logged, and ends the process with 1.
 * @param everyLine stands in every line
 */
export async function withProcessLog(
  everyLine: LogFacts | null,
  run: (log: ProcessLog) => Promise<void>,
): Promise<void> {
  const log = createLog('info', everyLine)
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
    // What can't be written would keep the process running, or anyone who reports a failure there.
    if (!(await log.flush(flushDeadlineMs))) process.exit(hasFailed ? 1 : process.exitCode)
  }
}
