import { badRequest, message } from '@pictoglyph/core'

const jsonType = /^[\t ]*application\/json[\t ]*(?:;|$)/i
const charsetParameter = /;[\t ]*charset[\t ]*=[\t ]*"?([^";\t ]*)/i

/**
 * Refuses a body that is not declared as JSON, or is compressed.
 * @throws {Failure} BAD_REQUEST
 */
export function requireJsonContent(headers: Headers): void {
  const type = headers.get('content-type')
  if (type !== 'application/json' && !isJsonType(type)) {
    throw badRequest(message('Send the body as JSON, with "Content-Type: application/json".'))
  }
  if (headers.has('content-encoding') && headers.get('content-encoding')?.toLowerCase() !== 'identity') {
    throw badRequest(message('Send the body as it is: "Content-Encoding" is not supported here.'))
  }
}

/** JSON is UTF-8 (RFC 8259 section 8.1); a type that says so is welcome, one that says otherwise is not. */
function isJsonType(type: string | null): boolean {
  if (type === null || !jsonType.test(type)) return false
  const charset = charsetParameter.exec(type)?.[1]
  return charset === undefined || /^utf-?8$/i.test(charset)
}
