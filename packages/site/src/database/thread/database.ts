import { Worker } from 'node:worker_threads'
import type { Failure } from '../../language/failure.ts'
import { helperFailed, storageFailed } from '../../platform/storage-failure.ts'
import { nextTurn } from '../../platform/turns.ts'
import { openReadingEngine } from '../../rows/sqlite/reading-engine.ts'
import { createBoundedReads } from '../bounded-reads.ts'
import { createSqlDatabase, type SiteDatabase } from '../database.ts'
import { openReaderPool } from '../readers/reader-pool.ts'
import { type Call, type CallReply, receiveError } from '../store-calls.ts'
import type { MethodCall } from '../stores.ts'

/**
 * The site's rows in SQLite, with changes in a separate thread: a commit may wait milliseconds for the disk, and this
 * thread goes on meanwhile. Reads see committed rows. Reads by key run here, all others in separate processes.
 */
export async function createThreadedDatabase(path: string, clock: () => number): Promise<SiteDatabase> {
  await using opened = new AsyncDisposableStack()
  const thread = await startLastingThread(() => startWriterThread(path))
  opened.defer(() => thread.close())
  const reading = openReadingEngine(path)
  opened.move()
  /** A call, with its time if the clock is not the system's. */
  const timed = (call: MethodCall) => ({ ...call, nowMs: clock === Date.now ? null : clock() })
  const changes = (call: MethodCall) => thread.call(timed(call))
  const readers = openReaderPool(path)
  const { reads, askedBy } = createBoundedReads((read) => readers.run(timed(read)))
  return {
    ...createSqlDatabase(reading, clock, { reads, changes }),
    askedBy,
    async seed(...parameters) {
      return (await changes({ store: 'database', method: 'seed', parameters })) === true
    },
    async checkHealth() {
      const check = { store: 'database', method: 'checkHealth', parameters: [] } as const
      await Promise.all([changes(check), readers.check()])
    },
    async close() {
      await readers.close()
      // Close the writer last: SQLite checkpoints its log with the last connection, if that one may write.
      await reading.close()
      await thread.close()
    },
  }
}

/** A thread that makes changes to one database, and waits for the disk. */
interface WriterThread {
  /** The reason why the thread is unusable, once it has ended or been closed. */
  readonly ended: Error | undefined
  /** Calls a method and returns its result. @throws {Failure} STORAGE_FAILED also once the thread has ended */
  call(call: Omit<Call, 'id'>): Promise<unknown>
  /** Closes the thread after earlier calls have finished. */
  close(): Promise<void>
}

interface Waiting {
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

/**
 * Starts the thread, which updates the schema. If it ends unexpectedly, running and later calls fail.
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
  const calls: Call[] = []
  let lastId = 0
  let ended: Error | undefined

  function end(error: Error): void {
    ended ??= error
    ready.reject(error)
    for (const call of waiting.values()) call.reject(storageFailed(error))
    waiting.clear()
  }

  /** Sends all calls of one turn of the event loop in one message. */
  function send(call: Call): void {
    if (calls.push(call) > 1) return
    nextTurn()
      .then(() => thread.postMessage(calls.splice(0)))
      .catch(end)
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
      send({ ...call, id })
    })
  }

  thread.on('message', (replies: CallReply[]) => replies.forEach(receive))
  thread.on('error', (error) => end(writerFailed('has failed.', error)))
  thread.on('exit', (code) => end(writerFailed(`has ended with ${code}.`)))
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

function writerFailed(how: string, cause?: unknown): Failure {
  return helperFailed('writer', new Error(`The thread that writes to the database ${how}`, { cause }))
}

/** The minimum time between starts, so that a thread that ends immediately is not restarted continuously. */
const minMsBetweenStarts = 1_000

/**
 * Creates a thread that restarts on the next call after it ended unexpectedly. Running calls fail, and a moment later
 * the site accepts changes again.
 * @param now milliseconds from any start
 * @throws the error of the first `start`
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
