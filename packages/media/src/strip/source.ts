import { MediaFailure } from '../failure.ts'
import { jpegMarker } from '../inspect/jpeg-segments.ts'
import type { Scan } from '../inspect/steps.ts'
import type { Reading } from './reading.ts'

/** A file with random access, such as a `Uint8Array` or an open file. */
export interface MediaSource {
  /** Length in bytes. */
  readonly size: number
  /** Returns exactly `length` bytes from `offset`, always within `size`. The caller does not change them. */
  read(offset: number, length: number): Uint8Array
}

/** A source over `bytes`, without a copy. */
export function sourceOf(bytes: Uint8Array): MediaSource {
  return { size: bytes.length, read: (offset, length) => bytes.subarray(offset, offset + length) }
}

/** A source over the bytes `from` up to `to` of another. */
export function partOf(source: MediaSource, from: number, to: number): MediaSource {
  return { size: to - from, read: (offset, length) => source.read(from + offset, length) }
}

/** The marker that ends a JPEG. */
export const jpegEndMarker = Uint8Array.of(0xff, jpegMarker.endOfImage)

/** The first `end` bytes of a JPEG, followed by the missing end marker. */
export function withEndMarker(source: MediaSource, end: number): MediaSource {
  const size = end + jpegEndMarker.length
  return {
    size,
    read(offset, length) {
      const to = offset + length
      if (to <= end) return source.read(offset, length)
      const bytes = new Uint8Array(length)
      if (offset < end) bytes.set(source.read(offset, end - offset))
      const from = Math.max(offset, end)
      bytes.set(jpegEndMarker.subarray(from - end, to - end), from - offset)
      return bytes
    },
  }
}

/** Reads a source from front to back in large pieces. */
export interface SourceCursor {
  offset: number
  /** @throws {MediaFailure} TRUNCATED past the end of the source */
  take(count: number): Uint8Array
  /** Moves to the position that `scan` finds. @throws {MediaFailure} TRUNCATED if it finds none */
  find(scan: Scan): Reading<void>
}

const windowBytes = 16_384

/** Starts at the front of `source`, with a window of 16 kB. */
export function createSourceCursor(source: MediaSource): SourceCursor {
  let held: Uint8Array = new Uint8Array(0)
  let heldAt = 0

  function window(offset: number, atLeast: number): Uint8Array {
    if (offset + atLeast > source.size) throw endsEarly(source)
    if (offset < heldAt || offset + atLeast > heldAt + held.length) {
      heldAt = offset
      held = source.read(offset, Math.min(Math.max(windowBytes, atLeast), source.size - offset))
    }
    return held.subarray(offset - heldAt)
  }

  const cursor: SourceCursor = {
    offset: 0,
    take(count) {
      const bytes = window(cursor.offset, count).subarray(0, count)
      cursor.offset += count
      return bytes
    },
    *find(scan) {
      for (;;) {
        const chunk = window(cursor.offset, 1)
        const next = scan(chunk, 0)
        cursor.offset += next === -1 ? chunk.length : next
        if (next !== -1) return
        yield
      }
    },
  }
  return cursor
}

/** The TRUNCATED failure at the end of `source`. */
export function endsEarly(source: MediaSource): MediaFailure {
  return new MediaFailure('TRUNCATED', 'The file ends before its image does', source.size)
}
