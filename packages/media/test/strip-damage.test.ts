import { expect, test } from 'bun:test'
import fc from 'fast-check'
import { MediaFailure } from '../src/failure.ts'
import { inspect } from '../src/inspect/inspector.ts'
import { sourceOf } from '../src/strip/source.ts'
import { planStrip, strip } from '../src/strip/strip.ts'
import { damaged, runs } from './damage.ts'
import { markedImages } from './marked.ts'
import { samples } from './samples.ts'

const files = [...markedImages, ...markedImages, ...samples].map(({ bytes }) => bytes)

/** The outcome of stripping a file: `refused`, or whether all promises were kept. */
function outcomeOf(bytes: Uint8Array, mode: 'strip' | 'location'): 'refused' | 'kept its promises' | object {
  try {
    const before = inspect(bytes)
    const once = strip(bytes, mode)
    const twice = strip(once.bytes, mode)
    const after = inspect(once.bytes)
    const broken = {
      size: before.width !== after.width || before.height !== after.height,
      frames: before.frames !== after.frames,
      orientation: before.orientation !== after.orientation,
      gainMap:
        before.gainMap?.width !== after.gainMap?.width || before.gainMap?.height !== after.gainMap?.height,
      end: !after.complete || after.trailingBytes > 0,
      length: before.type === 'image/avif' && once.bytes.length !== bytes.length - before.trailingBytes,
      silence: once.removed.length === 0 && Buffer.compare(once.bytes, bytes) !== 0,
      repetition: twice.removed.length > 0 || Buffer.compare(once.bytes, twice.bytes) !== 0,
    }
    return Object.values(broken).includes(true) ? broken : 'kept its promises'
  } catch (error) {
    if (error instanceof MediaFailure) return 'refused'
    throw error
  }
}

test('damaged images are refused or stripped as promised', () => {
  fc.assert(
    fc.property(damaged(files), fc.constantFrom('strip', 'location'), (bytes, mode) => {
      expect(outcomeOf(bytes, mode)).toBeOneOf(['refused', 'kept its promises'])
    }),
    { numRuns: runs(3000) },
  )
})

test('the plan for a plain image removes nothing', () => {
  fc.assert(
    fc.property(damaged(files), fc.constantFrom('strip', 'location'), (bytes, mode) => {
      const source = sourceOf(bytes)
      const planned = (plain: boolean) =>
        planOrRefusal(() => planStrip(source, mode, { ...inspect(bytes), plain }))
      if (planOrRefusal(() => inspect(bytes).plain) === true) expect(planned(true)).toEqual(planned(false))
    }),
    { numRuns: runs(3000) },
  )
})

function planOrRefusal<T>(work: () => T): T | 'refused' {
  try {
    return work()
  } catch (error) {
    if (error instanceof MediaFailure) return 'refused'
    throw error
  }
}
