import { expect, test } from 'bun:test'
import fc from 'fast-check'
import sharp from 'sharp'
import { MediaFailure } from '../src/failure.ts'
import { inspect } from '../src/inspect/inspector.ts'
import { strip } from '../src/strip/strip.ts'
import { find } from './build/bytes.ts'
import { runs } from './damage.ts'
import { splitFile } from './file-parts.ts'
import { readParts, stray } from './stray-parts.ts'

const words = `${stray} gps 48.85N 2.35E`
const steps = fc.array(
  fc.record({
    way: fc.constantFrom('longer', 'repeated', 'repeated longer', 'moved'),
    part: fc.nat(60),
    to: fc.nat(60),
  }),
  { minLength: 1, maxLength: 3 },
)

/** A file that decoders read completely, after parts of it were extended, repeated or moved. */
const planted = fc.tuple(fc.constantFrom(...readParts), steps).map(([[format, file], strokes]) => {
  const { parts, joined } = splitFile(format, file)
  for (const { way, part, to } of strokes) {
    const from = part % parts.length
    const { bytes, longer } = parts[from]!
    const changed =
      way.endsWith('longer') && longer ? { bytes: longer(words), longer: undefined } : parts[from]!
    if (way === 'longer') parts[from] = changed
    else {
      if (way === 'moved') parts.splice(from, 1)
      parts.splice(to % (parts.length + 1), 0, way === 'moved' ? { bytes, longer } : changed)
    }
  }
  return joined(parts.map(({ bytes }) => bytes))
})

/** Decodes damaged pictures too; their visible part must not change. */
async function pixelsOf(bytes: Uint8Array): Promise<Buffer | undefined> {
  try {
    return await sharp(bytes, { animated: true, failOn: 'none' }).raw().toBuffer()
  } catch {
    return undefined
  }
}

test('data planted after, between and in further parts is removed, and the picture is the same', async () => {
  await fc.assert(
    fc.asyncProperty(planted, fc.constantFrom('strip', 'location'), async (bytes, mode) => {
      try {
        const before = inspect(bytes)
        if (!before.complete) return
        const once = strip(bytes, mode)
        const after = inspect(once.bytes)
        expect(find(once.bytes, stray)).toBe(-1)
        expect(strip(once.bytes, mode)).toEqual({ bytes: once.bytes, removed: [] })
        expect(once.removed.length === 0).toBe(Buffer.compare(once.bytes, bytes) === 0)
        for (const trait of ['width', 'height', 'frames', 'orientation'] as const) {
          expect(after[trait]).toBe(before[trait])
        }
        expect(after).toMatchObject({ complete: true, trailingBytes: 0 })
        const shown = await pixelsOf(bytes)
        if (shown) expect((await pixelsOf(once.bytes))?.equals(shown)).toBe(true)
      } catch (error) {
        if (!(error instanceof MediaFailure)) throw error
      }
    }),
    { numRuns: runs(500) },
  )
})
