import { describe, expect, test } from 'bun:test'
import { inspect } from '../src/inspect/inspector.ts'
import { box, fullBox, handler } from './build/avif.ts'
import { big, bytesOf, type Part } from './build/bytes.ts'

const type = box('ftyp', 'avis\0\0\0\0avismsf1')
const lengths = [5, 3, 8, 2, 7]
const total = lengths.reduce((sum, length) => sum + length)

interface Layout {
  /** Number of samples in each chunk. */
  chunks: number[]
  /** Runs of chunks with equal numbers of samples: the first chunk, and its samples. */
  runs: [number, number][]
  isLong: boolean
  /** Whether all samples have the same length. */
  isEven: boolean
  lengths: number[]
}

const usual: Layout = { chunks: [5], runs: [[1, 5]], isLong: false, isEven: false, lengths }

/** An entry that describes AV1. */
function pictures(flags = 0, kind = 'av01'): Uint8Array {
  const configuration = box('av1C', big(1, 0x81), big(1, 0), big(1, flags), '\0')
  return box(kind, big(24, 0), big(2, 3), big(2, 2), big(50, 0), box('pasp', big(8, 0)), configuration)
}

/** The samples follow one another from `dataAt`, with a byte between two chunks. */
function track(kind: string, entry: Uint8Array, dataAt: number, layout: Layout): Uint8Array {
  const sizes = layout.isEven
    ? [big(4, layout.lengths[0]!), big(4, layout.lengths.length)]
    : [big(4, 0), big(4, layout.lengths.length), layout.lengths.map((length) => big(4, length))]
  let at = dataAt
  let sample = 0
  const offsets = layout.chunks.map((count) => {
    const offset = at
    for (const length of layout.lengths.slice(sample, sample + count)) at += length
    at += 1
    sample += count
    return big(layout.isLong ? 8 : 4, offset)
  })
  const table = box(
    'stbl',
    fullBox('stsd', 0, 0, big(4, 1), entry),
    fullBox('stsz', 0, 0, sizes),
    fullBox(
      'stsc',
      0,
      0,
      big(4, layout.runs.length),
      layout.runs.map(([first, samples]) => [big(4, first), big(4, samples), big(4, 1)]),
    ),
    fullBox(layout.isLong ? 'co64' : 'stco', 0, 0, big(4, offsets.length), offsets),
  )
  return box('trak', box('mdia', handler(kind), box('minf', table)))
}

function sequence(
  changes: Partial<Layout>,
  held: number,
  further: (dataAt: number) => Part = () => '',
): Uint8Array {
  const layout = { ...usual, ...changes }
  const movie = (dataAt: number): Uint8Array =>
    box('moov', fullBox('mvhd', 0, 0), track('pict', pictures(), dataAt, layout), further(dataAt))
  const dataAt = type.length + movie(0).length + 8
  return bytesOf(type, movie(dataAt), box('mdat', new Uint8Array(held)))
}

describe('an AVIF sequence whose samples', () => {
  test.each([
    ['are in one chunk', {}, total],
    ['are in a chunk each', { chunks: [1, 1, 1, 1, 1], runs: [[1, 1]] }, total + 4],
    [
      'are in runs of chunks',
      {
        chunks: [2, 1, 1, 1],
        runs: [
          [1, 2],
          [2, 1],
        ],
      },
      total + 3,
    ],
    [
      'are in runs that change late',
      {
        chunks: [2, 2, 1],
        runs: [
          [1, 2],
          [3, 1],
        ],
      },
      total + 2,
    ],
    ['have places of 64 bits', { isLong: true }, total],
    ['are of one length', { isEven: true, lengths: [6, 6, 6, 6, 6] }, 30],
    [
      'are of one length, in a chunk each',
      { isEven: true, lengths: [6, 6, 6, 6, 6], chunks: [1, 1, 1, 1, 1], runs: [[1, 1]] },
      34,
    ],
  ] as [string, Partial<Layout>, number][])(
    '%s is complete with the last byte of them',
    (_, layout, bytes) => {
      const facts = { type: 'image/avif', width: 3, height: 2, frames: 5, bitsPerPixel: 24 } as const
      expect(inspect(sequence(layout, bytes))).toMatchObject({ ...facts, complete: true, trailingBytes: 0 })
      expect(inspect(sequence(layout, bytes - 1))).toMatchObject({ ...facts, complete: false })
      const tail = 'anything'
      expect(inspect(bytesOf(sequence(layout, bytes), tail)).trailingBytes).toBe(tail.length)
    },
  )

  test('are followed by those of another track is complete with the last byte of those', () => {
    const sound = (dataAt: number) =>
      track('soun', box('mp4a', big(28, 0)), dataAt + total, {
        ...usual,
        chunks: [1],
        runs: [[1, 1]],
        lengths: [9],
      })
    expect(inspect(sequence({}, total + 9, sound))).toMatchObject({ frames: 5, complete: true })
    expect(inspect(sequence({}, total + 8, sound))).toMatchObject({ frames: 5, complete: false })
  })

  test('go with others for transparency weighs more by a channel', () => {
    const alpha = (dataAt: number) => track('auxv', pictures(0x10), dataAt, usual)
    expect(inspect(sequence({}, total, alpha)).bitsPerPixel).toBe(32)
  })
})

function described(entry: Uint8Array): Uint8Array {
  const movie = (dataAt: number): Uint8Array => box('moov', track('pict', entry, dataAt, usual))
  const dataAt = type.length + movie(0).length + 8
  return bytesOf(type, movie(dataAt), box('mdat', new Uint8Array(total)))
}

test('a sequence has the depth of its samples, or 8 bits if that is unknown', () => {
  expect(inspect(described(pictures(0x40))).bitsPerPixel).toBe(48)
  const bare = box('av01', pictures().subarray(8, 8 + 78))
  expect(inspect(described(bare))).toMatchObject({ width: 3, height: 2, bitsPerPixel: 24, complete: true })
})

test('a sequence with a truncated description has no known size', () => {
  const short = box('av01', pictures().subarray(8, 8 + 77))
  expect(() => inspect(described(short))).toThrow(/ends before it says how large/)
  expect(() => inspect(described(bytesOf()))).toThrow(/ends before it says how large/)
})

test('a film in a file that calls itself a picture is none', () => {
  const movie = box('moov', track('pict', pictures(0, 'hvc1'), 0, { ...usual, lengths: [0, 0, 0, 0, 0] }))
  expect(() => inspect(bytesOf(type, movie))).toThrow(/ends before it says how large/)
})
