/**
 * The same load as wrk's, where that is missing: `bun own-load.ts URL FILE CONNECTIONS SECONDS`. Each connection
 * sends its request again as soon as the answer is whole. Prints a line of JSON.
 */
const [address = '', bodyFile = '', connections = '1', seconds = '1'] = process.argv.slice(2)
const { hostname, port, pathname } = new URL(address)
const body = Buffer.from(await Bun.file(bodyFile).arrayBuffer())
const head = `POST ${pathname} HTTP/1.1\r\nHost: ${hostname}\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n`
const request = Buffer.concat([Buffer.from(head), body])

interface RequestContext {
  sentBytes: number
  /** Bytes of the answer still to come; undefined until its head is there. */
  missingBytes: number | undefined
  head: string
}

let answers = 0
let errors = 0

function send(socket: Bun.Socket<RequestContext>): void {
  const { data } = socket
  while (data.sentBytes < request.length) {
    const written = socket.write(request.subarray(data.sentBytes))
    if (written <= 0) return
    data.sentBytes += written
  }
}

function receive(socket: Bun.Socket<RequestContext>, bytes: Buffer): void {
  const { data } = socket
  if (data.missingBytes === undefined) {
    data.head += bytes.toString('latin1')
    const headEnd = data.head.indexOf('\r\n\r\n')
    if (headEnd < 0) return
    const length = Number(/content-length: (\d+)/i.exec(data.head)?.[1])
    if (!data.head.startsWith('HTTP/1.1 200') || Number.isNaN(length)) errors++
    data.missingBytes = length - (data.head.length - headEnd - 4)
  } else {
    data.missingBytes -= bytes.length
  }
  if (data.missingBytes > 0) return
  answers++
  socket.data = { sentBytes: 0, missingBytes: undefined, head: '' }
  send(socket)
}

const socket = { open: send, drain: send, data: receive, error: () => void errors++ }
const data = () => ({ sentBytes: 0, missingBytes: undefined, head: '' })
const opened = await Promise.all(
  Array.from({ length: Number(connections) }, () =>
    Bun.connect<RequestContext>({ hostname, port: Number(port), data: data(), socket }),
  ),
)
const startedMs = performance.now()
await Bun.sleep(Number(seconds) * 1000)
const requestsPerSecond = (answers / (performance.now() - startedMs)) * 1000
for (const one of opened) one.terminate()
console.log(JSON.stringify({ requestsPerSecond, errors }))
