import { hasAtMostCodePoints, maxKeyCodePoints } from '@pictoglyph/codec'
import { badRequest, type Failure, type Message, message } from '@pictoglyph/core'

/** What a request's body says, not yet checked: any name may be missing or hold any value. */
export type JsonObject = Readonly<Record<string, unknown>>

// A byte order mark is passed over, as RFC 8259 section 8.1 allows.
const utf8 = new TextDecoder('utf-8', { fatal: true })

/**
 * Reads a JSON object. Of a name that stands in it twice, the last counts.
 *
 * @throws {Failure} BAD_REQUEST for bytes that are not UTF-8, text that is not JSON or of needless structure, and
 * anything but an object
 */
export function parseJsonObject(bytes: Uint8Array): JsonObject {
  if (!hasBoundedStructure(bytes))
    throw badRequest(message('The body has more structure than a request needs.'))
  const value = parseJson(decodeUtf8(bytes))
  if (isObject(value)) return value
  throw badRequest(message('The body must be a JSON object.'))
}

/** @throws {Failure} BAD_REQUEST for bytes that are not UTF-8 */
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
    throw badRequest(message('The body is not valid JSON.'), error)
  }
}

const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A field that must be there and be a string. @throws {Failure} BAD_REQUEST */
export function requireString(name: string, value: unknown): string {
  if (typeof value === 'string') return value
  throw unfit(name, value === undefined ? message('is missing') : message('must be a string'))
}

/** A string of 1 to `most` UTF-16 code units. @throws {Failure} BAD_REQUEST */
export function requireUnits(name: string, value: unknown, most: number): string {
  const text = requireString(name, value)
  if (text.length >= 1 && text.length <= most) return text
  throw unfit(
    name,
    message('must have 1 to {most} UTF-16 code units, and has {found}', { most, found: text.length }),
  )
}

/** A string of 1 to `most` code points. @throws {Failure} BAD_REQUEST */
export function requireCodePoints(name: string, value: unknown, most: number): string {
  const text = requireString(name, value)
  if (text.length >= 1 && hasAtMostCodePoints(text, most)) return text
  throw unfit(name, message('must have 1 to {most} characters', { most }))
}

/** The key, if one was sent; an empty one is none. @throws {Failure} BAD_REQUEST */
export function readKey(value: unknown): string | undefined {
  if (value === undefined) return undefined
  if (typeof value !== 'string') throw unfit('key', message('must be a string'))
  if (!hasAtMostCodePoints(value, maxKeyCodePoints)) {
    throw unfit('key', message('must have at most {most} characters', { most: maxKeyCodePoints }))
  }
  return value === '' ? undefined : value
}

function unfit(name: string, problem: Message): Failure {
  return badRequest(message('"{name}" {problem}.', { name, problem }))
}

/** The longest body that is parsed as it comes: whatever stands in it, that takes a few milliseconds. */
const unquestionedBytes = 65_536

/** The most bytes outside of strings; the bodies of this service have some dozens and a long string. */
const maxStructureBytes = 65_536

/** The most quotation marks: the longest cipher may consist of them. */
const maxQuotes = 250_000

const quote = 0x22
const backslash = 0x5c

/**
 * Whether a JSON text is mostly strings, so that parsing it takes time in proportion to copying it. Parsing
 * two million brackets or keys takes half a second, in which nobody else is served.
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

/** Whether an odd number of backslashes stands before; of those between two quotation marks each is seen once. */
function isEscaped(bytes: Uint8Array, at: number): boolean {
  let before = at
  while (before > 0 && bytes[before - 1] === backslash) before--
  return (at - before) % 2 === 1
}
