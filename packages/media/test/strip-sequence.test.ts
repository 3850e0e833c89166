import { describe, expect, test } from 'bun:test'
import { inspect } from '../src/inspect/inspector.ts'
import { strip } from '../src/strip/strip.ts'
import { avis, box, codedPicture, fullBox, handler } from './build/avif.ts'
import { big, bytesOf, find } from './build/bytes.ts'
import { opaque, owner } from './marked.ts'
import { noise } from './samples.ts'

const width = 37
const height = 23
const voice = 'PlantedVoice'
const coded = codedPicture(new Uint8Array(await noise(3).avif({ effort: 0 }).toBuffer()))
const sequence = avis(width, height, 3, coded, {
  program: owner,
  tracks: [
    { handler: 'soun', sample: voice },
    { handler: 'meta', sample: opaque },
  ],
})
const bare = avis(width, height, 3, coded)

/** The bytes of its pictures, which follow one another. */
function picturesIn(bytes: Uint8Array): Uint8Array {
  const from = find(bytes, 'mdat') + 4
  return bytes.subarray(from, from + 3 * coded.data.length)
}

describe('an AVIF sequence with sound and notes that run along', () => {
  test('keeps nothing but its pictures when stripped', () => {
    const { bytes, removed } = strip(sequence, 'strip')
    for (const word of [owner, voice, opaque, 'soun']) expect(find(bytes, word)).toBe(-1)
    expect(removed.map(({ kind }) => kind)).toEqual(['application'])
  })

  test('keeps its sound, and not the notes, which may name places, when its location is removed', () => {
    const { bytes, removed } = strip(sequence, 'location')
    expect(find(bytes, opaque)).toBe(-1)
    for (const word of [owner, voice]) expect(find(bytes, word)).toBe(find(sequence, word))
    expect(removed.map(({ kind }) => kind)).toEqual(['application'])
  })

  test.each(['strip', 'location'] as const)('shows the same pictures after %s', (mode) => {
    const { bytes } = strip(sequence, mode)
    expect(inspect(bytes)).toEqual(inspect(sequence))
    expect(picturesIn(bytes)).toEqual(picturesIn(sequence))
    expect(strip(bytes, mode)).toEqual({ bytes, removed: [] })
  })

  test.each([
    [0, 4],
    [1, 8],
  ])('loses the times at which it was made when stripped, in version %d', (version, length) => {
    const dated = (ms: number) => {
      const head = (type: string) =>
        fullBox(type, version, 0, big(length, ms), big(length, ms), big(8, 1_000))
      return avis(width, height, 3, coded, { heads: { movie: head('mvhd'), media: head('mdhd') } })
    }
    const bytes = dated(3_900_000_000)
    expect(strip(bytes, 'strip')).toEqual({ bytes: dated(0), removed: [{ kind: 'time', bytes: 4 * length }] })
    expect(strip(bytes, 'location')).toEqual({ bytes, removed: [] })
  })

  test('loses the names of its program when stripped, also where it has nothing else', () => {
    const { bytes, removed } = strip(avis(width, height, 3, coded, { program: owner }), 'strip')
    expect(find(bytes, owner)).toBe(-1)
    expect(removed.map(({ kind }) => kind)).toEqual(['application'])
  })

  test('loses the name of its encoder, even if nothing follows, and no more', () => {
    const description = bytesOf(big(24, 0), big(2, width), big(2, height), big(14, 0))
    const entry = box('av01', description, big(1, owner.length), owner.padEnd(31, '\0'), big(4, 0))
    const table = box(
      'stbl',
      fullBox('stsd', 0, 0, big(4, 2), entry, box('mp4a', big(28, 0))),
      fullBox('stsz', 0, 0, big(4, 1), big(4, 1)),
    )
    const track = box('trak', box('mdia', handler('pict'), box('minf', table)))
    const bytes = bytesOf(box('ftyp', 'avis\0\0\0\0avismsf1'), box('moov', track))
    expect(inspect(bytes)).toMatchObject({ width, height, frames: 1, complete: true })
    const { bytes: kept } = strip(bytes, 'strip')
    expect(find(kept, owner)).toBe(-1)
    expect(inspect(kept)).toEqual(inspect(bytes))
  })

  test.each(['strip', 'location'] as const)('loses a single byte that it hides, after %s', (mode) => {
    const film = (type: string, content: string) =>
      avis(width, height, 3, coded, { heads: { movie: box(type, content) } })
    const removed = [{ kind: 'application' as const, bytes: 1 }]
    expect(strip(film('abcd', 'x'), mode)).toEqual({ bytes: film('free', '\0'), removed })
    expect(strip(film('free', '\0'), mode).removed).toEqual([])
  })

  test('is left as it is where it has neither', () => {
    expect(strip(bare, 'strip')).toEqual({ bytes: bare, removed: [] })
  })
})
