/** A request with a partial body on a connection of its own, which no HTTP client would leave open. */
export interface UnfinishedBody extends AsyncDisposable {
  /** All received bytes until the answer was whole or the connection was closed. */
  readonly answer: Promise<string>
  readonly isAnswered: boolean
  /** Disconnects in the middle of the body. */
  [Symbol.asyncDispose](): Promise<void>
}

/** Sends a body to `encrypt` as far as the server accepts it, up to `sentBytes`. */
export async function beginBody(
  port: number,
  options: { from?: string; announcedBytes: number; sentBytes: number },
): Promise<UnfinishedBody> {
  const { promise, resolve } = Promise.withResolvers<string>()
  const closed = Promise.withResolvers<void>()
  let text = ''
  let isAnswered = false
  const from = options.from === undefined ? '' : `X-Forwarded-For: ${options.from}\r\n`
  let left = Buffer.concat([
    Buffer.from(
      `POST /api/public/encrypt HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${from}Content-Length: ${options.announcedBytes}\r\n\r\n`,
    ),
    Buffer.alloc(options.sentBytes, '{"text":"'),
  ])
  const send = (socket: Bun.Socket): void => {
    left = left.subarray(Math.max(0, socket.write(left)))
  }
  const end = (): void => {
    isAnswered = true
    resolve(text)
  }
  const socket = await Bun.connect({
    hostname: '127.0.0.1',
    port,
    socket: {
      open: send,
      drain: send,
      data(_, bytes) {
        text += bytes.toString()
        if (text.includes('\r\n\r\n{') && text.endsWith('}')) end()
      },
      close() {
        end()
        closed.resolve()
      },
      error: end,
    },
  })
  return {
    answer: promise,
    get isAnswered() {
      return isAnswered
    },
    async [Symbol.asyncDispose]() {
      socket.terminate()
      await closed.promise
    },
  }
}
