import type { ByteSpan, GainMap, NotShown, Orientation, PictureSize } from '../facts.ts'
import { MediaFailure } from '../failure.ts'
import type { MediaType } from '../media-type.ts'

/**
 * Searches a chunk from `from` on. Returns the position after the match, or -1 to continue in the next chunk. It
 * keeps its state between chunks.
 */
export type Scan = (chunk: Uint8Array, from: number) => number

/** A reader's next request. */
export type Step =
  | { kind: 'take'; count: number; mayEnd: boolean }
  | { kind: 'skip'; count: number; mayEnd: boolean }
  | { kind: 'scan'; scan: Scan; mayEnd: boolean }

/**
 * A format reader. It yields steps, and resumes with the taken bytes (none after a skip or scan), which are valid
 * until its next yield. It returns the offset of the image's end, or `undefined` if the file ends first.
 */
export type Steps = Generator<Step, number | undefined, Uint8Array>

/** The file as its reader sees it. */
export interface ReadState {
  /** Bytes from the start of the file to the end of the last finished step. */
  offset: number
  readonly findings: Findings
}

/** Facts that a reader has found so far. Width and height are 0 at first. */
export interface Findings {
  type: MediaType | undefined
  width: number
  height: number
  /** Set if it may be larger than the visible size. */
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

/** The scan that completes a JPEG picture. `to` is the position of the next marker, once found. */
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

/** Requests exactly `count` bytes. The driver may have to store them, so the caller limits `count`. */
export function take(count: number): Step {
  return { kind: 'take', count, mayEnd: false }
}

/** Requests `count` bytes, or all that remain. */
export function takeUpTo(count: number): Step {
  return { kind: 'take', count, mayEnd: true }
}

/** Skips any number of bytes. */
export function skip(count: number): Step {
  return { kind: 'skip', count, mayEnd: false }
}

/** Skips `count` bytes, or all that remain. */
export function skipUpTo(count: number): Step {
  return { kind: 'skip', count, mayEnd: true }
}

/** Skips all remaining bytes. */
export function skipToEnd(): Step {
  return skipUpTo(Number.POSITIVE_INFINITY)
}

/** Skips everything up to the position that `look` finds. */
export function scan(look: Scan): Step {
  return { kind: 'scan', scan: look, mayEnd: false }
}

/** Skips as {@link scan} does, or everything if `look` finds nothing. */
export function scanToEnd(look: Scan): Step {
  return { kind: 'scan', scan: look, mayEnd: true }
}

/** The MALFORMED failure at the reader's position. */
export function malformed(file: ReadState, reason: string): MediaFailure {
  return new MediaFailure('MALFORMED', reason, file.offset)
}

/** Records the picture's size. @throws {MediaFailure} MALFORMED if it has no pixels. */
export function foundSize(file: ReadState, width: number, height: number): void {
  if (width === 0 || height === 0) throw malformed(file, `The image is ${width} × ${height} pixels`)
  file.findings.width = width
  file.findings.height = height
}
