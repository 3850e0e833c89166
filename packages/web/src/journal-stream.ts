import { createConnection, type Socket } from 'node:net'

const retryMs = 1_000
/**
 * Header of a stream: its name, no unit (the journal knows it), the default priority, 1 for lines with a priority
 * prefix, and three zeros: forward nothing.
 */
const beginning = 'pictoglyph\n\n6\n1\n0\n0\n0\n'

/** A stream of lines to systemd's journal. */
export interface JournalStream {
  write(line: string): void
  /** Waits until everything is written, at most `deadlineMs`. @returns whether it was */
  flush(deadlineMs: number): Promise<boolean>
}

/**
 * Opens a stream of our own, for when the one from systemd has closed. Reopens it whenever it closes; lines written
 * meanwhile are lost. Does not keep the process running.
 * @param path of the journal's socket
 * @param maxWaiting characters that wait while the journal does not read
 * @param onLostLine called for each line that is lost
 */
export function openJournalStream(
  path: string,
  { maxWaiting, onOpen, onLostLine }: { maxWaiting: number; onOpen: () => void; onLostLine: () => void },
): JournalStream {
  let open: Socket | undefined
  function connect(): void {
    // The journal writes nothing, and closes its side at once.
    const socket = createConnection({ path, allowHalfOpen: true })
    socket.unref()
    socket.on('connect', () => {
      open = socket
      socket.write(beginning)
      onOpen()
    })
    // `close` follows and is handled below.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      open = undefined
      setTimeout(connect, retryMs).unref()
    })
  }
  connect()
  return {
    write(line) {
      if (open === undefined || open.writableLength + line.length > maxWaiting) return onLostLine()
      open.write(line, (error) => error && onLostLine())
    },
    async flush(deadlineMs) {
      const { promise, resolve } = Promise.withResolvers<boolean>()
      if (open === undefined || open.writableLength === 0) return true
      const deadline = setTimeout(() => resolve(false), deadlineMs)
      open.write('', (error) => resolve(!error))
      const isWritten = await promise
      clearTimeout(deadline)
      return isWritten
    },
  }
}
