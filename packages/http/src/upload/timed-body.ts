import { badRequest, type Failure, type Message, message } from '@pictoglyph/core'
import type { RequestContext } from '../service.ts'

/** How long a body may take to arrive. */
export interface BodyDeadlines {
  /** The longest wait for the next bytes. */
  idleMs: number
  /** The longest time for the whole body. */
  overallMs: number
}

/**
 * How long a connection is kept for the next upload. Some clients don't end before it is closed. The server counts
 * in steps of four seconds, so that this is four to eight, and up to 4 could be none: a busy client's next upload
 * would meet a connection that was just closed.
 */
const idleSecondsAfterwards = 5

/**
 * Lifts the connection's own timeout from a request whose body has deadlines, because it would cut off a slow body or a
 * slow commit without an answer. Disposing restores it; otherwise a forgotten connection would stay open.
 */
export function liftConnectionTimeout(context: RequestContext): Disposable {
  context.setConnectionTimeout(0)
  return { [Symbol.dispose]: () => context.setConnectionTimeout(idleSecondsAfterwards) }
}

/**
 * After this many chunks, other requests get their turn. Otherwise a body in chunks of one byte would block all others
 * until it is read. Bytes that arrive meanwhile form a single chunk.
 */
const chunksInATurn = 256

/**
 * The chunks of a body. It ends with BAD_REQUEST if it breaks off, if nothing arrives for `idleMs`, or if it takes
 * longer than `overallMs` in all. One timer watches any number of chunks; time that the reader or other requests take
 * between chunks does not count as idle. The body is cancelled in every case.
 *
 * A chunk is valid until the next one is asked for; then its memory is freed.
 *
 * @param name how the failure's sentence calls the body
 */
export async function* timedBody(
  body: ReadableStream<Uint8Array>,
  deadlines: BodyDeadlines,
  name: keyof typeof names = 'upload',
): AsyncGenerator<Uint8Array, void> {
  const reader = body.getReader()
  const watch = createWatch(deadlines, () => void reader.cancel().catch(ignoreBroken))
  let chunks = 0
  try {
    while (true) {
      watch.waiting()
      // No race of promises: it would keep every chunk for as long as the losing promise lives.
      const { done, value } = await reader.read().catch((cause: unknown) => {
        // Its sender has gone: no one reads the answer, and nothing of ours has failed.
        throw badRequest(message('The {body} broke off.', { body: names[name] }), cause)
      })
      watch.arrived()
      if (watch.expired !== undefined) throw expiryOf(names[name], watch.expired)
      if (done) return
      yield value
      releaseChunk(value)
      if (++chunks % chunksInATurn === 0) await nextTurn()
    }
  } finally {
    watch.stop()
    await reader.cancel().catch(ignoreBroken)
  }
}

/**
 * Frees a chunk's memory at once. Waiting for the garbage collector would let a hundred requests pile up chunks that
 * are no longer needed.
 */
export function releaseChunk({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}

const names = { upload: message('upload'), body: message('body'), form: message('form') }

function expiryOf(body: Message, expired: NonNullable<Watch['expired']>): Failure {
  return expired === 'stalled'
    ? badRequest(message('The {body} stalled.', { body }))
    : badRequest(message('The {body} took too long.', { body }))
}

/** If the sender has gone, the body can't be cancelled, and need not be. */
function ignoreBroken(): void {}

interface Watch {
  /** Why the body failed, once a deadline has passed. */
  readonly expired: 'stalled' | 'took too long' | undefined
  waiting(): void
  arrived(): void
  stop(): void
}

function createWatch({ idleMs, overallMs }: BodyDeadlines, onExpiry: () => void): Watch {
  const startedMs = performance.now()
  let expired: Watch['expired']
  let waitingSinceMs: number | undefined
  let timer: ReturnType<typeof setTimeout>

  function look(): void {
    const nowMs = performance.now()
    const idleLeftMs = idleMs - (nowMs - (waitingSinceMs ?? nowMs))
    const overallLeftMs = overallMs - (nowMs - startedMs)
    const leftMs = Math.min(idleLeftMs, overallLeftMs)
    if (leftMs > 0) {
      timer = setTimeout(look, leftMs + 1)
      return
    }
    expired = idleLeftMs <= 0 ? 'stalled' : 'took too long'
    onExpiry()
  }
  look()

  return {
    get expired() {
      return expired
    },
    waiting() {
      waitingSinceMs = performance.now()
    },
    arrived() {
      waitingSinceMs = undefined
    },
    stop: () => clearTimeout(timer),
  }
}

let turn: Promise<void> | undefined

/**
 * Resolves in the next turn of the event loop, for all callers of this turn, in order.
 *
 * So requests that arrive together are handled together, each step for all of them before the next, while the code and
 * data of a step are in the processor's caches.
 */
export function nextTurn(): Promise<void> {
  turn ??= new Promise((resolve) => {
    setImmediate(() => {
      turn = undefined
      resolve()
    })
  })
  return turn
}
