import { expect, test } from 'bun:test'
import { inspect } from '../src/inspect/inspector.ts'
import { strip } from '../src/strip/strip.ts'
import { bytesOf, find } from './build/bytes.ts'
import { segment } from './build/jpeg.ts'
import { blackPixels, chunk, header, imageEnd, pngSignature } from './build/png.ts'
import { short, tiff } from './build/tiff.ts'
import { noise } from './samples.ts'

const turned = tiff({ entries: [short(0x0112, 6)] })
const plainJpeg = new Uint8Array(await noise(3).jpeg().toBuffer())

const ignored: [where: string, bytes: Uint8Array][] = [
  [
    'behind the pixels of a PNG',
    bytesOf(pngSignature, header(2, 2), chunk('IDAT', blackPixels(2, 2)), chunk('eXIf', turned), imageEnd),
  ],
  [
    'behind the scan of a JPEG',
    bytesOf(plainJpeg.subarray(0, -2), segment(0xe1, 'Exif\0\0', turned), '\xff\xd9'),
  ],
]

test.each(ignored)('an orientation %s, which viewers ignore, is neither believed nor kept', (_, bytes) => {
  expect(inspect(bytes).orientation).toBe(1)
  const stripped = strip(bytes, 'strip')
  expect(find(stripped.bytes, 'II*\0')).toBe(-1)
  expect(inspect(stripped.bytes)).toMatchObject({ orientation: 1, complete: true })
  expect(inspect(strip(bytes, 'location').bytes).orientation).toBe(1)
})

test('an orientation before it is kept, whatever follows', () => {
  const upright = tiff({ entries: [short(0x0112, 3)] })
  const bytes = bytesOf(
    pngSignature,
    header(2, 2),
    chunk('eXIf', upright),
    chunk('IDAT', blackPixels(2, 2)),
    chunk('eXIf', turned),
    imageEnd,
  )
  expect(inspect(bytes).orientation).toBe(3)
  expect(inspect(strip(bytes, 'strip').bytes).orientation).toBe(3)
})
