import type { Socket } from 'bun'

/** A TCP proxy in front of a server, with the faults that a network has. */
export interface FaultyLink extends AsyncDisposable {
  readonly hostname: string
  readonly port: number
  /** Ends all connections and refuses new ones. */
  cut(): void
  /** Accepts connections and bytes, and passes nothing on in either direction. */
  stall(): void
  /** Works again. Connections that were stalled are ended. */
  mend(): void
}

interface Pair {
  client: Socket<Pair>
  server: Socket<Pair> | undefined
  waiting: Uint8Array[]
}

/** Opens a link to a server on a port of its own, working. */
export function openFaultyLink(target: { hostname: string; port: number }): FaultyLink {
  const hostname = '127.0.0.1'
  const pairs = new Set<Pair>()
  let isStalled = false
  let listener = listen(0)
  const { port } = listener

  function listen(onPort: number) {
    return Bun.listen<Pair>({
      hostname,
      port: onPort,
      socket: {
        open(client) {
          const pair: Pair = { client, server: undefined, waiting: [] }
          client.data = pair
          pairs.add(pair)
          void connect(pair)
        },
        data(client, bytes) {
          if (isStalled) return
          const { server, waiting } = client.data
          if (server === undefined) waiting.push(bytes.slice())
          else server.write(bytes)
        },
        close: (client) => end(client.data),
      },
    })
  }

  async function connect(pair: Pair): Promise<void> {
    try {
      pair.server = await Bun.connect<Pair>({
        ...target,
        socket: {
          open(server) {
            server.data = pair
            for (const bytes of pair.waiting) server.write(bytes)
          },
          data(_, bytes) {
            if (!isStalled) pair.client.write(bytes)
          },
          close: () => end(pair),
        },
      })
    } catch {
      // The server is away: so is the link.
      end(pair)
    }
  }

  function end(pair: Pair): void {
    pairs.delete(pair)
    pair.client.terminate()
    pair.server?.terminate()
  }

  function endAll(): void {
    for (const pair of pairs) end(pair)
  }

  return {
    hostname,
    port,
    cut() {
      listener.stop(true)
      endAll()
    },
    stall() {
      isStalled = true
    },
    mend() {
      if (isStalled) endAll()
      else listener = listen(port)
      isStalled = false
    },
    async [Symbol.asyncDispose]() {
      listener.stop(true)
      endAll()
    },
  }
}
