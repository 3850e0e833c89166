import { badRequest, Failure } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import { nextTurn } from '@pictoglyph/site/platform/turns'
import type { RequestContext } from '../request-context.ts'

/** How long a body may take to arrive. */
export interface BodyDeadlines {
  /** The longest wait for the next bytes. */
  idleMs: number
  /** The longest time for the whole body. */
  overallMs: number
  /** The longest wait for the first bytes; `idleMs` by default. */
  firstMs?: number
}

/**
 * How long a connection is kept for the next upload. Some clients wait until it is closed. The server counts in steps
 * of four seconds, so this means four to eight. Up to 4 could mean none, and a busy client's next upload would meet a
 * closed connection.
 */
const idleSecondsAfterwards = 5

/**
 * Lifts the connection's own timeout from a request whose body has deadlines: it would cut off a slow body or a slow
 * commit without an answer. Disposing restores it, so that no forgotten connection stays open.
 */
export function liftConnectionTimeout(context: RequestContext): Disposable {
  context.setConnectionTimeout(0)
  return { [Symbol.dispose]: () => context.setConnectionTimeout(idleSecondsAfterwards) }
}

/**
 * Chunks between two yields to other requests; a body in chunks of one byte would otherwise block them. Bytes that
 * arrive meanwhile form a single chunk.
 */
const chunksInATurn = 256

/**
 * The chunks of a body. It fails with BAD_REQUEST if it breaks off. It fails with BAD_REQUEST, or UPLOAD_STALLED for an
 * upload, if nothing arrives for `idleMs` or it takes longer than `overallMs`. One timer watches any number of chunks;
 * time that the reader or other requests take between chunks does not count as idle. The handler that answers the
 * request takes care of a body that is not read to its end.
 *
 * A chunk is valid until the next is requested; then its memory is freed.
 *
 * @param name the word for the body in the failure's message
 * @param pace measures its rate, and may end it
 */
export async function* timedBody(
  body: ReadableStream<Uint8Array>,
  deadlines: BodyDeadlines,
  name: keyof typeof names = 'upload',
  pace = createBodyPace(),
): AsyncGenerator<Uint8Array, void> {
  const reader = body.getReader()
  const end = pace.begin(() => void reader.cancel().catch(ignoreBroken))
  const stopWatch = endAtDeadline(pace, deadlines, name)
  let chunks = 0
  try {
    while (true) {
      pace.waiting()
      // A race of promises would keep every chunk for as long as the losing promise lives.
      const { done, value } = await reader.read().catch((cause: unknown) => {
        // The sender has gone: no one reads the answer, and no part of ours has failed.
        throw badRequest(message('The {body} broke off.', { body: names[name] }), cause)
      })
      pace.arrived(value?.length ?? 0)
      if (pace.refusal !== undefined) throw pace.refusal
      if (done) return
      yield value
      releaseChunk(value)
      if (++chunks % chunksInATurn === 0) await nextTurn()
    }
  } finally {
    stopWatch()
    end()
    reader.releaseLock()
  }
}

/**
 * Frees a chunk's memory at once. Waiting for the garbage collector would let a hundred requests pile up chunks that
 * are no longer needed.
 */
export function releaseChunk({ buffer, byteLength }: Uint8Array): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}

/** The rate of a body, counting only the time spent waiting for its sender. */
export interface BodyPace {
  /** Average so far; infinite before `slowAfterMs` of waiting, and once the body is complete. */
  bytesPerSecond(nowMs: number): number
  /** How long we have waited for the next bytes; 0 while they are read. */
  idleMs(nowMs: number): number
  readonly hasBytes: boolean
  /** Ends the body with this failure. */
  end(refusal: Failure): void
  readonly refusal: Failure | undefined
  /** Starts a body that `cancel` can end. @returns call it when the body is complete or has failed */
  begin(cancel: () => void): () => void
  waiting(): void
  arrived(bytes: number): void
}

/** @param slowAfterMs waiting time before a body's average counts */
export function createBodyPace(slowAfterMs = 0): BodyPace {
  let cancelBody: (() => void) | undefined
  let refusal: Failure | undefined
  let receivedBytes = 0
  let waitedMs = 0
  let waitingSinceMs: number | undefined
  const idleMs = (nowMs: number) => nowMs - (waitingSinceMs ?? nowMs)
  return {
    bytesPerSecond(nowMs) {
      const allMs = waitedMs + idleMs(nowMs)
      if (cancelBody === undefined || allMs < slowAfterMs) return Number.POSITIVE_INFINITY
      return (receivedBytes * 1_000) / Math.max(1, allMs)
    },
    idleMs,
    get hasBytes() {
      return receivedBytes > 0
    },
    end(failure) {
      refusal = failure
      cancelBody?.()
    },
    get refusal() {
      return refusal
    },
    begin(cancel) {
      cancelBody = cancel
      return () => {
        cancelBody = undefined
      }
    },
    waiting() {
      waitingSinceMs = performance.now()
    },
    arrived(bytes) {
      receivedBytes += bytes
      waitedMs += idleMs(performance.now())
      waitingSinceMs = undefined
    },
  }
}

const names = { upload: message('upload'), body: message('body'), form: message('form') }

/** Without its sender, the body can't be cancelled, and need not be. */
function ignoreBroken(): void {}

/** Ends a body at its deadlines. @returns call it to stop watching */
function endAtDeadline(
  pace: BodyPace,
  { overallMs, idleMs, firstMs = idleMs }: BodyDeadlines,
  name: keyof typeof names,
): () => void {
  const startedMs = performance.now()
  const body = names[name]
  let timer: ReturnType<typeof setTimeout>

  function look(): void {
    const nowMs = performance.now()
    const idleLeftMs = (pace.hasBytes ? idleMs : firstMs) - pace.idleMs(nowMs)
    const leftMs = Math.min(idleLeftMs, overallMs - (nowMs - startedMs))
    if (leftMs > 0) {
      timer = setTimeout(look, leftMs + 1)
      return
    }
    const reason =
      idleLeftMs <= 0
        ? message('The {body} stalled.', { body })
        : message('The {body} took too long.', { body })
    pace.end(name === 'upload' ? new Failure({ code: 'UPLOAD_STALLED', reason }) : badRequest(reason))
  }
  look()
  return () => clearTimeout(timer)
}
