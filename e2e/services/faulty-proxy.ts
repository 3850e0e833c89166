import { connect, createServer, type Socket } from 'node:net'

/** What goes wrong with one request on its way. */
export type Fault =
  /** It is forwarded late. */
  | { kind: 'delay'; ms: number }
  /** It is not forwarded but answered with this status and, in S3's form, this code. */
  | { kind: 'refuse'; status: number; code: string }
  /** The connections break after so many bytes of its body. */
  | { kind: 'cut-request'; afterBytes: number }
  /** It is carried out, and the connection breaks before any answer. */
  | { kind: 'swallow-answer' }
  /** It is carried out, and no answer ever comes. */
  | { kind: 'stall' }
  /** The connection ends in good order after so many bytes of the answer, its head included. */
  | { kind: 'cut-answer'; afterBytes: number }

export interface ProxiedRequest {
  method: string
  path: string
  /** The request line and the header fields, as they came. */
  head: string
}

/** An HTTP proxy in front of one server, on a free loopback port, that does what it is told to requests. */
export interface FaultyProxy extends AsyncDisposable {
  /** `http://127.0.0.1:PORT` */
  readonly url: string
  /** All that came, in order. */
  readonly requests: readonly ProxiedRequest[]
  /** Lets the next requests (that match) meet with a fault; faults told of earlier come first. */
  inject(fault: Fault, options?: { times?: number; where?: (request: ProxiedRequest) => boolean }): void
  /** Takes back the faults that no request has met with. */
  heal(): void
}

interface Plan {
  fault: Fault
  timesLeft: number
  where: (request: ProxiedRequest) => boolean
}

/**
 * Each connection carries one request: the proxy says `Connection: close` to the server behind it, whose answer
 * says so to the client. Host and signature reach the server unchanged.
 */
export async function startFaultyProxy(target: string): Promise<FaultyProxy> {
  const { hostname, port } = new URL(target)
  const requests: ProxiedRequest[] = []
  const sockets = new Set<Socket>()
  let plans: Plan[] = []

  function faultFor(request: ProxiedRequest): Fault | undefined {
    const plan = plans.find(({ timesLeft, where }) => timesLeft > 0 && where(request))
    if (plan) plan.timesLeft--
    return plan?.fault
  }

  function track(socket: Socket): Socket {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
    // Broken connections are what this is for.
    socket.on('error', () => socket.destroy())
    return socket
  }

  const server = createServer((client) => {
    track(client)
    readHead(client, (head, rest) => {
      const [method = '', path = ''] = head.split(' ', 2)
      const request = { method, path, head }
      requests.push(request)
      const fault = faultFor(request)
      if (fault?.kind === 'refuse') return refuse(client, fault)
      const forward = () => {
        const upstream = track(connect(Number(port), hostname))
        upstream.write(
          head.replace(/\r\nconnection:[^\r]*/i, '').replace('\r\n', '\r\nConnection: close\r\n'),
        )
        sendBody({ client, upstream, rest, fault })
        sendAnswer({ client, upstream, fault })
      }
      if (fault?.kind === 'delay') setTimeout(forward, fault.ms)
      else forward()
    })
  })

  const listening = Promise.withResolvers<void>()
  server.once('error', listening.reject)
  server.listen(0, '127.0.0.1', listening.resolve)
  await listening.promise
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The proxy has no port.')

  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    inject: (fault, { times = 1, where = () => true } = {}) => plans.push({ fault, timesLeft: times, where }),
    heal() {
      plans = []
    },
    async [Symbol.asyncDispose]() {
      const closed = Promise.withResolvers<void>()
      server.close(() => closed.resolve())
      for (const socket of sockets) socket.destroy()
      await closed.promise
    },
  }
}

function readHead(client: Socket, use: (head: string, rest: Buffer) => void): void {
  let received = Buffer.alloc(0)
  client.on('data', function read(chunk: Buffer) {
    received = Buffer.concat([received, chunk])
    const end = received.indexOf('\r\n\r\n')
    if (end === -1) return
    client.off('data', read)
    client.pause()
    use(received.toString('latin1', 0, end + 4), received.subarray(end + 4))
  })
}

function refuse(client: Socket, { status, code }: { status: number; code: string }): void {
  const body = `<Error><Code>${code}</Code><Message>as told</Message></Error>`
  client.end(`HTTP/1.1 ${status} Told\r\nContent-Length: ${body.length}\r\nConnection: close\r\n\r\n${body}`)
  // What is still on its way is read, so that the answer is not lost to a reset.
  client.resume()
}

interface RequestContext {
  client: Socket
  upstream: Socket
  fault: Fault | undefined
}

function sendBody({ client, upstream, rest, fault }: RequestContext & { rest: Buffer }): void {
  if (fault?.kind !== 'cut-request') {
    upstream.write(rest)
    client.pipe(upstream, { end: false })
    return
  }
  let left = fault.afterBytes
  const pass = (chunk: Buffer) => {
    upstream.write(chunk.subarray(0, left))
    left -= chunk.length
    if (left > 0) return
    client.resetAndDestroy()
    upstream.destroySoon()
  }
  client.on('data', pass)
  pass(rest)
  client.resume()
}

function sendAnswer({ client, upstream, fault }: RequestContext): void {
  client.on('close', () => {
    if (fault?.kind !== 'cut-request') upstream.destroy()
  })
  if (fault?.kind === 'stall') {
    upstream.resume()
  } else if (fault?.kind === 'swallow-answer') {
    upstream.once('data', () => client.resetAndDestroy())
  } else if (fault?.kind === 'cut-answer') {
    let left = fault.afterBytes
    upstream.on('data', (chunk: Buffer) => {
      if (left > 0) client.write(chunk.subarray(0, left))
      left -= chunk.length
      if (left <= 0) client.end()
    })
  } else {
    upstream.pipe(client)
  }
}
