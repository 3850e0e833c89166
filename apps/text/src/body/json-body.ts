import { hasAtMostCodePoints, maxKeyCodePoints } from '@pictoglyph/codec/limits'
import { createSemaphore } from '@pictoglyph/site/admission/semaphore'
import { badRequest } from '@pictoglyph/site/language/failure'
import { type Message, message } from '@pictoglyph/site/language/message'
import { readBody, requireLength } from '@pictoglyph/web/read-body'
import { type BodyDeadlines, liftConnectionTimeout } from '@pictoglyph/web/upload/timed-body'
import { type AdmittedRequest, noRoom } from '../access/admission.ts'
import { countCodePoints } from './count-code-points.ts'
import { describeJsonFault } from './json-fault.ts'
import { withNameMeant } from './misnamed-field.ts'

/** An unchecked request body: any name may be missing or have any value. */
export type JsonObject = Readonly<Record<string, unknown>>

// A byte order mark is skipped, as RFC 8259 section 8.1 allows.
const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Parses a JSON object. The last of equal names counts.
 *
 * @throws {Failure} BAD_REQUEST for invalid UTF-8, invalid JSON, too much structure, and anything but an object
 */
export function parseJsonObject(bytes: Uint8Array): JsonObject {
  if (!hasBoundedStructure(bytes))
    throw badRequest(message('The body has more structure than a request needs.'))
  const value = parseJson(decodeUtf8(bytes))
  if (isObject(value)) return value
  throw badRequest(message('The body must be a JSON object.'))
}

/** @throws {Failure} BAD_REQUEST for invalid UTF-8 */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return utf8.decode(bytes)
  } catch (error) {
    throw badRequest(message('The body is not valid UTF-8.'), error)
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch (error) {
    throw badRequest(describeJsonFault(text), error)
  }
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Requires a string under a name. @throws {Failure} BAD_REQUEST */
export function requireString(body: JsonObject, name: string): string {
  const value = body[name]
  if (typeof value === 'string') return value
  if (value !== undefined) throw badRequest(unfit(name, message('must be a string')))
  throw badRequest(withNameMeant(unfit(name, message('is missing')), name, body))
}

/** Requires a string of 1 to `most` UTF-16 code units under a name. @throws {Failure} BAD_REQUEST */
export function requireUnits(body: JsonObject, name: string, most: number): string {
  const text = requireString(body, name)
  if (text.length >= 1 && text.length <= most) return text
  throw badRequest(
    unfit(
      name,
      message('has {found} UTF-16 code units, and may have 1 to {most}', {
        found: inThousands(text.length),
        most: inThousands(most),
      }),
    ),
  )
}

/** Requires a string of 1 to `most` code points under a name. @throws {Failure} BAD_REQUEST */
export function requireCodePoints(body: JsonObject, name: string, most: number): string {
  const text = requireString(body, name)
  if (text.length >= 1 && hasAtMostCodePoints(text, most)) return text
  throw badRequest(
    unfit(
      name,
      message('has {found} characters, and may have 1 to {most}', {
        found: inThousands(countCodePoints(text)),
        most: inThousands(most),
      }),
    ),
  )
}

const inThousands = (count: number): string => count.toLocaleString('en')

/** The key; `undefined` if it is missing, empty or `null`. @throws {Failure} BAD_REQUEST */
export function readKey(value: unknown): string | undefined {
  if (value === undefined || value === null) return undefined
  if (typeof value !== 'string') throw badRequest(unfit('key', message('must be a string')))
  if (!hasAtMostCodePoints(value, maxKeyCodePoints)) {
    throw badRequest(
      unfit(
        'key',
        message('has {found} characters, and may have at most {most}', {
          found: inThousands(countCodePoints(value)),
          most: maxKeyCodePoints,
        }),
      ),
    )
  }
  return value === '' ? undefined : value
}

const unfit = (field: string, problem: Message): Message =>
  message('"{field}" {problem}.', { field, problem })

/** The longest body that is parsed without a check: any content takes only a few milliseconds. */
const unquestionedBytes = 65_536

/** Limit of bytes outside of strings. This service's bodies have some dozens, and a long string. */
const maxStructureBytes = 65_536

/** Limit of quotation marks. The longest cipher may consist of them. */
const maxQuotes = 250_000

const quote = 0x22
const backslash = 0x5c

/**
 * Whether a JSON text is mostly strings, so that parsing it takes time in proportion to copying it. Parsing two
 * million brackets or keys would block the server for half a second.
 */
export function hasBoundedStructure(json: Uint8Array): boolean {
  if (json.length <= unquestionedBytes) return true
  const bytes = Buffer.from(json.buffer, json.byteOffset, json.byteLength)
  let structureBytes = 0
  let quotes = 0
  let inString = false
  for (let at = 0; ; ) {
    const found = bytes.indexOf(quote, at)
    if (!inString) structureBytes += (found < 0 ? bytes.length : found) - at
    if (structureBytes > maxStructureBytes || ++quotes > maxQuotes) return false
    if (found < 0) return true
    if (!inString || !isEscaped(bytes, found)) inString = !inString
    at = found + 1
  }
}

/** Whether an odd number of backslashes precedes. Between two quotation marks, each is read once. */
function isEscaped(bytes: Uint8Array, at: number): boolean {
  let before = at
  while (before > 0 && bytes[before - 1] === backslash) before--
  return (at - before) % 2 === 1
}

/** Limit of a request's body in bytes. */
const maxBodyBytes = 2_500_000

/** Bodies up to this size always find room. */
const smallBodyBytes = 65_536

/** Limits on larger bodies. */
export interface BodyBounds extends BodyDeadlines {
  /** Bytes of all bodies that are arriving. */
  maxBytes: number
  /** Bytes of one client, so that it can't exclude others. */
  maxBytesOfOne: number
}

export const bodyBounds: Readonly<BodyBounds> = {
  maxBytes: 64 * 1024 * 1024,
  maxBytesOfOne: 32 * 1024 * 1024,
  idleMs: 15_000,
  overallMs: 60_000,
}

/**
 * Reads a body that is declared as JSON, or as `requireContent` requires.
 *
 * Throws or rejects with {Failure} BAD_REQUEST for another type, too many bytes or a late body, with RATE_LIMITED if
 * too many are arriving, or with an error that {@link isBrokenBody} recognises.
 */
export type BodyReader = (
  admitted: AdmittedRequest,
  requireContent?: (headers: Headers) => void,
) => Promise<Uint8Array>

/** @param clock milliseconds since the epoch */
export function createBodyReader(bounds: BodyBounds, clock: () => number): BodyReader {
  // Counts received bytes, not announced ones.
  const bytes = createSemaphore({ permits: bounds.maxBytes, maxOfOne: bounds.maxBytesOfOne })

  async function gather(admitted: AdmittedRequest): Promise<Uint8Array> {
    const { context, client } = admitted
    using _timeout = liftConnectionTimeout(context)
    using held = bytes.tryAcquire({ holder: client, count: 0 })
    return await readBody(context.request, 'body', {
      ...bounds,
      maxBytes: () => maxBodyBytes,
      onBytes(total) {
        if (total > smallBodyBytes && !held?.resize(total)) throw noRoom(bytes, admitted, clock())
      },
    })
  }

  return (admitted, requireContent = requireJsonContent) => {
    const { request } = admitted.context
    requireContent(request.headers)
    const length = request.headers.get('content-length')
    if (length === null) return gather(admitted)
    const announcedBytes = Number(length)
    requireLength('body', announcedBytes, maxBodyBytes)
    // Most requests are short and need nothing more.
    return announcedBytes > smallBodyBytes ? gather(admitted) : request.bytes()
  }
}

/** Whether reading failed because the client disconnected. */
export const isBrokenBody = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'

const formType = /^[\t ]*application\/x-www-form-urlencoded[\t ]*(?:;|$)/i
const jsonType = /^[\t ]*application\/json[\t ]*(?:;|$)/i
const charsetParameter = /;[\t ]*charset[\t ]*=[\t ]*"?([^";\t ]*)/i

/** Refuses a body that is not declared as JSON, or is compressed. @throws {Failure} BAD_REQUEST */
function requireJsonContent(headers: Headers): void {
  const type = headers.get('content-type')
  if (type !== 'application/json') requireJsonType(type)
  if (headers.has('content-encoding') && headers.get('content-encoding')?.toLowerCase() !== 'identity') {
    throw badRequest(message('Send the body as it is: "Content-Encoding" is not supported here.'))
  }
}

/** Refuses a body that is not the form of a page without script. @throws {Failure} BAD_REQUEST */
export function requireFormContent(headers: Headers): void {
  if (formType.test(headers.get('content-type') ?? '')) return
  throw badRequest(message('Send the body as a form.'))
}

/** JSON is UTF-8 (RFC 8259 section 8.1). A type may name UTF-8, but no other charset. */
function requireJsonType(type: string | null): void {
  if (type === null || !jsonType.test(type)) {
    throw badRequest(message('Send the body as JSON, with "Content-Type: application/json".'))
  }
  const charset = charsetParameter.exec(type)?.[1]
  if (charset !== undefined && !/^utf-?8$/i.test(charset)) {
    throw badRequest(message('JSON is UTF-8. The Content-Type says "{charset}".', { charset }))
  }
}
