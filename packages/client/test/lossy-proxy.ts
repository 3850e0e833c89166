import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'

/** A proxy in front of a service that can break the connection instead of passing an answer on. */
interface LossyProxy extends AsyncDisposable {
  readonly url: string
  readonly lost: number
  loseNext(): void
}

/** The proxy loses an answer only after the service has done its work, the worst time for a connection to break. */
export async function openLossyProxy(target: string): Promise<LossyProxy> {
  const { hostname, port } = new URL(target)
  let isNextLost = false
  let lost = 0
  const server = createServer((client) => {
    const upstream = connect(Number(port), hostname)
    client.pipe(upstream)
    upstream.on('data', (bytes) => {
      if (!isNextLost) return void client.write(bytes)
      isNextLost = false
      lost += 1
      client.destroy()
    })
    upstream.on('close', () => client.destroy())
    client.on('close', () => upstream.destroy())
    for (const socket of [client, upstream]) socket.on('error', () => socket.destroy())
  })
  server.listen(0, 'localhost')
  await once(server, 'listening')
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    get lost() {
      return lost
    },
    loseNext() {
      isNextLost = true
    },
    async [Symbol.asyncDispose]() {
      server.close()
    },
  }
}
