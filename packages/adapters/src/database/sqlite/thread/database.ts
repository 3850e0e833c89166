import { Worker } from 'node:worker_threads'
import type { SiteDatabase } from '@pictoglyph/core'
import { storageFailed } from '../../../storage-failure.ts'
import { withBoundedReads } from '../../bounded-reads.ts'
import { createSqlDatabase } from '../../sql/database.ts'
import { type Call, type CallReply, receiveError, type StoreName } from '../../store-calls.ts'
import { openReaderPool } from '../readers/reader-pool.ts'
import { openReadingEngine } from '../reading-engine.ts'
import { changes } from './changes.ts'

/**
 * The same database, whose changes run in a separate thread: a commit waits for the disk, which may take milliseconds,
 * and this thread goes on meanwhile. Reads see what was committed: reads of rows by their keys run here, all others in
 * separate processes.
 */
export async function createThreadedDatabase(path: string, clock: () => number): Promise<SiteDatabase> {
  await using opened = new AsyncDisposableStack()
  const thread = await startLastingThread(() => startWriterThread(path))
  opened.defer(() => thread.close())
  const reading = openReadingEngine(path)
  opened.move()
  const here = createSqlDatabase(reading, clock)
  /** The time of a clock other than the system's. */
  const givenMs = () => (clock === Date.now ? null : clock())

  function call(store: Call['store'], method: string, parameters: readonly unknown[]): Promise<unknown> {
    return thread.call({ store, method, parameters, nowMs: givenMs() })
  }

  function inThread<Name extends StoreName>(name: Name): SiteDatabase[Name] {
    const called = changes[name].map((method) => [
      method,
      (...parameters: readonly unknown[]) => call(name, method, parameters),
    ])
    return { ...here[name], ...Object.fromEntries(called) }
  }

  const readers = openReaderPool(path)
  const database: SiteDatabase = {
    users: inThread('users'),
    keys: inThread('keys'),
    categories: inThread('categories'),
    albums: inThread('albums'),
    images: inThread('images'),
    links: inThread('links'),
    blobs: inThread('blobs'),
    renditions: inThread('renditions'),
    leases: inThread('leases'),
    repairs: inThread('repairs'),
    search: inThread('search'),
    settings: inThread('settings'),
    access: inThread('access'),
    charsets: inThread('charsets'),
    presets: inThread('presets'),
    sessions: inThread('sessions'),
    factors: inThread('factors'),
    audit: inThread('audit'),
    traffic: inThread('traffic'),
    revision: here.revision,
    changeCount: here.changeCount,
    seed: async (...parameters) => (await call('database', 'seed', parameters)) === true,
    async checkHealth() {
      await call('database', 'checkHealth', [])
    },
    checkIntegrity: here.checkIntegrity,
    askedBy: here.askedBy,
    async close() {
      await readers.close()
      // SQLite brings its log to an end with the last connection, if that one may write.
      await reading.close()
      await thread.close()
    },
  }
  return withBoundedReads(database, (read) => readers.run({ ...read, nowMs: givenMs() }))
}

/** A thread that makes changes to one database, and waits for the disk instead of this thread. */
interface WriterThread {
  /** Why it is of no further use, once it has ended or been closed. */
  readonly ended: Error | undefined
  /** The result or error of the method. @throws {Failure} STORAGE_FAILED also once the thread has ended */
  call(call: Omit<Call, 'id'>): Promise<unknown>
  /** Finishes earlier calls first. */
  close(): Promise<void>
}

interface Waiting {
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

/**
 * Starts the thread, which updates the tables. If it ends unexpectedly, its running calls fail, and so does every later
 * call.
 * @param program the thread's program
 * @throws {Error} if the database can't be opened there
 */
export async function startWriterThread(
  path: string,
  program: URL = new URL('./thread.ts', import.meta.url),
): Promise<WriterThread> {
  const waiting = new Map<number, Waiting>()
  const thread = new Worker(program, { workerData: path })
  const ready = Promise.withResolvers<void>()
  let lastId = 0
  let ended: Error | undefined

  function end(error: Error): void {
    ended ??= error
    ready.reject(error)
    for (const call of waiting.values()) call.reject(storageFailed(error))
    waiting.clear()
  }

  function receive(message: CallReply): void {
    if (message.kind === 'ready') ready.resolve()
    else if (message.kind === 'unable') ready.reject(receiveError(message.error))
    else answer(message)
  }

  function answer(message: Extract<CallReply, { id: number }>): void {
    const call = waiting.get(message.id)
    waiting.delete(message.id)
    if (message.kind === 'done') call?.resolve(message.value)
    else call?.reject(receiveError(message.error))
  }

  function post(call: Omit<Call, 'id'>): Promise<unknown> {
    if (ended !== undefined) return Promise.reject(storageFailed(ended))
    lastId += 1
    const id = lastId
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject })
      thread.postMessage({ ...call, id })
    })
  }

  thread.on('message', receive)
  thread.on('error', end)
  thread.on('exit', (code) => end(new Error(`The thread that writes has ended with ${code}.`)))
  try {
    await ready.promise
  } catch (error) {
    await thread.terminate()
    throw error
  }
  return {
    get ended() {
      return ended
    },
    call: post,
    async close() {
      if (ended !== undefined) return
      const closed = post({ store: 'database', method: 'close', parameters: [], nowMs: null })
      ended = new Error('the database is closed')
      await closed
      await thread.terminate()
    },
  }
}

/** Keeps a thread that ends immediately from being started again and again. */
const minMsBetweenStarts = 1_000

/**
 * A thread that the next call starts again if it has ended unexpectedly: running calls fail, and a moment later the
 * site takes changes again.
 * @param now milliseconds from any start
 * @throws what `start` throws the first time
 */
export async function startLastingThread(
  start: () => Promise<WriterThread>,
  now: () => number = () => performance.now(),
): Promise<WriterThread> {
  let thread = await start()
  let startedAtMs = now()
  let starting: Promise<void> | undefined
  let isClosed = false

  async function startAnew(): Promise<void> {
    try {
      thread = await start()
    } catch (error) {
      throw storageFailed(error)
    } finally {
      startedAtMs = now()
      starting = undefined
    }
  }

  function mayStart(): boolean {
    return !isClosed && now() - startedAtMs >= minMsBetweenStarts
  }

  return {
    get ended() {
      return thread.ended
    },
    call(call) {
      if (thread.ended === undefined) return thread.call(call)
      if (starting === undefined && !mayStart()) return thread.call(call)
      starting ??= startAnew()
      return starting.then(() => thread.call(call))
    },
    async close() {
      isClosed = true
      await starting?.catch(() => undefined)
      await thread.close()
    },
  }
}
