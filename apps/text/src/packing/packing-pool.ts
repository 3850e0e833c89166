import type { CharsetIndex } from '@pictoglyph/codec/charset-index'
import type { Detection } from '@pictoglyph/codec/detect'
import { type Packer, pack, unpackShort } from '@pictoglyph/codec/packing/packing'
import type { Client } from '@pictoglyph/site/access/subject'
import { createSemaphore, type Permit, type Semaphore } from '@pictoglyph/site/admission/semaphore'
import { memoizeLast } from '@pictoglyph/site/language/memoize-last'
import { type AdmittedRequest, awaitPermit } from '../access/admission.ts'
import { type PackingThread, startPackingThread } from './packing-thread.ts'

interface PackingPoolOptions {
  /** Requests that wait while the thread works for one. A client has at most half of all. */
  maxWaiting: number
  /** What the thread runs. */
  program?: URL
}

/** Packs long texts and reads long ciphers on a thread of its own, one at a time, so that nothing else waits for them. */
export interface PackingPool extends Pick<Semaphore, 'retryAfterMs'> {
  /** Packs on the thread; a permit is held meanwhile. A thread that has ended is replaced. */
  readonly packer: Packer
  /** Detects on the thread, in the same way. @throws {CodecError} as `detectOne` */
  detect(cipher: string, charsets: CharsetIndex): Promise<Detection>
  /** `undefined` if too many wait, or the client has its share. */
  acquire(client: Client): Promise<Permit | undefined>
  /** Resolves if there is a thread; one that has ended is replaced. @throws {Error} if none starts */
  check(): Promise<void>
  /** Ends the thread, and refuses who waits. */
  close(): Promise<void>
}

/** Texts of so many UTF-16 units take less than a millisecond either way: they are packed where they are. */
export const maxShortUnits = 500

/** What packing is thought to take before it was measured. */
const typicalHoldMs = 20

/** So long a thread that did not start is not started again. */
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

/** Packs for one request on the thread, once there is a permit. @throws {Failure} as {@link awaitPermit} */
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

/** Detects for one request on the thread, once there is a permit. @throws {Failure} as {@link awaitPermit} */
export async function detectOnThread(
  pool: PackingPool,
  admitted: AdmittedRequest,
  clock: () => number,
  [cipher, charsets]: Parameters<PackingPool['detect']>,
): Promise<Detection> {
  using _permit = await awaitPermit(admitted, pool, pool.acquire(admitted.client), clock)
  return await pool.detect(cipher, charsets)
}

/** The same for texts that may be short: those are packed in place. */
export function packerFor(pool: PackingPool, admitted: AdmittedRequest, clock: () => number): Packer {
  const onThread = threadPackerFor(pool, admitted, clock)
  return {
    pack: (text) => (text.length > maxShortUnits ? onThread.pack(text) : pack(text)),
    unpack: (packing, bytes) => unpackShort(packing, bytes, maxShortUnits) ?? onThread.unpack(packing, bytes),
  }
}
