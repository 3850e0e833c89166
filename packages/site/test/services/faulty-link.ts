import type { Socket } from 'bun'

/** A TCP proxy in front of a server, with the faults that a network has. */
interface FaultyLink extends AsyncDisposable {
  readonly hostname: string
  readonly port: number
  /** How late all bytes arrive, each way. */
  delayMs: number
  /** The longest chain of questions, each asked after an answer, on any connections: what is asked together is one. */
  readonly turns: number
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
  turn: number
  waiting: Uint8Array[]
}

/** Opens a link to a server on a port of its own, working. */
export function openFaultyLink(target: { hostname: string; port: number }, delayMs = 0): FaultyLink {
  const hostname = '127.0.0.1'
  const pairs = new Set<Pair>()
  let isStalled = false
  let turns = 0
  let listener = listen(0)
  const { port } = listener

  function listen(onPort: number) {
    return Bun.listen<Pair>({
      hostname,
      port: onPort,
      socket: {
        open(client) {
          const pair: Pair = { client, server: undefined, turn: 0, waiting: [] }
          client.data = pair
          pairs.add(pair)
          void connect(pair)
        },
        data(client, bytes) {
          if (isStalled) return
          const pair = client.data
          pair.turn = turns + 1
          late(bytes, (arrived) => {
            if (pair.server === undefined) pair.waiting.push(arrived)
            else pair.server.write(arrived)
          })
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
            if (isStalled) return
            late(bytes, (arrived) => {
              turns = Math.max(turns, pair.turn)
              pair.client.write(arrived)
            })
          },
          close: () => end(pair),
        },
      })
    } catch {
      // The server is away: so is the link.
      end(pair)
    }
  }

  /** Timers of one length end in the order in which they were set. */
  function late(bytes: Uint8Array, arrive: (bytes: Uint8Array) => void): void {
    const arriving = bytes.slice()
    if (link.delayMs === 0) arrive(arriving)
    else setTimeout(arrive, link.delayMs, arriving)
  }

  function end(pair: Pair): void {
    pairs.delete(pair)
    pair.client.terminate()
    pair.server?.terminate()
  }

  function endAll(): void {
    for (const pair of pairs) end(pair)
  }

  const link: FaultyLink = {
    hostname,
    port,
    delayMs,
    get turns() {
      return turns
    },
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
  return link
}
