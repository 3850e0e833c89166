import { createByteGatherer } from './byte-gatherer.ts'
import { MultipartFailure } from './failure.ts'

const LINE_FEED = 10
const CARRIAGE_RETURN = 13

/** Collects the header lines of one part, whichever way chunks cut them. */
export interface HeaderBlock {
  /** The lines read so far, without line ends; folded lines are joined (RFC 5322 section 2.2.3). */
  readonly lines: readonly string[]
  /**
   * Reads on in `chunk` from `from`.
   *
   * @returns the offset after the empty line that ends the block, or -1 when the chunk is used up.
   * @throws {MultipartFailure} PART_HEADER_TOO_LARGE, PART_HEADER_MALFORMED, LINE_ENDS
   */
  read(chunk: Buffer, from: number): number
}

/**
 * A block of at most `limitBytes`, line ends included. Bytes that are not UTF-8 become U+FFFD: headers
 * only yield names that are compared and a file name that is displayed, and old clients send file names
 * in their own code page.
 */
export function createHeaderBlock(limitBytes: number): HeaderBlock {
  const lines: string[] = []
  const begun = createByteGatherer()
  let readBytes = 0

  function addLine(line: string): void {
    const last = lines.length - 1
    if (!/^[ \t]/.test(line)) lines.push(line)
    else if (last >= 0) lines[last] += line
    else
      throw new MultipartFailure('PART_HEADER_MALFORMED', 'The headers of a part begin with a continuation.')
  }

  return {
    lines,
    read(chunk, from) {
      let at = from
      while (at < chunk.length) {
        const lineFeed = chunk.indexOf(LINE_FEED, at)
        const end = lineFeed < 0 ? chunk.length : lineFeed + 1
        readBytes += end - at
        if (readBytes > limitBytes) {
          throw new MultipartFailure(
            'PART_HEADER_TOO_LARGE',
            `The headers of a part must not be longer than ${limitBytes} bytes.`,
          )
        }
        const piece = chunk.subarray(at, end)
        at = end
        if (lineFeed < 0 || begun.length > 0) begun.append(piece)
        if (lineFeed < 0) return -1
        const line = begun.length > 0 ? begun.take() : piece
        if (line[line.length - 2] !== CARRIAGE_RETURN) {
          throw new MultipartFailure('LINE_ENDS', 'Header lines must end in CR LF, not in LF alone.')
        }
        if (line.length === 2) return at
        addLine(line.toString('utf8', 0, line.length - 2))
      }
      return -1
    },
  }
}
