import { avif, codedPicture, size } from '../build/avif.ts'
import { big, bytesOf } from '../build/bytes.ts'
import { segment, withSegments } from '../build/jpeg.ts'
import { chunk, png } from '../build/png.ts'
import { short, text, tiff } from '../build/tiff.ts'
import * as webp from '../build/webp.ts'
import { noise } from '../samples.ts'
import { type DamagedSample, place, sample } from './damaged-sample.ts'
import { exifBlocks } from './exif-blocks.ts'

const jpeg = new Uint8Array(await noise(3).jpeg().toBuffer())
const plainWebp = new Uint8Array(await noise(3).webp().toBuffer())
const coded = codedPicture(new Uint8Array(await noise(3).avif({ effort: 0 }).toBuffer()))

const carriers: [name: string, carry: (block: Uint8Array) => Uint8Array][] = [
  ['JPEG', (block) => withSegments(jpeg, segment(0xe1, 'Exif\0\0', block))],
  ['PNG', (block) => png(3, 3, chunk('eXIf', block))],
  [
    'WebP',
    (block) =>
      webp.extended(plainWebp, { width: 37, height: 23, flags: 0x08 }, [], [webp.chunk('EXIF', block)]),
  ],
  [
    'AVIF',
    (block) =>
      avif({
        primary: 1,
        items: [
          { id: 1, type: 'av01', data: coded.data, properties: [1, 2] },
          { id: 2, type: 'Exif', data: bytesOf(big(4, 0), block), properties: [] },
        ],
        properties: [size(37, 23), coded.configuration],
        references: [{ type: 'cdsc', from: 2, to: [1] }],
      }),
  ],
]

const silent = tiff({ entries: [text(0x8298, 'somebody')] })
const turning = (orientation: number): Uint8Array => tiff({ entries: [short(0x0112, orientation)] })
/** An EXIF block that can't be read to its end. */
const unfollowable = (orientation: number): Uint8Array => {
  const pointer = { tag: 0x8769, type: 4, count: 1, data: bytesOf('\xff\xff\xff\x7f') }
  return tiff({ entries: [short(0x0112, orientation), pointer, text(0x8298, place)] })
}
const pairs: [name: string, blocks: Uint8Array[], orientation: number][] = [
  ['a block that says nothing before one that is damaged', [silent, unfollowable(6)], 6],
  ['a damaged block that says upright before one that says otherwise', [unfollowable(1), turning(6)], 1],
  ['a damaged block before one that says otherwise', [unfollowable(3), turning(6)], 3],
  ['a sound block before a damaged one that says otherwise', [turning(8), unfollowable(6)], 8],
  ['two blocks that say nothing they may before another', [silent, unfollowable(0), turning(5)], 5],
]

/** Several blocks. The first one with an orientation turns the picture. */
const several: DamagedSample[] = pairs.flatMap(([name, blocks, orientation]) => [
  sample(
    `JPEG with ${name}`,
    withSegments(
      jpeg,
      blocks.map((block) => segment(0xe1, 'Exif\0\0', block)),
    ),
    ['exif'],
    {
      facts: { orientation },
    },
  ),
  sample(
    `PNG with ${name}`,
    png(
      3,
      3,
      blocks.map((block) => chunk('eXIf', block)),
    ),
    ['exif'],
    { facts: { orientation } },
  ),
])

export const damagedExif: DamagedSample[] = several.concat(
  carriers.flatMap(([carrier, carry]) =>
    exifBlocks.map(({ name, block, location, strip, planted, stay, orientation }) =>
      // EXIF never turns an AVIF: all of it is removed, or everything but the place stays.
      sample(
        `${carrier} whose EXIF ${name}`,
        carry(block),
        carrier === 'AVIF' && stay.length === 0 ? ['exif'] : location,
        {
          strip: carrier === 'AVIF' ? ['exif'] : strip,
          planted,
          stay,
          facts: carrier === 'AVIF' ? { orientation: 1 } : orientation === undefined ? {} : { orientation },
        },
      ),
    ),
  ),
)
