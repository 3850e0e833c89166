import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { RedisClient } from 'bun'

/** A Redis for tests: the server at `PICTOGLYPH_TEST_REDIS_URL`, or a new one. */
export interface TestRedis extends AsyncDisposable {
  readonly hostname: string
  readonly port: number
  readonly url: string
}

/** Starts `redis-server`, without persistence, on a free port of the loopback interface. */
export async function startTestRedis(): Promise<TestRedis> {
  const given = process.env.PICTOGLYPH_TEST_REDIS_URL
  if (given !== undefined) {
    const { hostname, port } = new URL(given)
    return { hostname, port: Number(port || 6379), url: given, [Symbol.asyncDispose]: async () => {} }
  }

  const directory = await mkdtemp(join(tmpdir(), 'pictoglyph-redis-'))
  const port = freePort()
  const server = Bun.spawn(
    ['redis-server', '--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', directory],
    { stdout: 'ignore', stderr: 'inherit' },
  )
  const url = `redis://127.0.0.1:${port}`
  await untilReady(url)
  return {
    hostname: '127.0.0.1',
    port,
    url,
    async [Symbol.asyncDispose]() {
      server.kill()
      await server.exited
      await rm(directory, { recursive: true, force: true })
    },
  }
}

function freePort(): number {
  const listener = Bun.listen({ hostname: '127.0.0.1', port: 0, socket: { data() {} } })
  const { port } = listener
  listener.stop(true)
  return port
}

async function untilReady(url: string): Promise<void> {
  const deadlineMs = Date.now() + 10_000
  for (;;) {
    const client = new RedisClient(url, { autoReconnect: false })
    try {
      await client.send('PING', [])
      return
    } catch (error) {
      if (Date.now() > deadlineMs) throw error
      await Bun.sleep(20)
    } finally {
      client.close()
    }
  }
}
