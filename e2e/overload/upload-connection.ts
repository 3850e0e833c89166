import { Buffer } from 'node:buffer'
import { connect, type Socket } from 'node:net'
import type { Credentials } from '../site/running-site.ts'

const boundary = 'frontier'

interface ConnectionAnswer {
  status: number
  retryAfter: string | null
  body: string
}

/** A kept connection that carries one upload at a time, cheaper than `fetch`: the sender must outrun the server. */
export interface UploadConnection {
  readonly isOpen: boolean
  /** Sends what belongs to one request, in as many pieces as there are. @throws if the connection ends before the answer */
  request(pieces: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<ConnectionAnswer>
  close(): void
}

export async function openUploadConnection(url: string): Promise<UploadConnection> {
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port), noDelay: true })
  let waiting: PromiseWithResolvers<ConnectionAnswer> | undefined
  let received: Buffer = Buffer.alloc(0)
  let isOpen = true

  function end(): void {
    isOpen = false
    waiting?.reject(new Error('The connection was closed before the answer.'))
    waiting = undefined
  }
  socket.on('data', (chunk: Uint8Array) => {
    received = received.length === 0 ? Buffer.from(chunk) : Buffer.concat([received, chunk])
    const answer = readAnswer(received)
    if (answer === undefined) return
    received = Buffer.alloc(0)
    waiting?.resolve(answer)
    waiting = undefined
  })
  socket.on('close', end)
  socket.on('error', end)
  await connected(socket)

  return {
    get isOpen() {
      return isOpen
    },
    async request(pieces) {
      const answer = Promise.withResolvers<ConnectionAnswer>()
      waiting = answer
      // It may fail while pieces are still being sent; whoever awaits it hears of that.
      answer.promise.catch(() => undefined)
      if (!isOpen) end()
      for await (const piece of pieces) if (isOpen) socket.write(piece)
      return answer.promise
    },
    close: () => socket.destroy(),
  }
}

async function connected(socket: Socket): Promise<void> {
  if (!socket.connecting) return
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  socket.once('connect', resolve)
  socket.once('error', reject)
  await promise
}

function readAnswer(bytes: Buffer): ConnectionAnswer | undefined {
  const headEnd = bytes.indexOf('\r\n\r\n')
  if (headEnd < 0) return undefined
  const head = bytes.toString('latin1', 0, headEnd)
  const length = Number(/^content-length: *(\d+)/im.exec(head)?.[1] ?? 0)
  if (bytes.length < headEnd + 4 + length) return undefined
  return {
    status: Number(head.slice(9, 12)),
    retryAfter: /^retry-after: *(\S+)/im.exec(head)?.[1] ?? null,
    body: bytes.toString('utf8', headEnd + 4, headEnd + 4 + length),
  }
}

/** A whole upload, its head and its body. */
export function uploadRequest(
  { apiKey, categoryId }: Pick<Credentials, 'apiKey' | 'categoryId'>,
  image: Uint8Array,
): { head: Buffer; body: Buffer } {
  const body = Buffer.concat([
    Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="categoryId"\r\n\r\n${categoryId}\r\n` +
        `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.png"\r\n\r\n`,
    ),
    image,
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ])
  return { head: uploadHead(apiKey, body.length), body }
}

export function uploadHead(apiKey: string, lengthBytes: number): Buffer {
  return Buffer.from(
    'POST /api/v1/upload HTTP/1.1\r\nHost: localhost\r\n' +
      `Authorization: Bearer ${apiKey}\r\n` +
      `Content-Type: multipart/form-data; boundary=${boundary}\r\nContent-Length: ${lengthBytes}\r\n\r\n`,
  )
}
