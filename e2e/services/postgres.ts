import { readFileSync } from 'node:fs'
import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { freePort } from '@pictoglyph/web/test/free-port'
import { Glob, SQL } from 'bun'
import { requirePrograms } from './packages.ts'
import { makeServiceDirectory } from './service-directory.ts'
import { runCommand, type ServiceProcess, startProcess } from './service-process.ts'

/** A PostgreSQL server of its own, with an empty database. */
export interface Postgres extends AsyncDisposable {
  /** `postgres://…` of the database `pictoglyph`. */
  readonly url: string
  readonly port: number
  /** Creates a further empty database and gives its URL. */
  createDatabase(name: string): Promise<string>
  /** Ends it: `SIGINT` closes connections and shuts down cleanly, `SIGKILL` is a crash. */
  stop(signal?: NodeJS.Signals): Promise<void>
  /** Holds all of its processes (SIGSTOP): connections stay, and nothing answers. */
  pause(): void
  /** Lets them go on. */
  resume(): void
  /** Starts it again on the same data and port, after `stop`. */
  start(): Promise<void>
}

/**
 * Starts PostgreSQL on a free loopback port with its data in a temporary folder, installed where missing. Anyone may
 * be anyone in it; with a password for its administrator, everyone needs their own.
 */
export async function startPostgres(password?: string): Promise<Postgres> {
  await using cleanup = new AsyncDisposableStack()
  const programs = await findPrograms()
  const directory = cleanup.use(await makeServiceDirectory('postgres'))
  const data = join(directory.path, 'data')
  await mkdir(data, { mode: 0o700 })
  // PostgreSQL refuses to run as root.
  const user = process.getuid?.() === 0 ? 'postgres' : undefined
  if (user !== undefined) await runCommand(['chown', user, data])
  const settings = ['-U', 'postgres', '-E', 'UTF8', '--locale=C.UTF-8', '--no-sync']
  const passwordFile = join(directory.path, 'password')
  if (password !== undefined) await Bun.write(passwordFile, password)
  const rights =
    password === undefined ? ['--auth=trust'] : ['--auth=scram-sha-256', `--pwfile=${passwordFile}`]
  await runCommand([join(programs, 'initdb'), '-D', data, ...settings, ...rights], user)

  const port = await freePort()
  const administrator = password === undefined ? 'postgres' : `postgres:${encodeURIComponent(password)}`
  const urlOf = (database: string) => `postgres://${administrator}@127.0.0.1:${port}/${database}`
  let server: ServiceProcess | undefined

  async function start(): Promise<void> {
    const options = [
      `port=${port}`,
      'listen_addresses=127.0.0.1',
      'unix_socket_directories=',
      'max_connections=200',
    ]
    server = startProcess({
      name: 'PostgreSQL',
      command: [join(programs, 'postgres'), '-D', data, ...options.flatMap((option) => ['-c', option])],
      log: join(directory.path, 'postgres.log'),
      user,
    })
    await server.whenReady(() => isAnswering(urlOf('postgres')))
  }

  async function createDatabase(name: string): Promise<string> {
    await using sql = new SQL(urlOf('postgres'), { max: 1 })
    await sql.unsafe(`CREATE DATABASE "${name.replaceAll('"', '""')}"`)
    return urlOf(name)
  }

  // Its processes are in sessions of their own, so that no signal to a group reaches them all.
  function signalAll(signal: NodeJS.Signals): void {
    if (server === undefined || server.hasExpired) return
    const children = readFileSync(`/proc/${server.pid}/task/${server.pid}/children`, 'utf8')
    server.signal(signal)
    for (const pid of children.split(' ').filter(Boolean)) signalProcess(Number(pid), signal)
  }

  async function stop(signal: NodeJS.Signals = 'SIGINT'): Promise<void> {
    if (signal === 'SIGKILL') signalAll('SIGKILL')
    await server?.stop(signal)
  }
  cleanup.defer(() => stop())
  await start()
  const url = await createDatabase('pictoglyph')
  const disposal = cleanup.move()
  return {
    url,
    port,
    createDatabase,
    start,
    stop,
    pause: () => signalAll('SIGSTOP'),
    resume: () => signalAll('SIGCONT'),
    [Symbol.asyncDispose]: () => disposal.disposeAsync(),
  }
}

/** One that has ended meanwhile needs no signal. */
function signalProcess(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

async function isAnswering(url: string): Promise<boolean> {
  const sql = new SQL(url, { max: 1, connectionTimeout: 2 })
  try {
    await sql`SELECT 1`
    return true
  } catch {
    return false
  } finally {
    await sql.close({ timeout: 0 })
  }
}

/** The folder of the newest installed version's programs: Debian keeps them out of PATH. */
async function findPrograms(): Promise<string> {
  const installed = () => [
    ...new Glob('/usr/lib/postgresql/*/bin/postgres').scanSync({ cwd: '/', absolute: true }),
  ]
  const onPath = Bun.which('initdb')
  if (onPath !== null) return join(onPath, '..')
  if (installed().length === 0) await requirePrograms({ 'PostgreSQL server': 'postgresql' })
  const newest = installed()
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .at(-1)
  if (newest === undefined) throw new Error('PostgreSQL was installed, but not below /usr/lib/postgresql.')
  return join(newest, '..')
}
