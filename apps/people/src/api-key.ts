import { badRequest } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'

/** Text that people copy along with a key: its header, and quotation marks. */
const around = /^\s*(?:authorization\s*:|bearer\b|[^\w\s])|[^\w\s]\s*$/i

/** Requires an API key. @throws {Failure} BAD_REQUEST if it is missing or has other text around it */
export function requireApiKey(key: string | undefined): string {
  if (key === undefined) throw badRequest(message('No API key: give --key or set PICTOGLYPH_KEY.'))
  requireKeyAlone(key)
  return key
}

/** @throws {Failure} BAD_REQUEST for quotation marks, `Bearer` or a header's name around a key */
export function requireKeyAlone(key: string): void {
  if (!around.test(key)) return
  throw badRequest(
    message(
      'Give the API key alone, from "pgl_" to its last letter: without "Bearer", the name of a header, or marks around it.',
    ),
  )
}
