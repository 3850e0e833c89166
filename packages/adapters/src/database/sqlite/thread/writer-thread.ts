import { Worker } from 'node:worker_threads'
import { storageFailed } from '../../../storage-failure.ts'
import { type Call, type Message, receiveError } from '../../store-calls.ts'

/** A thread that makes changes to one database, and waits for the disk in the place of this one. */
interface WriterThread {
  /** Why it is of no further use, once it has ended or been closed. */
  readonly ended: Error | undefined
  /** What the method gives or throws there. @throws {Failure} STORAGE_FAILED too once the thread has ended */
  call(call: Omit<Call, 'id'>): Promise<unknown>
  /** What was asked for before is done first. */
  close(): Promise<void>
}

interface Waiting {
  resolve: (value: unknown) => void
  reject: (error: unknown) => void
}

/**
 * Starts the thread, which brings the tables up to date. Should it end by itself, what it was asked for fails,
 * and so does every call from then on.
 * @param program what the thread runs
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

  function receive(message: Message): void {
    if (message.kind === 'ready') ready.resolve()
    else if (message.kind === 'unable') ready.reject(receiveError(message.error))
    else answer(message)
  }

  function answer(message: Extract<Message, { id: number }>): void {
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

/** A thread that ends as soon as it is started is not started again and again. */
const minMsBetweenStarts = 1_000

/**
 * A thread that is started again by the next call, should it end by itself: what was under way fails, and a moment
 * later the site takes changes again without anybody's help.
 * @param now milliseconds since any beginning
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
