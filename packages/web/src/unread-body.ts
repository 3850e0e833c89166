import { createSemaphore } from '@pictoglyph/site/admission/semaphore'
import type { RequestContext } from './request-context.ts'
import { type BodyDeadlines, liftConnectionTimeout, timedBody } from './upload/timed-body.ts'

/** Bounds on reading unwanted bodies. */
interface UnreadBodyBounds extends BodyDeadlines {
  /** The lowest average rate, checked once `idleMs` have passed. */
  minBytesPerSecond: number
  /** Bodies read at once. */
  maxAtOnce: number
  /** Bodies of one address read at once. */
  maxOfOne: number
}

const minOfMaxBytes = 64 * 1024 * 1024

const defaultBounds: UnreadBodyBounds = {
  overallMs: 30_000,
  // Some senders wait for the answer before they send any bytes.
  firstMs: 1_500,
  idleMs: 2_000,
  minBytesPerSecond: 8_192,
  maxAtOnce: 64,
  maxOfOne: 32,
}

/** Returns the answer after reading the rest of the request's body, or at once if there is none. */
export type AfterBody = (context: RequestContext, answer: Response) => Response | Promise<Response>

/**
 * Reads and drops the rest of a refused request's body, within bounds, before it answers.
 *
 * The server closes a connection of HTTP/1.0 or `Connection: close` right after its answer. A sender that writes its
 * whole body before it reads, or a proxy in between, would then see a broken connection in place of the refusal. Bun
 * does not report the version of HTTP, so all bodies are read. An overloaded service answers at once: there, a cut is
 * right (RFC 9112, section 9.6).
 *
 * @param maxUploadBytes the largest upload that is accepted; twice as much of a body is read at most, or 64 MiB
 */
export function createAfterBody(
  maxUploadBytes = () => 0,
  { maxAtOnce, maxOfOne, ...limits }: UnreadBodyBounds = defaultBounds,
): AfterBody {
  const reading = createSemaphore({ permits: maxAtOnce, maxOfOne })

  async function readOn(context: RequestContext, body: ReadableStream<Uint8Array>): Promise<void> {
    using permit = reading.tryAcquire({ holder: { address: context.address() } })
    if (permit === undefined) return
    using _timeout = liftConnectionTimeout(context)
    const startedMs = performance.now()
    const maxBytes = Math.max(minOfMaxBytes, 2 * maxUploadBytes())
    let total = 0
    for await (const chunk of timedBody(body, limits)) {
      total += chunk.length
      const tookMs = performance.now() - startedMs
      const isSlow = tookMs > limits.idleMs && total < (tookMs / 1_000) * limits.minBytesPerSecond
      if (total > maxBytes || isSlow) return
    }
  }

  return (context, answer) => {
    if (answer.status < 300 || answer.status === 503) return answer
    const { body, method } = context.request
    if (body === null || body.locked || method === 'GET' || method === 'HEAD') return answer
    // The sender of a body that breaks off or stalls is gone, or waits for this answer.
    return readOn(context, body).then(
      () => answer,
      () => answer,
    )
  }
}
