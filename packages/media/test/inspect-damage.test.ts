import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { MediaFailure } from '../src/failure.ts'
import { inspect } from '../src/inspect/inspector.ts'
import { type MediaType, mediaTypes } from '../src/media-type.ts'
import { bytesOf } from './build/bytes.ts'
import { damaged, runs } from './damage.ts'
import { samples } from './samples.ts'

/** Whether the answer to `bytes` keeps its promises. */
function isAnswered(bytes: Uint8Array): boolean {
  try {
    const facts = inspect(bytes)
    return (
      mediaTypes.includes(facts.type) &&
      facts.bytes === bytes.length &&
      facts.width > 0 &&
      facts.height > 0 &&
      facts.frames > 0 &&
      facts.orientation >= 1 &&
      facts.orientation <= 8 &&
      facts.trailingBytes >= 0 &&
      facts.trailingBytes < bytes.length
    )
  } catch (error) {
    return error instanceof MediaFailure && error.offset >= 0 && error.offset <= bytes.length
  }
}

test('damaged images are measured or refused, never anything else', () => {
  fc.assert(
    fc.property(damaged(samples.map(({ bytes }) => bytes)), (bytes) => expect(isAnswered(bytes)).toBe(true)),
    { numRuns: runs(3000) },
  )
})

test('arbitrary bytes after a signature are measured or refused, never anything else', () => {
  const signatures: Record<MediaType, string> = {
    'image/jpeg': '\xff\xd8\xff',
    'image/png': '\x89PNG\r\n\x1a\n',
    'image/gif': 'GIF89a',
    'image/webp': 'RIFF\xff\0\0\0WEBP',
    'image/avif': '\0\0\0\x10ftypavif\0\0\0\0',
    'image/svg+xml': '<svg xmlns="http://www.w3.org/2000/svg"><a ',
  }
  fc.assert(
    fc.property(
      fc.constantFrom(...Object.values(signatures)),
      fc.uint8Array({ maxLength: 400 }),
      (signature, rest) => expect(isAnswered(bytesOf(signature, rest))).toBe(true),
    ),
    { numRuns: runs(2000) },
  )
})
