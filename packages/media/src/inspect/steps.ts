import type { ByteSpan, GainMap, NotShown, Orientation, PictureSize } from '../facts.ts'
import { MediaFailure } from '../failure.ts'
import type { MediaType } from '../media-type.ts'

/**
 * Looks through a chunk from `from` on. Answers the position after what it looked for, or -1 when the chunk
 * is used up and the search goes on in the next one. Its state lives across chunks.
 */
export type Scan = (chunk: Uint8Array, from: number) => number

/** What a reader asks for next. */
export type Step =
  | { kind: 'take'; count: number; mayEnd: boolean }
  | { kind: 'skip'; count: number; mayEnd: boolean }
  | { kind: 'scan'; scan: Scan; mayEnd: boolean }

/**
 * A format reader: it yields steps and is resumed with the bytes it took (empty after a skip or scan), which
 * are its own only until its next yield. It returns the offset at which its image ends, or `undefined` if it saw
 * the file end before the image does.
 */
export type Steps = Generator<Step, number | undefined, Uint8Array>

/** The file as its reader sees it. */
export interface ReadState {
  /** Bytes from the start of the file to the end of the last finished step. */
  offset: number
  readonly findings: Findings
}

/** What a reader has learnt so far. Width and height are 0 until they are known. */
export interface Findings {
  type: MediaType | undefined
  width: number
  height: number
  /** Where it may be more than that. */
  decoded: PictureSize | undefined
  orientation: Orientation | undefined
  frames: number
  bitsPerPixel: number
  notShown: NotShown | undefined
  plain: boolean
  scans: ByteSpan[]
  gainMap: GainMap | undefined
}

/** Findings of which nothing is known yet. */
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
    gainMap: undefined,
  }
}

/** Asks for exactly `count` bytes. The driver may have to hold them: `count` is bounded by the caller. */
export function take(count: number): Step {
  return { kind: 'take', count, mayEnd: false }
}

/** Asks for `count` bytes, or as many as are left where the file ends first. */
export function takeUpTo(count: number): Step {
  return { kind: 'take', count, mayEnd: true }
}

/** Passes over `count` bytes, of any number. */
export function skip(count: number): Step {
  return { kind: 'skip', count, mayEnd: false }
}

/** Passes over `count` bytes, or as many as are left where the file ends first. */
export function skipUpTo(count: number): Step {
  return { kind: 'skip', count, mayEnd: true }
}

/** Passes over everything that is left. */
export function skipToEnd(): Step {
  return skipUpTo(Number.POSITIVE_INFINITY)
}

/** Passes over everything up to where `look` finds what it looks for. */
export function scan(look: Scan): Step {
  return { kind: 'scan', scan: look, mayEnd: false }
}

/** The same, or over everything that is left where it finds nothing. */
export function scanToEnd(look: Scan): Step {
  return { kind: 'scan', scan: look, mayEnd: true }
}

/** A failure MALFORMED where the reader stands. */
export function malformed(file: ReadState, reason: string): MediaFailure {
  return new MediaFailure('MALFORMED', reason, file.offset)
}

/** Records the size of the picture. @throws {MediaFailure} MALFORMED if it has no pixels. */
export function foundSize(file: ReadState, width: number, height: number): void {
  if (width === 0 || height === 0) throw malformed(file, `The image is ${width} × ${height} pixels`)
  file.findings.width = width
  file.findings.height = height
}
