import { badRequest } from '@pictoglyph/site/language/failure'
import { formatBytes } from '@pictoglyph/site/language/format-bytes'
import { type Message, message } from '@pictoglyph/site/language/message'

const mebibyte = 1024 * 1024

/** Limits in bytes for reading content of other people. Honest content is much shorter. */
export const readBounds = {
  picture: 128 * mebibyte,
  document: 64 * mebibyte,
  linkMap: 256 * mebibyte,
  backupManifest: 64 * mebibyte,
  text: 16 * mebibyte,
  key: mebibyte,
} as const

/** Yields a stream's bytes as they arrive. @throws {Failure} BAD_REQUEST after more than `maxBytes` */
export async function* atMost(
  name: string | Message,
  stream: AsyncIterable<Uint8Array>,
  maxBytes: number,
): AsyncGenerator<Uint8Array> {
  let size = 0
  for await (const chunk of stream) {
    size += chunk.length
    if (size > maxBytes)
      throw badRequest(message('{name} has more than {size}.', { name, size: formatBytes(maxBytes, 'en') }))
    yield chunk
  }
}

/** Reads a stream to its end. @throws {Failure} BAD_REQUEST after more than `maxBytes` */
export async function readWhole(
  name: string | Message,
  stream: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Buffer<ArrayBuffer>> {
  return Buffer.concat(await Array.fromAsync(atMost(name, stream, maxBytes)))
}
