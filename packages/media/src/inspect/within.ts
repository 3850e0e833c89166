import { MediaFailure } from '../failure.ts'
import { type ReadState, type Scan, type Step, scanToEnd } from './steps.ts'

/** Honest pictures need far fewer. */
const maxSteps = 10_000

const nothing = new Uint8Array(0)

/**
 * Runs `reader` within the bytes before `limit`, and returns its result. Returns `undefined` if it needs more, the
 * file ends or the bytes break a rule. This does not make the file invalid.
 */
export function* readWithin<T>(
  file: ReadState,
  limit: number,
  reader: Generator<Step, T, Uint8Array>,
): Generator<Step, T | undefined, Uint8Array> {
  let bytes: Uint8Array = nothing
  for (let steps = 0; steps < maxSteps; steps++) {
    const next = resume(reader, bytes)
    if (next === undefined || next.done) return next?.value
    const step = next.value
    const room = limit - file.offset
    if (step.kind === 'scan') {
      const bounded = boundScan(step.scan, room)
      yield scanToEnd(bounded.scan)
      if (!bounded.hasFound) return undefined
      bytes = nothing
    } else {
      const end = file.offset + step.count
      if (end > limit) return undefined
      bytes = yield { ...step, mayEnd: true }
      if (file.offset !== end) return undefined
    }
  }
  return undefined
}

function resume<T>(
  reader: Generator<Step, T, Uint8Array>,
  bytes: Uint8Array,
): IteratorResult<Step, T> | undefined {
  try {
    return reader.next(bytes)
  } catch (error) {
    if (error instanceof MediaFailure) return undefined
    throw error
  }
}

/** Limits a scan to `room` bytes. */
function boundScan(scan: Scan, room: number): { scan: Scan; readonly hasFound: boolean } {
  let left = room
  let hasFound = false
  return {
    scan(chunk, from) {
      const to = Math.min(chunk.length, from + left)
      const next = scan(chunk.subarray(0, to), from)
      hasFound = next !== -1
      if (hasFound) return next
      left -= to - from
      return left > 0 ? -1 : to
    },
    get hasFound() {
      return hasFound
    },
  }
}
