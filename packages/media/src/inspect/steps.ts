import type { ByteSpan, GainMap, NotShown, Orientation, PictureSize } from '../facts.ts'
import { MediaFailure } from '../failure.ts'
import type { MediaType } from '../media-type.ts'

/**
 * Looks through a chunk from `from` on. Returns the position after what it was looking for, or -1 if the chunk is used
 * up and the search goes on in the next one. It keeps its state between chunks.
 */
export type Scan = (chunk: Uint8Array, from: number) => number

/** A reader's next request. */
export type Step =
  | { kind: 'take'; count: number; mayEnd: boolean }
  | { kind: 'skip'; count: number; mayEnd: boolean }
  | { kind: 'scan'; scan: Scan; mayEnd: boolean }

/**
 * A format reader: it yields steps and is resumed with the bytes that it took (none after a skip or scan), which are
 * valid until its next yield. It returns the offset at which its image ends, or `undefined` if the file ends before the
 * image.
 */
export type Steps = Generator<Step, number | undefined, Uint8Array>

/** The file as its reader sees it. */
export interface ReadState {
  /** Bytes from the start of the file to the end of the last finished step. */
  offset: number
  readonly findings: Findings
}

/** The facts that a reader has learned so far. Width and height are 0 until they are known. */
export interface Findings {
  type: MediaType | undefined
  width: number
  height: number
  /** Set if it may be more than that. */
  decoded: PictureSize | undefined
  orientation: Orientation | undefined
  frames: number
  bitsPerPixel: number
  notShown: NotShown | undefined
  plain: boolean
  scans: ByteSpan[]
  lastScan: OpenScan | undefined
  gainMap: GainMap | undefined
}

/** The scan that completes a JPEG picture; `to` is its next marker, once one was found. */
interface OpenScan {
  from: number
  to: number | undefined
}

/** Empty findings. */
export function createFindings(): Findings {
  return {
    type: undefined,
    width: 0,
    height: 0,
    decoded: undefined,
    orientation: undefined,
    frames: 0,
    bitsPerPixel: 0,
    notShown: undefined,
    plain: false,
    scans: [],
    lastScan: undefined,
    gainMap: undefined,
  }
}

/** Asks for exactly `count` bytes. The driver may have to hold them: `count` is bounded by the caller. */
export function take(count: number): Step {
  return { kind: 'take', count, mayEnd: false }
}

/** Asks for `count` bytes, or all that are left. */
export function takeUpTo(count: number): Step {
  return { kind: 'take', count, mayEnd: true }
}

/** Passes over `count` bytes, of any number. */
export function skip(count: number): Step {
  return { kind: 'skip', count, mayEnd: false }
}

/** Skips `count` bytes, or all that are left. */
export function skipUpTo(count: number): Step {
  return { kind: 'skip', count, mayEnd: true }
}

/** Passes over everything that is left. */
export function skipToEnd(): Step {
  return skipUpTo(Number.POSITIVE_INFINITY)
}

/** Skips everything up to the place that `look` finds. */
export function scan(look: Scan): Step {
  return { kind: 'scan', scan: look, mayEnd: false }
}

/** The same, or everything that is left if it finds nothing. */
export function scanToEnd(look: Scan): Step {
  return { kind: 'scan', scan: look, mayEnd: true }
}

/** A failure MALFORMED at the reader's position. */
export function malformed(file: ReadState, reason: string): MediaFailure {
  return new MediaFailure('MALFORMED', reason, file.offset)
}

/** Records the size of the picture. @throws {MediaFailure} MALFORMED if it has no pixels. */
export function foundSize(file: ReadState, width: number, height: number): void {
  if (width === 0 || height === 0) throw malformed(file, `The image is ${width} × ${height} pixels`)
  file.findings.width = width
  file.findings.height = height
}
