import { Worker } from 'node:worker_threads'
import type { ClassicDetection, FrameDetection } from '@pictoglyph/codec/detect'
import { CodecError, type CodecErrorCode } from '@pictoglyph/codec/failure'
import type { PackedText, Packing } from '@pictoglyph/codec/packing/packing'

/** What the thread is asked for. */
export type PackingJob =
  | { readonly kind: 'pack'; readonly text: string }
  | { readonly kind: 'unpack'; readonly packing: Packing; readonly bytes: Uint8Array }
  /** `charsets`: the enabled sets as JSON, in their order. */
  | { readonly kind: 'detect'; readonly cipher: string; readonly charsets: string }

/** A detection whose set, of which there is one on each thread, is told by its id. */
type SentDetection = Omit<ClassicDetection, 'charset'> | Omit<FrameDetection, 'charset'>

/** What the thread says: that it is ready, and then of each job what became of it. */
export type PackingMessage =
  | { readonly kind: 'ready' }
  | { readonly kind: 'packed'; readonly packed: PackedText }
  | { readonly kind: 'unpacked'; readonly text: string }
  | { readonly kind: 'detected'; readonly charsetId: string; readonly detection: SentDetection }
  | { readonly kind: 'refused'; readonly code: CodecErrorCode; readonly message: string }

/** A thread that packs, unpacks and reads ciphers, one job at a time. */
export interface PackingThread {
  readonly isEnded: boolean
  /** @throws {CodecError} as the codec's `unpack` and `detect`; {Error} if the thread ends before it answers */
  run(job: PackingJob): Promise<PackingMessage>
  close(): Promise<void>
}

/** Resolves when the thread has built its tables. @throws {Error} if it ends before that */
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
