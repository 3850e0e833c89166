import { connect, createServer, type Socket } from 'node:net'

/** What stands in front of a service and takes each upload for it, but fails at first. */
interface FaultyFront extends AsyncDisposable {
  readonly url: string
  /** How many there have been. */
  connections(): number
}

const proxyAnswer = `HTTP/1.1 502 Bad Gateway\r
Content-Type: text/html\r
Content-Length: 20\r
Connection: close\r
\r
<h1>Bad gateway</h1>`

/**
 * Opens a front on a port of its own that reads the first upload whole and hangs up without an answer, answers
 * the second one with a page, as proxies do, and passes every later one on to the service.
 */
export async function openFaultyFront(serviceUrl: string): Promise<FaultyFront> {
  const service = new URL(serviceUrl)
  const sockets = new Set<Socket>()
  let connections = 0

  function keep(socket: Socket): Socket {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // A connection that breaks is what this is for; whoever is at the other end notices.
    socket.on('error', () => socket.destroy())
    return socket
  }

  const server = createServer((socket) => {
    connections += 1
    keep(socket)
    if (connections === 1) afterForm(socket, () => socket.end())
    else if (connections === 2) afterForm(socket, () => socket.end(proxyAnswer))
    else {
      const passed = keep(connect(Number(service.port), service.hostname))
      socket.pipe(passed).pipe(socket)
    }
  })
  const listening = Promise.withResolvers<number>()
  server.once('error', listening.reject)
  server.listen(0, '127.0.0.1', () => {
    const address = server.address()
    listening.resolve(typeof address === 'object' && address !== null ? address.port : 0)
  })
  return {
    url: `http://127.0.0.1:${await listening.promise}`,
    connections: () => connections,
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Calls once a form has been read to its closing boundary. */
function afterForm(socket: Socket, then: () => void): void {
  let tail = ''
  socket.on('data', (bytes: Buffer) => {
    tail = (tail + bytes.toString('latin1')).slice(-4)
    if (tail === '--\r\n') then()
  })
}
