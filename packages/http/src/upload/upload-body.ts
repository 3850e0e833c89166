import { badRequest, message } from '@pictoglyph/core'
import { nextTurn } from '../next-turn.ts'
import type { RequestContext } from '../request-context.ts'
import { type BodyDeadlines, timedBody } from './timed-body.ts'

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
 * The chunks of an upload's body, as `timedBody` has them, from the next turn on.
 * @throws {Failure} BAD_REQUEST where there is no body, or one with a Content-Encoding
 */
export async function uploadBody(
  { request }: RequestContext,
  deadlines: BodyDeadlines,
): Promise<AsyncGenerator<Uint8Array, void>> {
  const encoding = request.headers.get('content-encoding')
  if (encoding !== null && encoding.toLowerCase() !== 'identity') {
    throw badRequest(message('The body must be sent without a Content-Encoding.'))
  }
  await nextTurn()
  // Asked for only now: a stream that is there before its bytes costs the engine more than bytes that wait for one.
  const { body } = request
  if (body === null) throw badRequest(message('The request has no body.'))
  return timedBody(body, deadlines)
}
