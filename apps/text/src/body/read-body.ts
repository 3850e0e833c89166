import { badRequest, type Failure, message } from '@pictoglyph/core'
import { createBusyTurn } from '@pictoglyph/http/busy-turn'
import { gatherBody } from '@pictoglyph/http/upload/gather-body'
import { type BodyDeadlines, liftConnectionTimeout, timedBody } from '@pictoglyph/http/upload/timed-body'
import type { AdmittedRequest } from '../access/admitted-request.ts'
import { createBodyBudget } from './body-budget.ts'
import { requireJsonContent } from './json-content.ts'

/** The most bytes of a request's body. */
const maxBodyBytes = 2_500_000

/** Up to this a body takes no room from others and is never refused for want of it. */
const smallBodyBytes = 65_536

/**
 * Up to this a body waits for those that arrive with it. Its answer has less than the 16 KiB that the server sends in
 * one go whenever it is made: longer ones it sends piece by piece, unless they are made as soon as the body is there.
 */
const shortBodyBytes = 1_000

/** Bounds on bodies that are not small. */
export interface BodyBounds extends BodyDeadlines {
  /** Bytes that are held of all of them while they arrive; as many again where clients were told to come back. */
  maxBytes: number
  /** Those of one client. */
  maxBytesOfOne: number
}

export const bodyBounds: Readonly<BodyBounds> = {
  maxBytes: 64 * 1024 * 1024,
  maxBytesOfOne: 32 * 1024 * 1024,
  idleMs: 15_000,
  overallMs: 60_000,
}

/**
 * The bytes of a body that is declared as JSON.
 *
 * Throws or rejects with {Failure} BAD_REQUEST for another type, too many bytes or a body that does not arrive in
 * time, with RATE_LIMITED where too many are arriving, or with what {@link isBrokenBody} knows.
 */
export type BodyReader = (admitted: AdmittedRequest) => Promise<Uint8Array>

/** @param clock milliseconds since the epoch */
export function createBodyReader(bounds: BodyBounds, clock: () => number): BodyReader {
  const busyTurn = createBusyTurn()
  const budget = createBodyBudget({ ...bounds, clock })

  async function gather(admitted: AdmittedRequest, announcedBytes: number): Promise<Uint8Array> {
    const { context, clientKey, limit, remaining, resetAtMs } = admitted
    const { body } = context.request
    if (body === null) return new Uint8Array()
    using _timeout = liftConnectionTimeout(context)
    const notBeforeMs = limit === 0 || remaining > 0 ? 0 : resetAtMs
    using held = budget.open({ clientKey, announcedBytes, notBeforeMs })
    return await gatherBody(timedBody(body, bounds, 'body'), (total) => {
      if (total > maxBodyBytes) throw tooLarge()
      if (total > smallBodyBytes) held.grow(total)
    })
  }

  return (admitted) => {
    const { request } = admitted.context
    const { headers } = request
    requireJsonContent(headers)
    const length = headers.get('content-length')
    if (length === null) return gather(admitted, maxBodyBytes)
    const announcedBytes = Number(length)
    if (announcedBytes > maxBodyBytes) throw tooLarge()
    if (announcedBytes > smallBodyBytes) return gather(admitted, announcedBytes)
    // Nothing more is done for a short request, which most are.
    const turn = announcedBytes <= shortBodyBytes ? busyTurn() : undefined
    return turn === undefined ? request.bytes() : turn.then(() => request.bytes())
  }
}

/** Whether reading failed because the client has gone. */
export const isBrokenBody = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'

const tooLarge = (): Failure =>
  badRequest(message('The body must have at most {most} bytes.', { most: maxBodyBytes }))
