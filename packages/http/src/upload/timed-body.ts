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
 * Lifts the connection's own timeout, which would cut a slow body or a slow commit short without an answer, from a
 * request whose body has deadlines. Disposing sets it again, or a connection that its client forgets would stay for
 * ever.
 */
export function liftConnectionTimeout(context: RequestContext): Disposable {
  context.setConnectionTimeout(0)
  return { [Symbol.dispose]: () => context.setConnectionTimeout(idleSecondsAfterwards) }
}

/**
 * After so many chunks others have their turn. A body that is sent in chunks of one byte would otherwise keep all
 * others waiting until it is read; and what arrives meanwhile is then a single chunk.
 */
const chunksInATurn = 256

/**
 * The chunks of a body, ended with BAD_REQUEST when it breaks off, when nothing arrives for `idleMs` or when it
 * takes longer than `overallMs` in all. One timer watches it, whatever the number of chunks; the time that the
 * reader takes for itself, and others between the chunks, does not count as idle. However it ends, the body is
 * cancelled.
 *
 * A chunk is the reader's until it asks for the next one; then its memory is given back.
 *
 * @param name what the failure's sentence calls it
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
        // Its sender has gone: nobody reads the answer, and nothing of ours has failed.
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
 * Gives a chunk's memory back at once, where waiting for the collector would let a hundred requests pile up what they
 * have done with.
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

/** A body whose sender has gone can't be cancelled, and need not be. */
function ignoreBroken(): void {}

interface Watch {
  /** What became of the body, once a deadline has passed. */
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
 * Resolves in the next turn of the event loop, for all who ask for it in this one, in the order in which they asked.
 *
 * Requests that arrive together are so handled together, each step for all of them before the next: what the
 * processor needs for a step is then at hand.
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
