const CARRIAGE_RETURN = 13

/** Finds the delimiter lines of one multipart body in its chunks. */
export interface DelimiterScanner {
  /**
   * Goes through `chunk` from `from` and hands every byte of content before the next delimiter to
   * `onContent`. Bytes that may begin a delimiter at the chunk's end are held back until the next call,
   * which must start at its chunk's first byte.
   *
   * @returns the offset after the delimiter, or -1 when the chunk is used up.
   */
  scan(chunk: Buffer, from: number, onContent: (bytes: Uint8Array) => void): number
}

/**
 * A scanner for CRLF `--` boundary (RFC 2046 section 5.1.1) over the platform's native search; content is
 * handed on without copying. A delimiter at the very first byte of the body counts, without its CRLF.
 *
 * A carriage return can only be the delimiter's first byte (no boundary holds one), so what is held back
 * is always a prefix of the delimiter: its length is all the state there is.
 */
export function createDelimiterScanner(boundary: string): DelimiterScanner {
  const delimiter = Buffer.from(`\r\n--${boundary}`, 'latin1')
  let held = 2
  /** Of those, how many were never in the body: the CRLF before its first byte. */
  let assumed = 2

  /** How many bytes at the end of `chunk` are a beginning of the delimiter. */
  function prefixAtEnd(chunk: Buffer, from: number): number {
    const window = chunk.subarray(Math.max(from, chunk.length - delimiter.length + 1))
    const start = window.lastIndexOf(CARRIAGE_RETURN)
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
