import { createConnection, type Socket } from 'node:net'

const retryMs = 1_000
/**
 * What a stream tells before its lines: its name, a unit (which the journal knows by itself), the priority of lines
 * without a prefix, that there are prefixes, and three times that nothing is forwarded.
 */
const beginning = 'pictoglyph\n\n6\n1\n0\n0\n0\n'

/** A stream of lines to systemd's journal. */
export interface JournalStream {
  write(line: string): void
  /** Waits until everything is written, but no longer than `deadlineMs`. @returns whether it was */
  flush(deadlineMs: number): Promise<boolean>
}

/**
 * A stream that this process opens by itself, for when the one that systemd has opened has ended. It is opened again
 * whenever it ends; lines that come meanwhile are lost. It keeps no process running.
 * @param path of the journal's socket
 * @param maxWaiting characters that wait if the journal does not read
 * @param onLostLine called for each line that is lost
 */
export function openJournalStream(
  path: string,
  { maxWaiting, onOpen, onLostLine }: { maxWaiting: number; onOpen: () => void; onLostLine: () => void },
): JournalStream {
  let open: Socket | undefined
  function connect(): void {
    // The journal writes nothing, and ends its side at once.
    const socket = createConnection({ path, allowHalfOpen: true })
    socket.unref()
    socket.on('connect', () => {
      open = socket
      socket.write(beginning)
      onOpen()
    })
    // The end of the socket follows, which is what counts.
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
