import { Worker } from 'node:worker_threads'
import type { ClassicDetection, FrameDetection } from '@pictoglyph/codec/detect'
import { CodecError, type CodecErrorCode } from '@pictoglyph/codec/failure'
import type { PackedText, Packing } from '@pictoglyph/codec/packing/packing'

/** A job for the thread. */
export type PackingJob =
  | { readonly kind: 'pack'; readonly text: string }
  | { readonly kind: 'unpack'; readonly packing: Packing; readonly bytes: Uint8Array }
  /** `charsets` holds the enabled sets as JSON, in their order. */
  | { readonly kind: 'detect'; readonly cipher: string; readonly charsets: string }

/** A detection without its set, which is sent by id because each thread has its own object. */
type SentDetection = Omit<ClassicDetection, 'charset'> | Omit<FrameDetection, 'charset'>

/** A message from the thread: that it is ready, then the result of each job. */
export type PackingMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'packed'; readonly packed: PackedText }
  | { readonly kind: 'unpacked'; readonly text: string }
  | { readonly kind: 'detected'; readonly charsetId: string; readonly detection: SentDetection }
  | { readonly kind: 'refused'; readonly code: CodecErrorCode; readonly message: string }

/** A thread that packs, unpacks and detects, one job at a time. */
export interface PackingThread {
  readonly isEnded: boolean
  /** @throws {CodecError} as the codec's `unpack` and `detect`; {Error} if the thread ends before it answers */
  run(job: PackingJob): Promise<PackingMessage>
  close(): Promise<void>
}

/** Starts a thread; resolves when its tables are built. @throws {Error} if it ends before that */
export async function startPackingThread(program: URL): Promise<PackingThread> {
  const worker = new Worker(program)
  let waiting = Promise.withResolvers<PackingMessage>()
  const ready = waiting.promise
  let isEnded = false

  function end(error: Error): void {
    isEnded = true
    waiting.reject(error)
  }

  worker.on('message', (message: PackingMessage) => waiting.resolve(message))
  worker.on('error', end)
  worker.on('exit', (code) => end(new Error(`The packing thread has ended with ${code}.`)))
  await ready
  return {
    get isEnded() {
      return isEnded
    },
    async run(job) {
      waiting = Promise.withResolvers()
      worker.postMessage(job)
      const message = await waiting.promise
      if (message.kind === 'refused') throw new CodecError(message.code, message.message)
      return message
    },
    async close() {
      end(new Error('The packing thread is closed.'))
      await worker.terminate()
    },
  }
}
