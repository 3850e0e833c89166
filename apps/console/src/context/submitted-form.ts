import { badRequest, message } from '@pictoglyph/core'
import { gatherBody } from '@pictoglyph/http/upload/gather-body'
import { type BodyDeadlines, timedBody } from '@pictoglyph/http/upload/timed-body'
import type { ConsoleContext } from './console-context.ts'

/** Enough for 10,000 pasted networks with notes. */
export const maxFormBytes = 2 * 1024 * 1024

/** Enough to sign in, which is all that is asked of someone who has not. */
export const maxFormBytesOfAnonymous = 16 * 1024

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

/**
 * Which of two values a field has, as buttons and lists give it.
 * @throws {Failure} BAD_REQUEST where it is missing or another, which no form of the console sends
 */
export function choiceIn<const One extends string, const Other extends string>(
  form: URLSearchParams,
  name: string,
  [one, other]: readonly [One, Other],
): One | Other {
  const given = form.get(name)
  if (given === one) return one
  if (given === other) return other
  const problem = message('must be {words} or {last}', { words: one, last: other })
  throw badRequest(message('{key}: {problem}', { key: name, problem }))
}

/** Whether a field turns something on. @throws {Failure} BAD_REQUEST where it neither does nor turns it off */
export function isOn(form: URLSearchParams, name: string): boolean {
  return choiceIn(form, name, ['on', 'off']) === 'on'
}

/** What was written in the form that is sent to this address, where its page is shown again; otherwise nothing. */
export function submittedTo(
  { hono, form }: Pick<ConsoleContext, 'hono' | 'form'>,
  action: string,
): URLSearchParams {
  return hono.req.path === action ? form : new URLSearchParams()
}
