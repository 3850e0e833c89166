import { badRequest } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import { createHeaderBlock, type HeaderBlock, type PartHead, readPartHead } from './headers.ts'

/** The next events in a body, in order: each part, its data in any number of pieces, its end; then the end. */
type MultipartEvent =
  | { kind: 'part'; part: PartHead }
  /** Mostly a view of the chunk just pushed: read it, or copy it, before that chunk's memory is reused. */
  | { kind: 'data'; bytes: Uint8Array }
  | { kind: 'partEnd' }
  | { kind: 'end' }

/** Bounds on a body's structure. The caller limits the length of parts and of the whole body. */
export interface MultipartLimits {
  parts: number
  /** The header block of one part, line ends included. */
  headerBytes: number
  /** Bytes before the line feed and the first delimiter; they are ignored. */
  preambleBytes: number
}

/** 100 parts, 8 KiB of headers for each, 8 KiB of preamble. */
export const defaultMultipartLimits: MultipartLimits = {
  parts: 100,
  headerBytes: 8192,
  preambleBytes: 8192,
}

/** Reads one body. A reader that has thrown can't be used again. */
interface MultipartReader {
  /**
   * Takes the next bytes and returns their events. It keeps no reference to `chunk`.
   * @throws {Failure} BAD_REQUEST for a malformed body, or one over a limit
   */
  push(chunk: Uint8Array): MultipartEvent[]
  /** Call it when the body has ended. */
  finish(): void
}

const TAB = 9
const LINE_FEED = 10
const CARRIAGE_RETURN = 13
const SPACE = 32
const DASH = 45

/**
 * A push parser for multipart/form-data (RFC 2046 section 5.1, RFC 7578) that holds at most one part's headers, for a
 * body of any length. The events do not depend on the chunks, except for the cuts in the data. Bytes after the closing
 * delimiter are ignored.
 */
export function createMultipartReader(options: {
  /** From `readBoundary`. */
  boundary: string
  limits?: MultipartLimits
}): MultipartReader {
  const limits = options.limits ?? defaultMultipartLimits
  // Nothing is kept before the first delimiter, so a line feed alone may end its last line.
  const preamble = createDelimiterScanner(`\n--${options.boundary}`, { isAtStart: true })
  const content = createDelimiterScanner(`\r\n--${options.boundary}`, { isAtStart: false })
  let state: 'preamble' | 'delimiterEnd' | 'headers' | 'data' | 'epilogue' = 'preamble'
  let events: MultipartEvent[] = []
  let headers: HeaderBlock = createHeaderBlock(limits.headerBytes)
  let preambleBytes = 0
  let parts = 0
  let paddingBytes = 0
  /** The last byte read at the end of a delimiter line; undefined at its beginning. */
  let previous: number | undefined

  function skipPreamble(bytes: Uint8Array): void {
    preambleBytes += bytes.length
    if (preambleBytes <= limits.preambleBytes) return
    throw badRequest(
      message(
        'The announced boundary does not begin a line in the first {preambleBytes} bytes of the body.',
        {
          preambleBytes: limits.preambleBytes,
        },
      ),
    )
  }

  function passData(bytes: Uint8Array): void {
    events.push({ kind: 'data', bytes })
  }

  /** Reads the bytes after the boundary: `--` closes the body; padding and CRLF begin a part. */
  function readDelimiterEnd(chunk: Buffer, from: number): number {
    for (let at = from; at < chunk.length; at += 1) {
      const byte = chunk[at]!
      if (previous === DASH && byte === DASH) {
        state = 'epilogue'
        events.push({ kind: 'end' })
        return at + 1
      }
      if (previous === CARRIAGE_RETURN && byte === LINE_FEED) {
        beginPart()
        return at + 1
      }
      checkDelimiterEnd(byte)
      previous = byte
    }
    return -1
  }

  function checkDelimiterEnd(byte: number): void {
    if (byte === LINE_FEED) {
      throw badRequest(message('Delimiter lines must end in CR LF, not in LF alone.'))
    }
    const isPadding = byte === SPACE || byte === TAB
    if (isPadding) paddingBytes += 1
    const mayFollow = isPadding || byte === CARRIAGE_RETURN || (byte === DASH && previous === undefined)
    const mayPrecede = previous !== DASH && previous !== CARRIAGE_RETURN
    if (mayFollow && mayPrecede && paddingBytes <= limits.headerBytes) return
    throw badRequest(message('A boundary is followed by neither CR LF nor "--".'))
  }

  function beginPart(): void {
    parts += 1
    if (parts > limits.parts) {
      throw badRequest(message('The body must not have more than {parts} parts.', { parts: limits.parts }))
    }
    state = 'headers'
    headers = createHeaderBlock(limits.headerBytes)
  }

  /** Handles one state's part of `chunk`. @returns the offset of the next state, or -1 if the chunk is used up */
  function step(chunk: Buffer, at: number): number {
    switch (state) {
      case 'preamble':
      case 'data': {
        const isData = state === 'data'
        const next = isData ? content.scan(chunk, at, passData) : preamble.scan(chunk, at, skipPreamble)
        if (next < 0) return -1
        if (isData) events.push({ kind: 'partEnd' })
        state = 'delimiterEnd'
        previous = undefined
        paddingBytes = 0
        return next
      }
      case 'delimiterEnd':
        return readDelimiterEnd(chunk, at)
      case 'headers': {
        const next = headers.read(chunk, at)
        if (next < 0) return -1
        events.push({ kind: 'part', part: readPartHead(headers.lines) })
        state = 'data'
        return next
      }
      case 'epilogue':
        return -1
    }
  }

  return {
    push(chunk) {
      const view = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength)
      events = []
      let at = 0
      while (at >= 0 && at < view.length) at = step(view, at)
      return events
    },
    finish() {
      if (state === 'epilogue') return
      throw badRequest(
        state === 'preamble'
          ? message('The boundary that the Content-Type announces does not occur in the body.')
          : message('The body ends before its closing boundary.'),
      )
    },
  }
}

/** Finds the delimiter lines of one multipart body in its chunks. */
interface DelimiterScanner {
  /**
   * Goes through `chunk` from `from` and passes every byte of content before the next delimiter to `onContent`. Bytes
   * at the chunk's end that may begin a delimiter are held back until the next call, which must start at its chunk's
   * first byte.
   *
   * @returns the offset after the delimiter, or -1 if the chunk is used up
   */
  scan(chunk: Buffer, from: number, onContent: (bytes: Uint8Array) => void): number
}

/**
 * A scanner for a line end, `--` and the boundary (RFC 2046 section 5.1.1) that uses the platform's native search and
 * copies no content. At the very first byte of the body, a delimiter counts without its line end.
 *
 * A boundary holds no line end, so the delimiter's first byte is the only one of its kind. Bytes that are held back are
 * always a prefix of the delimiter: their number is all the state.
 */
function createDelimiterScanner(text: string, { isAtStart }: { isAtStart: boolean }): DelimiterScanner {
  const delimiter = Buffer.from(text, 'latin1')
  const first = delimiter[0]!
  let held = isAtStart ? text.indexOf('--') : 0
  /** The part of `held` that was never in the body: the line end before its first byte. */
  let assumed = held

  /** Length of the longest prefix of the delimiter at the end of `chunk`. */
  function prefixAtEnd(chunk: Buffer, from: number): number {
    const window = chunk.subarray(Math.max(from, chunk.length - delimiter.length + 1))
    const start = window.lastIndexOf(first)
    if (start < 0) return 0
    const length = window.length - start
    return window.compare(delimiter, 0, length, start) === 0 ? length : 0
  }

  return {
    scan(chunk, from, onContent) {
      let at = from
      if (held > 0) {
        while (at < chunk.length && held < delimiter.length && chunk[at] === delimiter[held]) {
          at += 1
          held += 1
        }
        const matched = held
        if (at === chunk.length && matched < delimiter.length) return -1
        const released = new Uint8Array(delimiter.subarray(assumed, matched))
        held = 0
        assumed = 0
        if (matched === delimiter.length) return at
        if (released.length > 0) onContent(released)
      }
      const found = chunk.indexOf(delimiter, at)
      if (found < 0) held = prefixAtEnd(chunk, at)
      const end = found < 0 ? chunk.length - held : found
      if (end > at) onContent(chunk.subarray(at, end))
      return found < 0 ? -1 : found + delimiter.length
    },
  }
}
