import { describe, expect, test } from 'bun:test'
import { strip } from '../src/strip/strip.ts'
import { find } from './build/bytes.ts'
import { application, gif, onePixelFrame } from './build/gif.ts'
import { segment, withSegments } from './build/jpeg.ts'
import { chunk, png } from './build/png.ts'
import { text, tiff } from './build/tiff.ts'
import * as webp from './build/webp.ts'
import { noise } from './samples.ts'

const place = 'PlantedPlace'
const plainWebp = new Uint8Array(await noise(3).webp().toBuffer())
const plainJpeg = new Uint8Array(await noise(3).jpeg().toBuffer())

/** Files with EXIF in positions that viewers ignore, although programs that list metadata find it. */
function strayIn(exif: Uint8Array): [name: string, bytes: Uint8Array][] {
  return [
    ['WebP without a head that announces it', webp.webp(plainWebp.subarray(12), webp.chunk('EXIF', exif))],
    ['JPEG with another byte after its name', withSegments(plainJpeg, segment(0xe1, 'Exif\0\xff', exif))],
    ['JPEG in the segment of a program', withSegments(plainJpeg, segment(0xe3, 'Meta\0\0', exif))],
    ['PNG in a chunk of a program', png(3, 2, chunk('prVt', exif))],
    ['GIF in the extension of a program', gif(3, 3, application('SOMEBODYS01', exif), onePixelFrame())],
  ]
}

describe.each(['II', 'MM'] as const)(
  'an EXIF block in byte order %s that names a place goes from a',
  (order) => {
    const exif = tiff(
      { entries: [{ tag: 0x8825, type: 4, count: 1, data: { entries: [text(0x0012, place)] } }] },
      order,
    )

    test.each(strayIn(exif))('%s, with the location', (_, bytes) => {
      expect(find(strip(bytes, 'location').bytes, place)).toBe(-1)
    })
  },
)
