import { badRequest, message } from '@pictoglyph/core'
import { hasBoundedStructure } from './bounded-structure.ts'

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

function decodeUtf8(bytes: Uint8Array): string {
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
