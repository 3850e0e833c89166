import { badRequest } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'

/** What people copy along with a key: the header that holds it, and marks around it. */
const around = /^\s*(?:authorization\s*:|bearer\b|[^\w\s])|[^\w\s]\s*$/i

/** The API key that was given. @throws {Failure} BAD_REQUEST for none, and where anything stands around it */
export function requireApiKey(key: string | undefined): string {
  if (key === undefined) throw badRequest(message('No API key: give --key or set PICTOGLYPH_KEY.'))
  requireKeyAlone(key)
  return key
}

/** @throws {Failure} BAD_REQUEST where quotation marks, `Bearer` or the name of a header stand around a key */
export function requireKeyAlone(key: string): void {
  if (!around.test(key)) return
  throw badRequest(
    message(
      'Give the API key alone, from "pgl_" to its last letter: without "Bearer", the name of a header, or marks around it.',
    ),
  )
}
