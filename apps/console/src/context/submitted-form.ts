import { badRequest } from '@pictoglyph/site/language/failure'
import { maxSelected } from '@pictoglyph/site/language/list-limits'
import { message } from '@pictoglyph/site/language/message'
import { nextTurn } from '@pictoglyph/site/platform/turns'
import { readBody } from '@pictoglyph/web/read-body'
import type { BodyDeadlines } from '@pictoglyph/web/upload/timed-body'
import type { ConsoleContext } from './console-context.ts'
import { isCsrfToken } from './csrf-token.ts'
import { maxFormBytes } from './form-memory.ts'

/** Enough for 10,000 pasted networks with notes, and for as many ids. */
export const maxListFormBytes = 2 * 1024 * 1024

/** Enough to sign in, which is all that is asked of someone who has not. */
export const maxFormBytesOfAnonymous = 16 * 1024

/** Sooner than the connection would be closed without an answer. */
export const maxFormMs = 100_000

interface FormBounds extends BodyDeadlines {
  maxBytes: number
  /** The token that the form must carry. */
  csrfToken: string
  /** Called before more is kept, with the bytes so far. */
  onBytes?: (total: number) => void
}

/** A form without the token of a page of ours. */
export class FormExpired extends Error {}

/** The fields of a form beside its list. */
const maxOtherFields = 100

/** More fields are read in several turns of the event loop. */
const fieldsInATurn = 5_000

/**
 * The fields of an `application/x-www-form-urlencoded` body, each value of a name once, however often it was sent.
 * Routes read their lists from here, so that no list has repetitions, and all have about
 * {@link maxSelected} items at most. Who acts on them takes no more than that.
 * @throws {FormExpired} without the token: at once, where it comes first
 * @throws {Failure} BAD_REQUEST, also for more fields than that
 */
export async function readForm(request: Request, bounds: FormBounds): Promise<URLSearchParams> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/x-www-form-urlencoded\b/i.test(type)) {
    throw badRequest(message('The body must be application/x-www-form-urlencoded.'))
  }
  if (request.body === null) return new URLSearchParams()
  const { csrfToken, maxBytes } = bounds
  const first = createFirstField(csrfToken)
  const body = await readBody(request, 'form', {
    ...bounds,
    onChunk: first.read,
    maxBytes: () => (first.isToken ? maxBytes : Math.min(maxBytes, maxFormBytes)),
  })
  const form = new URLSearchParams([...(await distinctFields(body.toString()))].join('&'))
  if (!isCsrfToken(form.get('csrf'), csrfToken)) throw new FormExpired()
  return form
}

const tokenField = 'csrf='
const maxTokenField = 256

/** Checks the token where it is the first field, as our own pages send it. */
function createFirstField(csrfToken: string) {
  let written = ''
  const first = {
    /** Whether the token came first; `undefined` until the first field is whole. */
    isToken: undefined as boolean | undefined,
    /** @throws {FormExpired} for another token */
    read(chunk: Uint8Array): void {
      if (first.isToken !== undefined) return
      written += Buffer.from(chunk.subarray(0, maxTokenField)).toString('latin1')
      const end = written.indexOf('&')
      if (end === -1 && written.length < maxTokenField) return
      first.isToken = end !== -1 && written.startsWith(tokenField)
      if (first.isToken && !isCsrfToken(written.slice(tokenField.length, end), csrfToken))
        throw new FormExpired()
    },
  }
  return first
}

/** The fields as they were sent, without repetitions: to decode each takes longer than to know it again. */
async function distinctFields(written: string): Promise<Set<string>> {
  const fields = new Set<string>()
  let start = 0
  for (let count = 1; start < written.length; count += 1) {
    const end = written.indexOf('&', start)
    fields.add(written.slice(start, end < 0 ? written.length : end))
    if (fields.size > maxSelected + maxOtherFields) {
      throw badRequest(message('A form holds at most {most} values. Select fewer.', { most: maxSelected }))
    }
    if (end < 0) break
    start = end + 1
    if (count % fieldsInATurn === 0) await nextTurn()
  }
  return fields
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
