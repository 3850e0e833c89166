import { expect, test } from 'bun:test'
import sharp from 'sharp'
import { withEnd } from '../src/facts.ts'
import { inspect } from '../src/inspect/inspector.ts'
import { sourceOf } from '../src/strip/source.ts'
import { planStrip, strippedChunks } from '../src/strip/strip.ts'
import { bytesOf, find } from './build/bytes.ts'
import { segment } from './build/jpeg.ts'
import { splitFile } from './file-parts.ts'
import { noise } from './samples.ts'

const baseline = new Uint8Array(await noise(3).jpeg().toBuffer())
const progressive = new Uint8Array(await noise(3).jpeg({ progressive: true }).toBuffer())
const endOf = (jpeg: Uint8Array) => jpeg.length - 2

const behind = [
  ['nothing', ''],
  ['half a marker', '\xff'],
  ['a known trailer', '\0\0\x01\x0aSamsung film \xff\xa5 text'],
  ['an impossible marker', '\xff\x02 place'],
  ['a second picture', '\xff\xd8\xff\xe1 film'],
  ['a segment that does not end', '\xff\xe1\xff\xff text'],
  ['a second frame', bytesOf('\xff\xc0\0\x0b\x08\0\x01\0\x01\x01\x01\x11\0')],
] as const

test.each(behind)(
  'a JPEG with %s in place of its end marker is open, and ends where a decoder says',
  async (_, tail) => {
    for (const jpeg of [baseline, progressive]) {
      const end = endOf(jpeg)
      const bytes = bytesOf(jpeg.subarray(0, end), tail)
      const facts = inspect(bytes)
      expect(facts).toMatchObject({ complete: false, openScan: { from: expect.any(Number) } })
      expect(facts.openScan!.to).toBeGreaterThanOrEqual(end)
      for (const mode of ['keep', 'strip', 'location'] as const) {
        const ended = withEnd(facts, end)
        const plan = planStrip(sourceOf(bytes), mode, ended)
        expect(bytesOf(...strippedChunks(sourceOf(bytes), plan, ended))).toEqual(jpeg)
        expect(plan.removed).toEqual(tail.length > 0 ? [{ kind: 'trailing', bytes: tail.length }] : [])
      }
    }
  },
)

test('metadata before such an end goes as from any picture', () => {
  const end = endOf(baseline)
  const bytes = bytesOf(
    baseline.subarray(0, 2),
    segment(0xfe, 'a mark'),
    baseline.subarray(2, end),
    '\xff\xa5mark',
  )
  const facts = withEnd(inspect(bytes), bytes.length - 6)
  const plan = planStrip(sourceOf(bytes), 'strip', facts)
  expect(bytesOf(...strippedChunks(sourceOf(bytes), plan, facts))).toEqual(baseline)
})

test('a progressive JPEG that lacks a scan is not open, wherever it ends', () => {
  const lastScan = Buffer.from(progressive).lastIndexOf('\xff\xda', progressive.length, 'latin1')
  for (const at of [lastScan, lastScan - 1, lastScan - 20]) {
    const facts = inspect(progressive.subarray(0, at))
    expect(facts).toMatchObject({ complete: false, openScan: undefined })
  }
  expect(() => inspect(bytesOf(progressive.subarray(0, lastScan), '\xff\xa5 film'))).toThrow('kind a5')
})

test.each([1, 2, 3])('a progressive JPEG without any detail of component %d is not open', (component) => {
  const { parts, joined } = splitFile('JPEG', progressive)
  const isItsDetail = (part: Uint8Array) => part[1] === 0xda && part[4] === 1 && part[5] === component
  const others = parts.map(({ bytes }) => bytes).filter((part) => !isItsDetail(part))
  expect(others.length).toBeLessThan(parts.length)
  expect(inspect(joined(others.slice(0, -1)))).toMatchObject({ complete: false, openScan: undefined })
})

test('tables behind the last scan, which no scan uses, are cut', async () => {
  const bytes = bytesOf(baseline.subarray(0, -2), segment(0xc4, 'hidden text'), '\xff\xd9')
  const facts = inspect(bytes)
  expect(facts).toMatchObject({ complete: true, plain: false })
  const plan = planStrip(sourceOf(bytes), 'strip', facts)
  const stripped = bytesOf(...strippedChunks(sourceOf(bytes), plan, facts))
  expect(find(stripped, 'hidden')).toBe(-1)
  expect((await sharp(stripped).metadata()).width).toBe(facts.width)
})
