import { Failure } from '@pictoglyph/core'
import { requireJsonContent } from './json-content.ts'

/** The most bytes of a request's body. */
export const mostBodyBytes = 2_500_000

/**
 * The bytes of a body that is declared as JSON.
 *
 * @throws {Failure} BAD_REQUEST for another type or too many bytes; rejects with what {@link isBrokenBody} knows
 */
export function readBody(request: Request): Promise<Uint8Array> {
  const { headers } = request
  requireJsonContent(headers)
  const length = headers.get('content-length')
  if (length === null) return gatherBody(request)
  if (Number(length) > mostBodyBytes) throw tooLarge()
  return request.bytes()
}

/** Reads a body whose length was not told beforehand, up to the limit. */
async function gatherBody(request: Request): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  let total = 0
  for await (const chunk of request.body ?? []) {
    total += chunk.length
    if (total > mostBodyBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

/** Whether reading failed because the caller has gone. */
export const isBrokenBody = (error: unknown): boolean => error instanceof Error && error.name === 'AbortError'

const tooLarge = (): Failure =>
  new Failure({ code: 'BAD_REQUEST', reason: `The body must have at most ${mostBodyBytes} bytes.` })
