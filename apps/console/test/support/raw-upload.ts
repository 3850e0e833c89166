import type { ConsoleUnderTest } from './console-under-test.ts'
import type { Visitor } from './visitor.ts'

const boundary = 'frontier'
const opening = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n`

export interface RawUpload extends Disposable {
  send(bytes: string): void
  /** All that came back until the connection was closed or an answer was whole. */
  answer: Promise<string>
}

/** An upload of a script's on a connection of our own, because an HTTP client would not stall. */
export async function openUpload(
  { url }: Pick<ConsoleUnderTest, 'url'>,
  visitor: Visitor,
): Promise<RawUpload> {
  let text = ''
  const { promise, resolve } = Promise.withResolvers<string>()
  const { hostname, port, host } = new URL(url)
  const token = await visitor.token()
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
  const head = [
    'POST /upload HTTP/1.1',
    `Host: ${host}`,
    `Origin: ${url}`,
    `Cookie: session=${visitor.cookies.get('session')}`,
    `X-CSRF-Token: ${token}`,
    'Accept: application/json',
    `Content-Type: multipart/form-data; boundary=${boundary}`,
    'Content-Length: 1000000',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${opening}`)
  return {
    send: (bytes) => {
      socket.write(bytes)
    },
    answer: promise,
    [Symbol.dispose]: () => socket.end(),
  }
}
