import { join } from 'node:path'
import { freePort } from '@pictoglyph/web/test/free-port'
import { RedisClient } from 'bun'
import { requirePrograms } from './packages.ts'
import { makeServiceDirectory } from './service-directory.ts'
import { type ServiceProcess, startProcess } from './service-process.ts'

/** A Redis server of its own, empty, that keeps nothing on disk. */
export interface Redis extends AsyncDisposable {
  /** `redis://…` */
  readonly url: string
  readonly port: number
  /** Ends it, with all it held. */
  stop(signal?: NodeJS.Signals): Promise<void>
  /** Starts it again, empty, on the same port, after `stop`. */
  start(): Promise<void>
}

/** Starts Redis on a free loopback port, installed where missing. */
export async function startRedis(): Promise<Redis> {
  await requirePrograms({ 'redis-server': 'redis-server' })
  await using cleanup = new AsyncDisposableStack()
  const directory = cleanup.use(await makeServiceDirectory('redis'))
  const port = await freePort()
  const url = `redis://127.0.0.1:${port}`
  let server: ServiceProcess | undefined

  async function start(): Promise<void> {
    const settings = ['--port', `${port}`, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
    server = startProcess({
      name: 'Redis',
      command: ['redis-server', ...settings, '--dir', directory.path],
      log: join(directory.path, 'redis.log'),
    })
    await server.whenReady(() => isAnswering(url))
  }

  const stop = async (signal?: NodeJS.Signals) => await server?.stop(signal)
  cleanup.defer(() => stop())
  await start()
  const disposal = cleanup.move()
  return { url, port, start, stop, [Symbol.asyncDispose]: () => disposal.disposeAsync() }
}

async function isAnswering(url: string): Promise<boolean> {
  const client = new RedisClient(url, { connectionTimeout: 1_000, autoReconnect: false })
  try {
    await client.ping()
    return true
  } catch {
    return false
  } finally {
    client.close()
  }
}
