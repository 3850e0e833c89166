import { badRequest, message } from '@pictoglyph/core'
import { gatherBody } from '@pictoglyph/http/upload/gather-body'
import { type BodyDeadlines, timedBody } from '@pictoglyph/http/upload/timed-body'

/** Enough for 10,000 pasted networks with notes. */
export const maxFormBytes = 2 * 1024 * 1024

/** Enough to sign in, which is all that is asked of somebody who has not. */
export const maxFormBytesOfStranger = 16 * 1024

/** Sooner than the connection would be closed without an answer. */
export const maxFormMs = 100_000

export interface FormBounds extends BodyDeadlines {
  maxBytes: number
}

/** The fields of an `application/x-www-form-urlencoded` body. @throws {Failure} BAD_REQUEST */
export async function readForm(request: Request, bounds: FormBounds): Promise<URLSearchParams> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/x-www-form-urlencoded\b/i.test(type)) {
    throw badRequest(message('The body must be application/x-www-form-urlencoded.'))
  }
  if (request.body === null) return new URLSearchParams()
  const body = await gatherBody(timedBody(request.body, bounds, 'form'), (total) => {
    if (total <= bounds.maxBytes) return
    const reason = message('A form has at most {most} bytes.', { most: bounds.maxBytes })
    throw badRequest(reason)
  })
  return new URLSearchParams(body.toString())
}
