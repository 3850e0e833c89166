import type { CharsetIndex } from '@pictoglyph/codec/charset-index'
import type { Detection } from '@pictoglyph/codec/detect'
import { type Packer, pack, unpackShort } from '@pictoglyph/codec/packing/packing'
import type { Client } from '@pictoglyph/site/access/subject'
import { createSemaphore, type Permit, type Semaphore } from '@pictoglyph/site/admission/semaphore'
import { memoizeLast } from '@pictoglyph/site/language/memoize-last'
import { type AdmittedRequest, awaitPermit } from '../access/admission.ts'
import { type PackingThread, startPackingThread } from './packing-thread.ts'

interface PackingPoolOptions {
  /** Requests that may wait while the thread works. A client has at most half of all. */
  maxWaiting: number
  /** The thread's program. */
  program?: URL
}

/** Packs long texts and detects long ciphers on another thread, one at a time, so that the event loop is free. */
export interface PackingPool extends Pick<Semaphore, 'retryAfterMs'> {
  /** Packs on the thread; the caller must hold a permit. An ended thread is replaced. */
  readonly packer: Packer
  /** Detects on the thread; the caller must hold a permit. @throws {CodecError} as `detectOne` */
  detect(cipher: string, charsets: CharsetIndex): Promise<Detection>
  /** Resolves to a permit; `undefined` if too many wait, or the client has its share. */
  acquire(client: Client): Promise<Permit | undefined>
  /** Resolves if the thread runs. An ended one is replaced. @throws {Error} if none starts */
  check(): Promise<void>
  /** Ends the thread, and refuses waiting requests. */
  close(): Promise<void>
}

/** Texts up to this length are packed in place, which takes less than a millisecond. */
export const maxShortUnits = 500

/** Assumed duration of packing before the first measurement. */
const typicalHoldMs = 20

/** Pause after a failed start of the thread. */
const failedForMs = 5_000

const packingWorker = new URL('./packing-worker.ts', import.meta.url)

/** Starts the thread; resolves when it is ready. */
export async function openPackingPool(options: PackingPoolOptions): Promise<PackingPool> {
  const { maxWaiting, program = packingWorker } = options
  const maxOfOne = Math.ceil((1 + maxWaiting) / 2)
  const semaphore = createSemaphore({ permits: 1, maxOfOne, maxWaiting, typicalHoldMs })
  const writeCharsets = memoizeLast(({ charsets }: CharsetIndex) =>
    JSON.stringify(charsets.map(({ id, name, symbols }) => ({ id, name, symbols }))),
  )
  let thread = await startPackingThread(program)
  let starting: Promise<PackingThread> | undefined
  let isClosed = false

  async function startAnew(): Promise<PackingThread> {
    try {
      thread = await startPackingThread(program)
      starting = undefined
      return thread
    } catch (error) {
      setTimeout(() => {
        starting = undefined
      }, failedForMs).unref()
      throw new Error("The thread that packs texts can't start.", { cause: error })
    }
  }

  async function threadInUse(): Promise<PackingThread> {
    if (isClosed) throw new Error('The packing pool is closed.')
    if (!thread.isEnded) return thread
    starting ??= startAnew()
    return await starting
  }

  return {
    packer: {
      async pack(text) {
        const message = await (await threadInUse()).run({ kind: 'pack', text })
        if (message.kind !== 'packed') throw new Error(`The packing thread said ${message.kind}.`)
        return message.packed
      },
      async unpack(packing, bytes) {
        const message = await (await threadInUse()).run({ kind: 'unpack', packing, bytes })
        if (message.kind !== 'unpacked') throw new Error(`The packing thread said ${message.kind}.`)
        return message.text
      },
    },
    async detect(cipher, charsets) {
      const job = { kind: 'detect', cipher, charsets: writeCharsets(charsets) } as const
      const message = await (await threadInUse()).run(job)
      const charset = message.kind === 'detected' ? charsets.get(message.charsetId) : undefined
      if (message.kind !== 'detected' || charset === undefined)
        throw new Error(`The packing thread said ${message.kind}.`)
      return { ...message.detection, charset }
    },
    acquire: (holder) => semaphore.acquire({ holder }),
    check: async () => void (await threadInUse()),
    retryAfterMs: semaphore.retryAfterMs,
    async close() {
      isClosed = true
      semaphore.close()
      await thread.close()
    },
  }
}

/** Packs on the thread for one request, with a permit. @throws {Failure} as {@link awaitPermit} */
export function threadPackerFor(pool: PackingPool, admitted: AdmittedRequest, clock: () => number): Packer {
  const permit = () => awaitPermit(admitted, pool, pool.acquire(admitted.client), clock)
  return {
    async pack(text) {
      using _permit = await permit()
      return await pool.packer.pack(text)
    },
    async unpack(packing, bytes) {
      using _permit = await permit()
      return await pool.packer.unpack(packing, bytes)
    },
  }
}

/** Detects on the thread for one request, with a permit. @throws {Failure} as {@link awaitPermit} */
export async function detectOnThread(
  pool: PackingPool,
  admitted: AdmittedRequest,
  clock: () => number,
  [cipher, charsets]: Parameters<PackingPool['detect']>,
): Promise<Detection> {
  using _permit = await awaitPermit(admitted, pool, pool.acquire(admitted.client), clock)
  return await pool.detect(cipher, charsets)
}

/** Packs short texts in place, and others as {@link threadPackerFor} does. */
export function packerFor(pool: PackingPool, admitted: AdmittedRequest, clock: () => number): Packer {
  const onThread = threadPackerFor(pool, admitted, clock)
  return {
    pack: (text) => (text.length > maxShortUnits ? onThread.pack(text) : pack(text)),
    unpack: (packing, bytes) => unpackShort(packing, bytes, maxShortUnits) ?? onThread.unpack(packing, bytes),
  }
}
