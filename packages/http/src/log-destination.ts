import pino from 'pino'

/** Characters that wait for a log that can't be written. */
const maxWaiting = 1_048_576

/** Where the lines of a log go. */
export interface LogDestination {
  write(line: string): void
}

/**
 * Standard error, without letting a full disk there keep anybody from working: what can't be written waits, and is
 * tried again with each further line. Up to 1 MiB waits; what comes after that is lost.
 * @param tellLost hears of it once lines can be written again, with how many were lost and the system's last reason
 */
export function createLogDestination(
  tellLost: (lost: { lines: number; reason: string }) => void,
): LogDestination {
  const file = pino.destination({ fd: 2, sync: true })
  let failedBy: string | undefined
  let waiting = 0
  let lines = 0
  file.on('error', ({ message }: Error) => {
    failedBy = message
  })
  file.on('drain', () => {
    if (failedBy === undefined) return
    const lost = { lines, reason: failedBy }
    failedBy = undefined
    waiting = 0
    lines = 0
    if (lost.lines > 0) tellLost(lost)
  })
  return {
    write(line) {
      if (failedBy === undefined) {
        file.write(line)
      } else if (waiting + line.length <= maxWaiting) {
        waiting += line.length
        file.write(line)
      } else {
        lines += 1
        file.write('')
      }
    },
  }
}
