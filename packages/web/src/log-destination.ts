import { SonicBoom } from 'sonic-boom'
import { type JournalStream, openJournalStream } from './journal-stream.ts'

/** Characters that may wait while standard error is not read, or its disk is full. */
const maxWaiting = 1_048_576
/** A pipe takes this much in one piece, so lines of processes that share it do not mix (POSIX, `PIPE_BUF`). */
const maxBytesAtOnce = 4_096

/** The target of a log's lines. */
export interface LogDestination {
  /** Returns at once, even if the line is lost. */
  write(line: string): void
  /** How many lines were lost so far. */
  lostLines(): number
  /**
   * Waits until everything is written, at most `deadlineMs`.
   * @returns whether it was; if not, a write may still be running and keep the process alive
   */
  flush(deadlineMs: number): Promise<boolean>
}

/**
 * Standard error, written by a thread: an unread pipe or a full disk blocks nothing else. Up to 1 MiB of lines wait.
 * Further lines are lost until all waiting ones are written.
 * @param onLost called when lines can be written again, with the number of lost ones and the reason
 * @param journalSocket the journal's socket, if the journal reads standard error: that stream breaks when the journal
 * is stopped
 */
export function createLogDestination({
  onLost,
  journalSocket,
}: {
  onLost: (lost: { lines: number; reason: string }) => void
  journalSocket: string | undefined
}): LogDestination {
  const file = new SonicBoom({ fd: 2, sync: false, maxWrite: maxBytesAtOnce })
  let waiting = 0
  let waitingLines = 0
  let journal: JournalStream | undefined
  let lost = 0
  let reportedLost = 0
  let failedBy: string | undefined

  file.on('error', ({ message, code }: NodeJS.ErrnoException) => {
    failedBy = message
    if (code === 'EPIPE' && journalSocket !== undefined) openJournal(journalSocket)
  })
  file.on('drain', () => {
    waiting = 0
    waitingLines = 0
    reportLost()
    failedBy = undefined
  })

  function append(line: string): void {
    waiting += line.length
    waitingLines += 1
    file.write(line)
  }
  function openJournal(path: string): void {
    lost += waitingLines
    waiting = 0
    file.destroy()
    journal ??= openJournalStream(path, { maxWaiting, onOpen: reportLost, onLostLine: () => (lost += 1) })
  }
  function reportLost(): void {
    const lines = lost - reportedLost
    reportedLost = lost
    if (lines > 0) onLost({ lines, reason: failedBy ?? 'standard error was not read' })
  }

  return {
    write(line) {
      if (journal !== undefined) return journal.write(line)
      if (lost === reportedLost && waiting + line.length <= maxWaiting) return append(line)
      lost += 1
      // An empty write retries the lines that wait.
      if (failedBy !== undefined) file.write('')
    },
    lostLines: () => lost,
    async flush(deadlineMs) {
      if (journal !== undefined) return journal.flush(deadlineMs)
      if (waiting === 0) return true
      const { promise, resolve } = Promise.withResolvers<boolean>()
      const deadline = setTimeout(() => resolve(false), deadlineMs)
      // The first error may come from a write that began earlier.
      file.once('error', () => {
        if (journal !== undefined) return resolve(false)
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
