import { connect } from 'node:net'

/** How a request is sent by a client that reads only once it has written all of its body. */
interface SentRequest {
  url: string
  path: string
  headers: readonly string[]
  body: Uint8Array
  version?: '1.0' | '1.1'
  /** The body goes out in so many pieces, with a pause of `pauseMs` behind each; in one by default. */
  pieces?: number
  pauseMs?: number
}

/**
 * The answer to a request of a client that writes all of its body before it reads, as `urllib`, `http.client`, LWP and
 * many others do.
 * @throws {Error} if the connection is closed while the body is being written: the client sees a broken pipe
 */
export async function sendBeforeReading(request: SentRequest): Promise<string> {
  const { url, path, headers, body, version = '1.1', pieces = 1, pauseMs = 0 } = request
  const { hostname, port } = new URL(url)
  const socket = connect({ host: hostname, port: Number(port) })
  const { promise: closed, resolve: close } = Promise.withResolvers<void>()
  let answer = ''
  let broken: Error | undefined
  socket.on('data', (bytes) => {
    answer += bytes.toString('latin1')
    if (isWhole(answer)) close()
  })
  socket.on('error', (error) => {
    broken = error
    close()
  })
  socket.on('close', () => close())

  async function write(bytes: string | Uint8Array): Promise<void> {
    if (broken !== undefined || socket.destroyed) throw broken ?? new Error('Broken pipe')
    if (!socket.write(bytes)) await Promise.race([new Promise((done) => socket.once('drain', done)), closed])
    if (broken !== undefined) throw broken
  }

  try {
    const head = [`POST ${path} HTTP/${version}`, `Host: ${hostname}`, `Content-Length: ${body.length}`]
    await write(`${[...head, ...headers].join('\r\n')}\r\n\r\n`)
    const step = Math.ceil(body.length / pieces)
    for (let from = 0; from < body.length; from += step) {
      await write(body.subarray(from, from + step))
      if (pauseMs > 0) await Bun.sleep(pauseMs)
    }
    await closed
    return answer
  } finally {
    socket.destroy()
  }
}

/** Whether all of an answer with a length has come. */
function isWhole(answer: string): boolean {
  const [head = '', ...rest] = answer.split('\r\n\r\n')
  const length = /^content-length: *(\d+)/im.exec(head)?.[1]
  return length !== undefined && rest.join('\r\n\r\n').length >= Number(length)
}
