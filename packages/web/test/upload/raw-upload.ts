export interface RawUpload extends Disposable {
  send(bytes: string | Uint8Array): void
  /** All that came back until the connection was closed or an answer was whole. */
  answer: Promise<string>
  close(): void
}

/**
 * An upload on a connection of our own, because an HTTP client would not stall.
 * @param options.head the request line and the headers
 * @param options.opening what is sent of the body at once
 */
export async function openRawUpload(options: {
  url: string
  head: readonly string[]
  opening: string
}): Promise<RawUpload> {
  let text = ''
  const { promise, resolve } = Promise.withResolvers<string>()
  const { hostname, port } = new URL(options.url)
  const socket = await Bun.connect({
    hostname,
    port: Number(port),
    socket: {
      data(_, bytes) {
        text += bytes.toString()
        if (text.includes('\r\n\r\n{') && text.endsWith('}')) resolve(text)
      },
      close: () => resolve(text),
    },
  })
  const close = () => {
    socket.end()
  }
  socket.write(`${options.head.join('\r\n')}\r\n\r\n${options.opening}`)
  return {
    send: (bytes) => {
      socket.write(bytes)
    },
    answer: promise,
    close,
    [Symbol.dispose]: close,
  }
}
