import { Failure } from '@pictoglyph/core'

/** Enough for 10,000 pasted networks with notes. */
const mostFormBytes = 2 * 1024 * 1024

/** The fields of an `application/x-www-form-urlencoded` body. @throws {Failure} BAD_REQUEST */
export async function readForm(request: Request): Promise<URLSearchParams> {
  const type = request.headers.get('content-type') ?? ''
  if (!/^application\/x-www-form-urlencoded\b/i.test(type)) {
    throw new Failure({ code: 'BAD_REQUEST', reason: 'The body must be application/x-www-form-urlencoded.' })
  }
  const chunks: Uint8Array[] = []
  let sizeBytes = 0
  for await (const chunk of request.body ?? []) {
    sizeBytes += chunk.length
    if (sizeBytes > mostFormBytes) {
      throw new Failure({ code: 'BAD_REQUEST', reason: `A form has at most ${mostFormBytes} bytes.` })
    }
    chunks.push(chunk)
  }
  return new URLSearchParams(Buffer.concat(chunks).toString())
}
