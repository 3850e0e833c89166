import { Failure } from '@pictoglyph/core'

/** How long a body may take to arrive. */
export interface BodyDeadlines {
  /** The longest wait for the next bytes. */
  idleMs: number
  /** The longest time for the whole body. */
  overallMs: number
}

/**
 * The chunks of a body, ended with BAD_REQUEST when it breaks off, when nothing arrives for `idleMs` or when it
 * takes longer than `overallMs` in all. One timer watches it, whatever the number of chunks; the time that the
 * reader takes for itself does not count as idle. However it ends, the body is cancelled.
 *
 * A chunk is the reader's until it asks for the next one; then its memory is given back.
 */
export async function* timedBody(
  body: ReadableStream<Uint8Array>,
  deadlines: BodyDeadlines,
): AsyncGenerator<Uint8Array, void> {
  const reader = body.getReader()
  const watch = createWatch(deadlines, () => void reader.cancel().catch(ignoreBroken))
  try {
    while (true) {
      watch.waiting()
      // No race of promises: it would keep every chunk for as long as the losing promise lives.
      const { done, value } = await reader.read().catch(refuseBroken)
      watch.arrived()
      if (watch.expired !== undefined) throw watch.expired
      if (done) return
      yield value
      release(value)
    }
  } finally {
    watch.stop()
    await reader.cancel().catch(ignoreBroken)
  }
}

/** At once, where waiting for the collector would let a hundred uploads pile up what they have already written. */
function release({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}

/** Its sender has gone: nobody reads the answer, and nothing of ours has failed. */
function refuseBroken(cause: unknown): never {
  throw new Failure({ code: 'BAD_REQUEST', reason: 'The upload broke off.' }, { cause })
}

/** A body whose sender has gone can't be cancelled, and need not be. */
function ignoreBroken(): void {}

interface Watch {
  /** Why the body was ended, once a deadline has passed. */
  readonly expired: Failure | undefined
  waiting(): void
  arrived(): void
  stop(): void
}

function createWatch({ idleMs, overallMs }: BodyDeadlines, onExpiry: () => void): Watch {
  const startedMs = performance.now()
  let expired: Failure | undefined
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
    const reason = idleLeftMs <= 0 ? 'The upload stalled.' : 'The upload took too long.'
    expired = new Failure({ code: 'BAD_REQUEST', reason })
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
