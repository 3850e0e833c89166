import { expect, test } from 'bun:test'
import { withEnd } from '@pictoglyph/media/facts'
import { inspect } from '@pictoglyph/media/inspect/inspector'
import { sourceOf } from '@pictoglyph/media/strip/source'
import { planStrip, strippedChunks } from '@pictoglyph/media/strip/strip'
import sharp from 'sharp'
import { findJpegEnd } from '../src/jpeg-end.ts'
import { createSharpRenditionMaker } from '../src/sharp.ts'

const width = 50
const height = 41
const pixels = Uint8Array.from(
  { length: width * height * 3 },
  (_, index) => (index * 7919 + (index >> 5) * 31) & 255,
)
const picture = sharp(pixels, { raw: { width, height, channels: 3 } })
const kinds = [
  {},
  { chromaSubsampling: '4:4:4' },
  { progressive: true },
  { progressive: true, chromaSubsampling: '4:4:4' },
]
const jpegs = await Promise.all(
  kinds.map(async (kind) => new Uint8Array(await picture.clone().jpeg(kind).toBuffer())),
)

function join(...parts: (Uint8Array | string)[]): Uint8Array {
  return new Uint8Array(
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part))),
  )
}

async function endOf(bytes: Uint8Array): Promise<number | undefined> {
  const { openScan } = inspect(bytes)
  return (
    openScan && findJpegEnd(sharp, bytes.subarray(0, openScan.to), { scanFrom: openScan.from, width, height })
  )
}

const mark = 'PLANTED-51.5007N'
const planted = [
  '',
  mark,
  '\0\0\x01\x0a',
  '\xff\xa5',
  '\xff\x02',
  '\xff\xd8',
  '\xff\xd0',
  '\xff\0',
  '\xff\xe1\0\x20',
  '\xff',
]

test('data planted after a picture without its end marker is removed', async () => {
  for (const jpeg of jpegs) {
    for (const between of planted) {
      for (const after of planted) {
        const bytes = join(jpeg.subarray(0, -2), between, mark, after, '\xff\xa5', mark)
        const end = await endOf(bytes)
        expect([between, after, end]).toEqual([between, after, jpeg.length - 2])
        const facts = withEnd(inspect(bytes), end!)
        const plan = planStrip(sourceOf(bytes), 'keep', facts)
        expect(join(...strippedChunks(sourceOf(bytes), plan, facts))).toEqual(jpeg)
      }
    }
  }
}, 120_000)

test('a picture that lacks only its last byte is cut short, with a trailer too', async () => {
  for (const jpeg of jpegs) {
    for (const missing of [1, 2, 30, 200]) {
      const cut = jpeg.subarray(0, -2 - missing)
      expect(await endOf(cut)).toBeUndefined()
      expect(await endOf(join(cut, '\xff\xa5', mark))).toBeUndefined()
    }
  }
}, 60_000)

test('the end is found in a process of its own', async () => {
  const maker = createSharpRenditionMaker()
  const bytes = join(jpegs[1]!.subarray(0, -2), mark, '\xff\xa5')
  const { openScan } = inspect(bytes)
  const ask = (file: Uint8Array, to: number) =>
    maker.findEnd({
      staged: { read: (offset, length) => file.subarray(offset, offset + length) },
      openScan: { from: openScan!.from, to },
      width,
      height,
    })
  expect(await ask(bytes, openScan!.to)).toEqual({ kind: 'complete', end: jpegs[1]!.length - 2 })
  expect(await ask(bytes, jpegs[1]!.length - 9)).toEqual({ kind: 'incomplete' })
  await maker.close()
  expect(await ask(bytes, openScan!.to)).toEqual({ kind: 'incomplete' })
}, 60_000)
