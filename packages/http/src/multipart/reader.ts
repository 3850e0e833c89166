import { badRequest, message } from '@pictoglyph/core'
import { createDelimiterScanner } from './delimiter-scanner.ts'
import { createHeaderBlock, type HeaderBlock, type PartHead, readPartHead } from './headers.ts'

/** What comes next in a body, in order: each part, its data in any number of pieces, its end; then the end. */
export type MultipartEvent =
  | { kind: 'part'; part: PartHead }
  /** Mostly a view of the chunk just pushed: read it, or copy it, before that chunk's memory is reused. */
  | { kind: 'data'; bytes: Uint8Array }
  | { kind: 'partEnd' }
  | { kind: 'end' }

/** Bounds on a body's structure. The length of parts and of the whole body is for the client to bound. */
export interface MultipartLimits {
  parts: number
  /** The header block of one part, line ends included. */
  headerBytes: number
  /** What may stand before the first delimiter; it is ignored. */
  preambleBytes: number
}

/** 100 parts, 8 KiB of headers for each, 8 KiB of preamble. */
export const defaultMultipartLimits: MultipartLimits = {
  parts: 100,
  headerBytes: 8192,
  preambleBytes: 8192,
}

/** Reads one body. A reader that has thrown is spent. */
export interface MultipartReader {
  /**
   * Takes the next bytes and tells what they hold. Nothing of `chunk` is retained.
   * @throws {Failure} BAD_REQUEST for what is no such body, or over a limit
   */
  push(chunk: Uint8Array): MultipartEvent[]
  /**
   * To be called when the body has ended.
   * @throws {Failure} BAD_REQUEST when the closing delimiter has not been seen
   */
  finish(): void
}

const TAB = 9
const LINE_FEED = 10
const CARRIAGE_RETURN = 13
const SPACE = 32
const DASH = 45

/**
 * A push parser for multipart/form-data (RFC 2046 section 5.1, RFC 7578) that holds no more than one
 * part's headers, whatever the body's length. However a body is cut into chunks, the events are the same
 * but for the cuts in its data. What follows the closing delimiter is ignored.
 */
export function createMultipartReader(options: {
  /** As `readBoundary` returns it. */
  boundary: string
  limits?: MultipartLimits
}): MultipartReader {
  const limits = options.limits ?? defaultMultipartLimits
  const scanner = createDelimiterScanner(options.boundary)
  let state: 'preamble' | 'delimiterEnd' | 'headers' | 'data' | 'epilogue' = 'preamble'
  let events: MultipartEvent[] = []
  let headers: HeaderBlock = createHeaderBlock(limits.headerBytes)
  let preambleBytes = 0
  let parts = 0
  let paddingBytes = 0
  /** The last byte read of a delimiter line's end; undefined at its beginning. */
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

  /** Reads what follows the boundary: `--` closes the body; padding and CRLF begin a part. */
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

  /** One state's share of `chunk`; the offset where the next state begins, or -1 when it is used up. */
  function step(chunk: Buffer, at: number): number {
    switch (state) {
      case 'preamble':
      case 'data': {
        const next = scanner.scan(chunk, at, state === 'data' ? passData : skipPreamble)
        if (next < 0) return -1
        if (state === 'data') events.push({ kind: 'partEnd' })
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
      throw badRequest(message('The body ends before its closing boundary.'))
    },
  }
}
