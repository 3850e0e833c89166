import { badRequest, createSemaphore, type Failure, message } from '@pictoglyph/core'
import { gatherBody } from '@pictoglyph/http/upload/gather-body'
import { type BodyDeadlines, liftConnectionTimeout, timedBody } from '@pictoglyph/http/upload/timed-body'
import { type AdmittedRequest, noRoom } from '../access/admission.ts'

/** The most bytes of a request's body. */
const maxBodyBytes = 2_500_000

/** Up to this a body takes no room from others and is never refused for want of it. */
const smallBodyBytes = 65_536

/** Bounds on bodies that are not small. */
export interface BodyBounds extends BodyDeadlines {
  /** Bytes of all of them that are held while they arrive. */
  maxBytes: number
  /** Those of one client, so that none can keep the others out. */
  maxBytesOfOne: number
}

export const bodyBounds: Readonly<BodyBounds> = {
  maxBytes: 64 * 1024 * 1024,
  maxBytesOfOne: 32 * 1024 * 1024,
  idleMs: 15_000,
  overallMs: 60_000,
}

/**
 * The bytes of a body that is declared as JSON, or as `requireContent` has it.
 *
 * Throws or rejects with {Failure} BAD_REQUEST for another type, too many bytes or a body that does not arrive in
 * time, with RATE_LIMITED where too many are arriving, or with what {@link isBrokenBody} knows.
 */
export type BodyReader = (
  admitted: AdmittedRequest,
  requireContent?: (headers: Headers) => void,
) => Promise<Uint8Array>

/** @param clock milliseconds since the epoch */
export function createBodyReader(bounds: BodyBounds, clock: () => number): BodyReader {
  // What has arrived counts, not what was announced.
  const bytes = createSemaphore({ permits: bounds.maxBytes, maxOfOne: bounds.maxBytesOfOne })

  async function gather(admitted: AdmittedRequest): Promise<Uint8Array> {
    const { context, clientKey } = admitted
    const { body } = context.request
    if (body === null) return new Uint8Array()
    using _timeout = liftConnectionTimeout(context)
    using held = bytes.tryAcquire({ holder: clientKey, count: 0 })
    return await gatherBody(timedBody(body, bounds, 'body'), (total) => {
      if (total > maxBodyBytes) throw tooLarge()
      if (total > smallBodyBytes && !held?.resize(total)) throw noRoom(bytes, admitted, clock())
    })
  }

  return (admitted, requireContent = requireJsonContent) => {
    const { request } = admitted.context
    requireContent(request.headers)
    const length = request.headers.get('content-length')
    if (length === null) return gather(admitted)
    const announcedBytes = Number(length)
    if (announcedBytes > maxBodyBytes) throw tooLarge()
    // Nothing more is done for a short request, which most are.
    return announcedBytes > smallBodyBytes ? gather(admitted) : request.bytes()
  }
}

/** Whether reading failed because the client has gone. */
export const isBrokenBody = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'

const tooLarge = (): Failure =>
  badRequest(message('The body must have at most {most} bytes.', { most: maxBodyBytes }))

const jsonType = /^[\t ]*application\/json[\t ]*(?:;|$)/i
const charsetParameter = /;[\t ]*charset[\t ]*=[\t ]*"?([^";\t ]*)/i

/**
 * Refuses a body that is not declared as JSON, or is compressed.
 * @throws {Failure} BAD_REQUEST
 */
function requireJsonContent(headers: Headers): void {
  const type = headers.get('content-type')
  if (type !== 'application/json' && !isJsonType(type)) {
    throw badRequest(message('Send the body as JSON, with "Content-Type: application/json".'))
  }
  if (headers.has('content-encoding') && headers.get('content-encoding')?.toLowerCase() !== 'identity') {
    throw badRequest(message('Send the body as it is: "Content-Encoding" is not supported here.'))
  }
}

/**
 * Refuses a body that is not a form as pages without script send it.
 * @throws {Failure} BAD_REQUEST
 */
export function requireFormContent(headers: Headers): void {
  if (headers.get('content-type')?.startsWith('application/x-www-form-urlencoded')) return
  throw badRequest(message('Send the body as a form.'))
}

/** JSON is UTF-8 (RFC 8259 section 8.1); a type that says so is welcome, one that says otherwise is not. */
function isJsonType(type: string | null): boolean {
  if (type === null || !jsonType.test(type)) return false
  const charset = charsetParameter.exec(type)?.[1]
  return charset === undefined || /^utf-?8$/i.test(charset)
}
