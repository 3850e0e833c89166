import { createServer } from 'node:net'

/** Below those that the system gives to connections, which could take a port before it is listened on. */
const range = { from: 12_000, before: 32_000 }

/** A loopback TCP port that nothing listens on just now. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = range.from + Math.floor(Math.random() * (range.before - range.from))
    if (await isFree(port)) return port
  }
}

function isFree(port: number): Promise<boolean> {
  const server = createServer()
  const { promise, resolve } = Promise.withResolvers<boolean>()
  server.once('error', () => resolve(false))
  server.listen(port, '127.0.0.1', () => server.close(() => resolve(true)))
  return promise
}
