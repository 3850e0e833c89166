import type { ByteSpan, ImageFacts } from '../facts.ts'
import { MediaFailure } from '../failure.ts'
import type { MediaType } from '../media-type.ts'
import { latin1, startsWith } from '../numbers.ts'
import { readAvif } from './avif.ts'
import { readGif } from './gif.ts'
import { readJpeg } from './jpeg.ts'
import { readPng } from './png.ts'
import {
  createFindings,
  type Findings,
  malformed,
  type ReadState,
  type Scan,
  type Step,
  type Steps,
  skip,
} from './steps.ts'
import { readSvg } from './svg.ts'
import { readWebp } from './webp.ts'

/** Learns the facts of an image file while it arrives. */
export interface Inspector {
  /**
   * Takes the next bytes of the file, in chunks of any size. It neither stores nor changes a chunk.
   * @throws {MediaFailure} as soon as the bytes can't become an image; every later call throws it again
   */
  push(chunk: Uint8Array): void
  /**
   * Skips bytes of a JPEG's scan that were inspected before and contain no marker.
   * @throws {MediaFailure} MALFORMED outside of a scan
   */
  passScan(count: number): void
  /**
   * Ends the file and returns its facts.
   * @throws {MediaFailure} UNKNOWN_TYPE, MALFORMED, or TRUNCATED if the file ends before the picture's size.
   */
  end(): ImageFacts
  /** Set after the first bytes. */
  readonly type: MediaType | undefined
  /** The findings so far. They let a caller refuse a large picture before all of it has arrived. */
  readonly findings: Readonly<Findings>
}

/**
 * Starts an inspection of one file: sniffs, measures and verifies JPEG, PNG, GIF, WebP, AVIF or SVG.
 *
 * It decodes no pixels and inflates nothing. Time is linear in the file, memory bounded: at most 1 MiB, for the
 * largest directory of an AVIF file or tag of an SVG; one segment of a JPEG; otherwise a few bytes. The result does
 * not depend on how the file is split.
 *
 * @example const inspector = createInspector() for await (const chunk of stream) inspector.push(chunk) const { width,
 * height } = inspector.end()
 */
export function createInspector(): Inspector {
  const findings = createFindings()
  const file: ReadState = { offset: 0, findings }
  const signature = new Uint8Array(signatureBytes)
  let bytes = 0
  let driver: Driver | undefined
  let failure: MediaFailure | undefined

  function start(head: Uint8Array): Driver {
    const format = sniff(head)
    findings.type = format.type
    return createDriver(format.read(file), file)
  }

  function receive(chunk: Uint8Array): void {
    const before = bytes
    bytes += chunk.length
    if (driver) {
      driver.push(chunk)
      return
    }
    const missing = chunk.subarray(0, signatureBytes - before)
    signature.set(missing, before)
    if (bytes < signatureBytes) return
    driver = start(signature)
    driver.push(signature)
    driver.push(chunk.subarray(missing.length))
  }

  function passScan(count: number): void {
    driver?.passScan(count)
    bytes += count
  }

  function conclude(): ImageFacts {
    driver ??= startShort()
    const imageEnd = driver.end()
    const { type, width, height, decoded, orientation, frames, bitsPerPixel } = findings
    if (type === undefined || width === 0) {
      throw new MediaFailure('TRUNCATED', 'The file ends before it says how large its picture is', bytes)
    }
    return {
      type,
      width,
      height,
      decoded: decoded ?? { width, height },
      orientation: orientation ?? 1,
      frames: Math.max(frames, 1),
      animated: frames > 1,
      bitsPerPixel,
      notShown: findings.notShown,
      complete: imageEnd !== undefined,
      openScan: imageEnd === undefined ? openScan() : undefined,
      lacksEndMarker: false,
      trailingBytes: imageEnd === undefined ? 0 : bytes - imageEnd,
      bytes,
      plain: findings.plain,
      scans: findings.scans,
      gainMap: findings.gainMap,
    }
  }

  function openScan(): ByteSpan | undefined {
    const { lastScan } = findings
    return lastScan && { from: lastScan.from, to: lastScan.to ?? bytes }
  }

  function startShort(): Driver {
    const head = signature.subarray(0, bytes)
    const short = start(head)
    short.push(head)
    return short
  }

  function guarded<T>(work: () => T): T {
    if (failure) throw failure
    try {
      return work()
    } catch (error) {
      if (error instanceof MediaFailure) failure = error
      throw error
    }
  }

  return {
    push: (chunk) => guarded(() => receive(chunk)),
    passScan: (count) => guarded(() => passScan(count)),
    end: () => guarded(conclude),
    get type() {
      return findings.type
    },
    findings,
  }
}

/**
 * The facts of the image in `bytes`. @throws {MediaFailure}
 * @example const { type, frames } = inspect(await Bun.file('cat.gif').bytes())
 */
export function inspect(bytes: Uint8Array): ImageFacts {
  const inspector = createInspector()
  inspector.push(bytes)
  return inspector.end()
}

/** Runs a format reader over a file that arrives in chunks. */
interface Driver {
  push(chunk: Uint8Array): void
  passScan(count: number): void
  /** The offset of the image's end, or `undefined` if the file ended first. */
  end(): number | undefined
}

/** Honest files need far fewer. A hostile file with so many steps costs no more than a large file. */
const maxSteps = 250_000

const nothing = new Uint8Array(0)

/**
 * Feeds `reader` from chunks of any size. The result does not depend on how the file is split.
 *
 * It stores at most one `take` of the reader. Every skip costs the same.
 * @throws {MediaFailure} MALFORMED, from the reader, or if the file has too many parts
 */
function createDriver(reader: Steps, file: ReadState): Driver {
  let step: Step = skip(0)
  let done = false
  let imageEnd: number | undefined
  let chunkStart = file.offset
  let held = nothing
  let progress = 0
  let steps = 0

  function resume(bytes: Uint8Array, offset: number): void {
    file.offset = offset
    progress = 0
    held = nothing
    if (++steps > maxSteps) throw malformed(file, 'The file is cut into too many small parts')
    const next = reader.next(bytes)
    if (!next.done) step = next.value
    else {
      done = true
      imageEnd = next.value
    }
  }

  /** Uses the chunk from `at` on. Returns the position at which it stopped: the chunk's length if it needs more. */
  function takeFrom(chunk: Uint8Array, at: number, count: number): number {
    const available = Math.min(count - progress, chunk.length - at)
    const next = at + available
    if (available === count) {
      resume(chunk.subarray(at, next), chunkStart + next)
      return next
    }
    if (progress === 0) held = new Uint8Array(count)
    held.set(chunk.subarray(at, next), progress)
    progress += available
    if (progress === count) resume(held, chunkStart + next)
    return next
  }

  function skipFrom(chunk: Uint8Array, at: number, count: number): number {
    const available = Math.min(count - progress, chunk.length - at)
    progress += available
    if (progress === count) resume(nothing, chunkStart + at + available)
    return at + available
  }

  function scanFrom(chunk: Uint8Array, at: number, scan: Scan): number {
    const next = scan(chunk, at)
    if (next === -1) return chunk.length
    resume(nothing, chunkStart + next)
    return next
  }

  /** Performs steps of length 0 without a byte, so that a file may end right after them. */
  function passEmptySteps(offset: number): void {
    while (!done && step.kind !== 'scan' && step.count === 0) resume(nothing, offset)
  }

  passEmptySteps(file.offset)

  return {
    push(chunk) {
      let at = 0
      while (!done && at < chunk.length) {
        if (step.kind === 'take') at = takeFrom(chunk, at, step.count)
        else if (step.kind === 'skip') at = skipFrom(chunk, at, step.count)
        else at = scanFrom(chunk, at, step.scan)
        passEmptySteps(chunkStart + at)
      }
      chunkStart += chunk.length
    },
    passScan(count) {
      const isScan = file.findings.type === 'image/jpeg' && step.kind === 'scan' && !done
      if (!isScan) throw malformed(file, 'A scan is where none begins')
      chunkStart += count
    },
    end() {
      while (!done && step.mayEnd) {
        resume(held.subarray(0, progress), chunkStart)
        passEmptySteps(chunkStart)
      }
      return imageEnd
    },
  }
}

/** A format and its reader. The readers of AVIF and SVG recognise their files themselves. */
interface Format {
  type: MediaType | undefined
  read(file: ReadState): Steps
}

/** The number of first bytes that distinguish the formats. */
const signatureBytes = 12

/**
 * Recognises the format of a file that begins with `head`.
 * @throws {MediaFailure} UNKNOWN_TYPE
 */
export function sniff(head: Uint8Array): Format {
  if (startsWith(head, 0, '\xff\xd8\xff')) return { type: 'image/jpeg', read: readJpeg }
  if (startsWith(head, 0, '\x89PNG\r\n\x1a\n')) return { type: 'image/png', read: readPng }
  if (startsWith(head, 0, 'GIF87a') || startsWith(head, 0, 'GIF89a')) {
    return { type: 'image/gif', read: readGif }
  }
  if (startsWith(head, 0, 'RIFF') && startsWith(head, 8, 'WEBP'))
    return { type: 'image/webp', read: readWebp }
  if (startsWith(head, 4, 'ftyp')) return { type: undefined, read: readAvif }
  if (/^(?:\xef\xbb\xbf)?[\t\n\r ]*(?:<|$)/.test(latin1(head, 0, head.length)) && head.length > 0) {
    return { type: undefined, read: readSvg }
  }
  const reason = head.length === 0 ? 'The file is empty' : 'The file begins like no image format known here'
  throw new MediaFailure('UNKNOWN_TYPE', reason, 0)
}
