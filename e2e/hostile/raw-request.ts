import { Buffer } from 'node:buffer'
import { connect } from 'node:net'

/** What came back over a connection of its own. */
interface RawAnswer {
  /** 0 where the connection was closed without an answer. */
  status: number
  headers: Headers
  body: string
  /** From the last byte sent to the last of the answer. */
  durationMs: number
}

/** Several requests may be sent at once; a binary string has a character for each byte. */
export type RawBytes = string | Uint8Array

const answerWithinMs = 10_000

/**
 * Sends bytes as they are and reads the first answer to its end.
 * @param closing whether to end our side after the last byte, as a client that goes away does
 * @throws if there is neither an answer nor an end within 10 seconds
 */
export function sendRaw(url: string, pieces: readonly RawBytes[], closing = false): Promise<RawAnswer> {
  const { hostname, port } = new URL(url)
  const { promise, resolve, reject } = Promise.withResolvers<RawAnswer>()
  const socket = connect({ host: hostname, port: Number(port) })
  const chunks: Buffer[] = []
  let sentAtMs = performance.now()
  const timer = setTimeout(() => {
    socket.destroy()
    reject(new Error(`No answer within ${answerWithinMs} ms.`))
  }, answerWithinMs)

  function settle(isOver: boolean): void {
    const answer = readAnswer(Buffer.concat(chunks), isOver)
    if (answer === undefined) return
    clearTimeout(timer)
    socket.destroy()
    resolve({ ...answer, durationMs: performance.now() - sentAtMs })
  }
  socket.on('data', (chunk: Uint8Array) => {
    chunks.push(Buffer.from(chunk))
    settle(false)
  })
  socket.on('close', () => settle(true))
  // A server may end a connection whose request it will not read.
  socket.on('error', () => settle(true))
  socket.on('connect', () => {
    for (const piece of pieces) {
      socket.write(typeof piece === 'string' ? Buffer.from(piece, 'latin1') : piece)
    }
    if (closing) socket.end()
    sentAtMs = performance.now()
  })
  return promise
}

const nothing = { status: 0, headers: new Headers(), body: '' }

/** Undefined where more is to come. */
function readAnswer(bytes: Buffer, isOver: boolean): Omit<RawAnswer, 'durationMs'> | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd < 0) return isOver ? nothing : undefined
  const [statusLine = '', ...lines] = bytes.toString('latin1', 0, headEnd).split('\r\n')
  const status = Number(statusLine.split(' ')[1])
  if (status === 100) return readAnswer(bytes.subarray(headEnd + 4), isOver)
  const headers = new Headers(lines.map((line) => line.split(/:\s*/, 2) as [string, string]))
  const rest = bytes.subarray(headEnd + 4)
  // RFC 9112, section 6.3: they have no body, whatever their headers say.
  if (status === 204 || status === 304) return { status, headers, body: '' }
  const length = headers.get('content-length')
  if (length !== null) {
    if (rest.length < Number(length) && !isOver) return undefined
    return { status, headers, body: rest.toString('utf8', 0, Number(length)) }
  }
  if (!isOver && !rest.includes('0\r\n\r\n')) return undefined
  return { status, headers, body: rest.toString('utf8') }
}
