import { malformed, type ReadState, type Scan, type Step, type Steps, skip } from './steps.ts'

/** Runs a format reader over a file that arrives in chunks. */
export interface Driver {
  push(chunk: Uint8Array): void
  /** The offset at which the image ended, or `undefined` if the file ended first. */
  end(): number | undefined
}

/** Far more than honest files need, and few enough that a hostile one costs no more than a large one. */
const maxSteps = 250_000

const nothing = new Uint8Array(0)

/**
 * Feeds `reader` from chunks of any size, so that how a file was split never shows in the outcome.
 *
 * Holds no more than one `take` of the reader. A skip costs the same however long it is.
 * @throws {MediaFailure} MALFORMED, from the reader, or if the file is cut into too many parts
 */
export function createDriver(reader: Steps, file: ReadState): Driver {
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

  /** Each of these uses the chunk from `at` on and answers where it stopped: its length if it wants more. */
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

  /** Steps of no length are done without a byte, so that a file may end right after them. */
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
    end() {
      while (!done && step.mayEnd) {
        resume(held.subarray(0, progress), chunkStart)
        passEmptySteps(chunkStart)
      }
      return imageEnd
    },
  }
}
