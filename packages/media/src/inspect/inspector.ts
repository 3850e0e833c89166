import { createFindings, type Findings, type ImageFacts } from '../facts.ts'
import { MediaFailure } from '../failure.ts'
import type { MediaType } from '../media-type.ts'
import { createDriver, type Driver } from './driver.ts'
import { signatureBytes, sniff } from './sniff.ts'
import type { ReadState } from './steps.ts'

/** Learns what an image file is while it arrives. */
export interface Inspector {
  /**
   * Takes the next bytes of the file, in chunks of any size; nothing of a chunk is kept or changed.
   * @throws {MediaFailure} as soon as the bytes cannot become an image; every later call throws it again.
   */
  push(chunk: Uint8Array): void
  /**
   * Says that the file is over.
   * @throws {MediaFailure} UNKNOWN_TYPE, MALFORMED, or TRUNCATED if the size of the picture was never reached.
   */
  end(): ImageFacts
  /** Known after the first bytes. */
  readonly type: MediaType | undefined
  /** What is known so far, so that a caller can refuse a picture by its size before it has all arrived. */
  readonly findings: Readonly<Findings>
}

/**
 * Starts an inspection of one file: sniffs, measures and verifies JPEG, PNG, GIF, WebP, AVIF or SVG.
 *
 * Decodes no pixels and inflates nothing. Time is linear in the file, memory bounded (at most 1 MiB, for the
 * largest directory of an AVIF file or tag of an SVG; one segment of a JPEG; a few bytes otherwise). How the file is
 * split makes no difference.
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
      trailingBytes: imageEnd === undefined ? 0 : bytes - imageEnd,
      bytes,
      plain: findings.plain,
      scans: findings.scans,
      gainMap: findings.gainMap,
    }
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
    end: () => guarded(conclude),
    get type() {
      return findings.type
    },
    findings,
  }
}

/**
 * What the image in `bytes` is.
 * @throws {MediaFailure}
 */
export function inspect(bytes: Uint8Array): ImageFacts {
  const inspector = createInspector()
  inspector.push(bytes)
  return inspector.end()
}
