import { describe, expect, test } from 'bun:test'
import { createInspector, inspect } from '../src/inspect/inspector.ts'
import type { StripPlan } from '../src/strip/plan.ts'
import { sourceOf } from '../src/strip/source.ts'
import { strip, stripPlanning } from '../src/strip/strip.ts'
import { box, fullBox, pictureHandler, size } from './build/avif.ts'
import { big, bytesOf, type Part } from './build/bytes.ts'
import { gif, onePixelFrame } from './build/gif.ts'
import { segment } from './build/jpeg.ts'
import { chunk, png } from './build/png.ts'
import { svg } from './build/svg.ts'
import { refusalOf } from './refusal-of.ts'

function repeated(count: number, ...parts: Part[]): Uint8Array {
  const unit = bytesOf(...parts)
  const all = new Uint8Array(count * unit.length)
  for (let index = 0; index < count; index++) all.set(unit, index * unit.length)
  return all
}

const frame = segment(0xc0, big(1, 8), big(2, 2), big(2, 3), big(1, 1), '\x01\x11\0')
const scan = segment(0xda, '\x01\x01\0\0\x3f\0')
const jpeg = (parts: Part): Uint8Array => bytesOf('\xff\xd8', parts, frame, scan, 'x\xff\xd9')

const cutSmall: [what: string, ofParts: (parts: number) => Uint8Array][] = [
  ['segments of a JPEG', (parts) => jpeg(repeated(parts, segment(0xfe)))],
  ['chunks of a PNG', (parts) => png(2, 2, repeated(parts, chunk('tEXt')))],
  ['blocks of a GIF', (parts) => gif(1, 1, repeated(parts, '!\xfe\0'), onePixelFrame())],
]

test.each(cutSmall)('a file of 200,000 %s is refused', (_, ofParts) => {
  expect(refusalOf(ofParts(200_000)).message).toInclude('too many small parts')
})

test.each(cutSmall)('a file of 30,000 %s is taken', (_, ofParts) => {
  expect(inspect(ofParts(30_000)).complete).toBe(true)
})

function avifWith(inside: Part): Uint8Array {
  const meta = fullBox('meta', 0, 0, pictureHandler, inside)
  return bytesOf(box('ftyp', 'avif\0\0\0\0avifmif1'), meta)
}

test('an AVIF with more boxes in one than any encoder writes is refused', () => {
  const properties = (count: number) => box('iprp', box('ipco', size(2, 3), repeated(count, box('free'))))
  expect(refusalOf(avifWith(properties(25_000))).message).toInclude('more than 20000 boxes')
  expect(refusalOf(avifWith(properties(15_000))).message).not.toInclude('boxes')
})

test('an AVIF whose items are in more parts than any encoder writes is refused', () => {
  const parts = (count: number) => repeated(count, big(4, 0), big(4, 1))
  const location = (id: number, count: number): Part => [big(2, id), big(2, 0), big(2, count), parts(count)]
  const locations = fullBox('iloc', 0, 0, '\x44\0', big(2, 2), location(1, 15_000), location(2, 15_000))
  expect(refusalOf(avifWith(locations)).message).toInclude('more than 20000 parts')
})

const picture = 'data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7'
const withPictures = (count: number) =>
  bytesOf(svg('width="9" height="9"', repeated(count, `<image href="${picture}"/>`)))

test('an SVG with more than 2,000 pictures in it is refused where their metadata would be looked for', () => {
  expect(() => strip(withPictures(2_001), 'strip')).toThrow(/more than 2000 pictures/)
  expect(strip(withPictures(2_000), 'strip').removed).toEqual([])
  expect(strip(withPictures(2_001), 'keep').removed).toEqual([])
})

describe('a plan of many pieces', () => {
  const bytes = png(2, 2, repeated(40_000, chunk('tEXt'), chunk('IDAT')))

  test('is made in steps, so that others go on between them', () => {
    const inspector = createInspector()
    inspector.push(bytes)
    const steps = stripPlanning(sourceOf(bytes), 'strip', inspector.end())
    let count = 0
    let plan: StripPlan | undefined
    for (;;) {
      const step = steps.next()
      if (step.done) plan = step.value
      if (step.done) break
      count++
    }
    expect(plan?.pieces.length).toBe(40_001)
    // One for each chunk, and some for the plan itself.
    expect(count).toBeGreaterThan(80_003 + 5)
  })
})
