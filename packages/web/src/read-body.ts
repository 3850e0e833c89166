import { badRequest } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import { type BodyDeadlines, releaseChunk, timedBody } from './upload/timed-body.ts'

/** Bounds on a body that is read into memory. */
interface ReadBodyBounds extends BodyDeadlines {
  /** Called for each chunk. */
  maxBytes(): number
  /** Called for each chunk before its length is checked; if it throws, reading stops. */
  onChunk?(chunk: Uint8Array): void
  /** Called with the number of bytes so far, before they are kept; if it throws, reading stops. */
  onBytes?(total: number): void
}

const tooLong = {
  body: (most: number) => message('The body must have at most {most} bytes.', { most }),
  form: (most: number) => message('A form has at most {most} bytes.', { most }),
}

/** The word for a body in a refusal. */
type BodyKind = keyof typeof tooLong

/** @throws {Failure} BAD_REQUEST if `bytes` is over `maxBytes` */
export function requireLength(kind: BodyKind, bytes: number, maxBytes: number): void {
  if (bytes > maxBytes) throw badRequest(tooLong[kind](maxBytes))
}

const blockBytes = 64 * 1024

/**
 * Reads a request's body into one piece. While it arrives, it takes its own size and at most one block of 64 KiB more,
 * even if the chunks are small; no chunk is kept.
 * @throws {Failure} BAD_REQUEST for a body that is too long, breaks off or takes too long; and errors of `bounds`
 */
export async function readBody({ body }: Request, kind: BodyKind, bounds: ReadBodyBounds): Promise<Buffer> {
  if (body === null) return Buffer.alloc(0)
  const blocks: Uint8Array[] = []
  let total = 0

  function keep(chunk: Uint8Array): void {
    for (let from = 0; from < chunk.length; ) {
      const at = total % blockBytes
      if (at === 0) blocks.push(new Uint8Array(blockBytes))
      const part = chunk.subarray(from, from + blockBytes - at)
      blocks.at(-1)?.set(part, at)
      from += part.length
      total += part.length
    }
  }

  try {
    for await (const chunk of timedBody(body, bounds, kind)) {
      bounds.onChunk?.(chunk)
      requireLength(kind, total + chunk.length, bounds.maxBytes())
      bounds.onBytes?.(total + chunk.length)
      keep(chunk)
    }
    return Buffer.concat(blocks, total)
  } finally {
    blocks.forEach(releaseChunk)
  }
}
