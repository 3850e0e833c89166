import { createMultipartReader, type MultipartLimits } from '../../src/multipart/reader.ts'
import { refusalOf } from './refusals.ts'

/** A part as it was written or read, its content in one piece. */
interface WholePart {
  name: string
  isFile: boolean
  content: Buffer
}

/** A body of parts given as `[header lines, content]`, delimited by `boundary`. */
export function composeBody(
  boundary: string,
  parts: [lines: string[], content: Uint8Array | string][],
): Buffer {
  const pieces = parts.flatMap(([lines, content]) => [
    Buffer.from(`--${boundary}\r\n${lines.join('\r\n')}\r\n\r\n`),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
  return Buffer.concat([...pieces, Buffer.from(`--${boundary}--\r\n`)])
}

/** The header line that makes a part the text field `name`. */
export function fieldHeader(name: string): string {
  return `Content-Disposition: form-data; name="${name}"`
}

/** `body` in pieces of the given lengths, taken in turn; each piece has memory of its own. */
export function cut(body: Uint8Array, lengths: readonly number[]): Uint8Array[] {
  const chunks: Uint8Array[] = []
  for (let at = 0, turn = 0; at < body.length; turn += 1) {
    const length = lengths[turn % lengths.length] ?? body.length
    chunks.push(new Uint8Array(body.subarray(at, at + length)))
    at += length
  }
  return chunks
}

/** Reads a whole body and overwrites each chunk after its push, as a source that reuses its memory would. */
export function readWhole(
  boundary: string,
  chunks: Iterable<Uint8Array>,
  limits?: MultipartLimits,
): WholePart[] {
  const reader = createMultipartReader({ boundary, ...(limits && { limits }) })
  const parts: WholePart[] = []
  let open: WholePart | undefined
  let ended = false
  for (const chunk of chunks) {
    for (const event of reader.push(chunk)) {
      if (ended) throw new Error('an event after the end')
      if (event.kind === 'part') {
        if (open !== undefined) throw new Error('a part within a part')
        open = { ...event.part, content: Buffer.alloc(0) }
      } else if (event.kind === 'end') {
        ended = true
      } else if (open === undefined) {
        throw new Error(`${event.kind} outside a part`)
      } else if (event.kind === 'data') {
        open.content = Buffer.concat([open.content, event.bytes])
      } else {
        parts.push(open)
        open = undefined
      }
    }
    chunk.fill(0x2d)
  }
  reader.finish()
  return parts
}

/** The refusal that `action` ends with, or what it throws instead. */
export function refusalBy(action: () => unknown): unknown {
  try {
    action()
  } catch (thrown) {
    return refusalOf(thrown)
  }
  return 'no failure'
}
