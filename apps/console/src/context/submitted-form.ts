import { badRequest } from '@pictoglyph/site/language/failure'
import { maxSelected } from '@pictoglyph/site/language/list-limits'
import { message } from '@pictoglyph/site/language/message'
import { nextTurn } from '@pictoglyph/site/platform/turns'
import { readBody } from '@pictoglyph/web/read-body'
import type { BodyDeadlines } from '@pictoglyph/web/upload/timed-body'
import type { ConsoleContext } from './console-context.ts'
import { isCsrfToken } from './csrf-token.ts'
import { maxFormBytes } from './form-memory.ts'

/** Room for 10,000 pasted networks with notes, or as many ids. */
export const maxListFormBytes = 2 * 1024 * 1024

/** Room for signing in, the only form for anonymous visitors. */
export const maxFormBytesOfAnonymous = 16 * 1024

/** Before the server would close the connection without an answer. */
export const maxFormMs = 100_000

interface FormBounds extends BodyDeadlines {
  maxBytes: number
  /** The token that the form must carry. */
  csrfToken: string
  /** Called with the number of bytes so far, before they are stored. */
  onBytes?: (total: number) => void
}

/** A form without a token of our pages. */
export class FormExpired extends Error {}

/** Fields of a form in addition to its list. */
const maxOtherFields = 100

/** Fields to read before yielding to the event loop. */
const fieldsInATurn = 5_000

/**
 * Reads an `application/x-www-form-urlencoded` body; repeated values of a name count once. All lists of routes come
 * from here, so none has repetitions, and each has about {@link maxSelected} items at most. Actions accept no more than
 * that.
 * @throws {FormExpired} without the token: at once, if it comes first
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

/** Checks the token if it is the first field, as in our own pages. */
function createFirstField(csrfToken: string) {
  let written = ''
  const first = {
    /** Whether the token came first; `undefined` until the first field is complete. */
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

/** The fields without repetitions, still encoded: decoding takes longer than recognizing a repetition. */
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
 * Reads a field that has one of two values, from a button or a list.
 * @throws {Failure} BAD_REQUEST for any other value, which no form of the console sends
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

/** Reads a field with `on` or `off`. @throws {Failure} BAD_REQUEST for another value */
export function isOn(form: URLSearchParams, name: string): boolean {
  return choiceIn(form, name, ['on', 'off']) === 'on'
}

/** The form's values if it was sent to this address, to show its page again; otherwise empty. */
export function submittedTo(
  { hono, form }: Pick<ConsoleContext, 'hono' | 'form'>,
  action: string,
): URLSearchParams {
  return hono.req.path === action ? form : new URLSearchParams()
}
