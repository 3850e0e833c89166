/** Recorded answers of the media package just below, at and just above each of its limits. */
import { expect, test } from 'bun:test'
import { deflateSync } from 'node:zlib'
import { expectRecorded } from '@pictoglyph/recorded'
import { MediaFailure } from '../src/failure.ts'
import { inspect } from '../src/inspect/inspector.ts'
import { u32le } from '../src/numbers.ts'
import { strip } from '../src/strip/strip.ts'
import { avif, box, size } from './build/avif.ts'
import { big, bytesOf } from './build/bytes.ts'
import { chunk, png } from './build/png.ts'
import { emptyProfile, withTags } from './build/profile.ts'
import { svg } from './build/svg.ts'
import { short, text, tiff } from './build/tiff.ts'
import * as webp from './build/webp.ts'
import { samples } from './samples.ts'
import { coded } from './stray-avif.ts'

const sampleOf = (name: string): Uint8Array => samples.find((sample) => sample.name === name)!.bytes
const zeros = (length: number): Uint8Array => new Uint8Array(length)

function avifOf(changes: Partial<Parameters<typeof avif>[0]>): Uint8Array {
  return avif({
    primary: 1,
    items: [{ id: 1, type: 'av01', data: coded.data, properties: [1, 2] }],
    properties: [size(37, 23), coded.configuration],
    ...changes,
  })
}

/** An EXIF block of this many bytes with an orientation, an owner and zeros. */
const exifOf = (length: number): Uint8Array => {
  const block = tiff({ entries: [short(0x0112, 6), text(0x8298, 'owner')] })
  return bytesOf(block, zeros(length - block.length))
}

/** An EXIF block whose directory, with an orientation, begins here. */
const lateExif = (at: number): Uint8Array =>
  bytesOf('II*\0', big(4, at).reverse(), zeros(at - 8), '\x01\0\x12\x01\x03\0\x01\0\0\0\x06\0\0\0\0\0\0\0')

/** A profile of this many bytes, whose last tag names a monitor. */
const profileOf = (length: number): Uint8Array =>
  withTags(emptyProfile, [
    ['mmod', 'monitor!'],
    ['wtpt', 'w'.repeat(length - 132 - 24 - 8)],
  ])

const grey = sampleOf('grey JPEG')
const scan = inspect(grey).scans[0]!
const scanHead = grey.lastIndexOf(0xda, scan.from) - 1
const lossy = sampleOf('lossy WebP')
const around = (limit: number): number[] => [limit - 1, limit, limit + 1]
const webpOf = (name: string, data: Uint8Array, flags: number): Uint8Array =>
  webp.extended(
    lossy,
    { width: 37, height: 23, flags },
    name === 'ICCP' ? [webp.chunk(name, data)] : [],
    name === 'ICCP' ? [] : [webp.chunk(name, data)],
  )
const free = box('free')
const directoryLength = avifOf({}).length - coded.data.length - 8 - 28

const limits: [name: string, counts: number[], file: (count: number) => Uint8Array][] = [
  [
    'scans of a JPEG',
    around(32),
    (count) =>
      bytesOf(grey.subarray(0, scanHead), Array(count).fill(grey.subarray(scanHead, scan.to)), '\xff\xd9'),
  ],
  ['boxes of an AVIF', around(10_001), (count) => avifOf({ further: [Array(count - 3).fill(free)] })],
  [
    'bytes of the types of an AVIF',
    around(4096),
    (count) => avifOf({ brands: `avif\0\0\0\0${'avif'.repeat((count >> 2) - 4)}${'x'.repeat(count & 3)}` }),
  ],
  [
    'bytes of a directory of an AVIF',
    around(1_048_576),
    (count) => avifOf({ inDirectory: [box('free', zeros(count - directoryLength))] }),
  ],
  [
    'boxes in a directory of an AVIF',
    around(20_000),
    (count) => avifOf({ inDirectory: [Array(count - 5).fill(free)] }),
  ],
  ['parts of an item of an AVIF', around(20_000), (count) => avifOf({ parts: count })],
  ['bytes of EXIF of a PNG', around(1_048_576), (count) => png(1, 1, chunk('eXIf', exifOf(count)))],
  ['bytes of EXIF of a WebP', around(1_048_576), (count) => webpOf('EXIF', exifOf(count), 0x08)],
  [
    'bytes before a directory of EXIF of a PNG',
    [65_521, 65_522, 65_523],
    (count) => png(1, 1, chunk('eXIf', lateExif(count))),
  ],
  [
    'bytes before a directory of EXIF of a WebP',
    [65_521, 65_522, 65_523],
    (count) => webpOf('EXIF', lateExif(count), 0x08),
  ],
  [
    'bytes of a profile of a PNG',
    around(1_048_576),
    (count) => png(1, 1, chunk('iCCP', 'icc\0\0', new Uint8Array(deflateSync(profileOf(count))))),
  ],
  [
    'bytes of a stored profile of a PNG',
    [1_048_000, 1_048_576],
    (count) =>
      png(1, 1, chunk('iCCP', 'icc\0\0', new Uint8Array(deflateSync(profileOf(count), { level: 0 })))),
  ],
  ['bytes of a profile of a WebP', around(1_048_576), (count) => webpOf('ICCP', profileOf(count), 0x20)],
  [
    'bytes before a place in a text of a PNG',
    [65_460, 65_472, 65_530],
    (count) => png(1, 1, chunk('tEXt', 'a\0', ' '.repeat(count), ':sublocation')),
  ],
  [
    'notes of an SVG',
    [200_000, 200_001],
    (count) =>
      svg(
        'xmlns:t="t"',
        `${'<g t:a="" t:b="" t:c="" t:d=""/>'.repeat(count >> 2)}<g ${['t:a=""', 't:b=""', 't:c=""'].slice(0, count & 3).join(' ')}/>`,
      ),
  ],
  [
    'pictures of an SVG',
    around(2_000),
    (count) => svg('', '<image href="data:image/bmp;base64,Qk0="/>'.repeat(count)),
  ],
  ['chunks of a PNG', [124_996, 124_997], (count) => png(1, 1, Array(count).fill(chunk('teXt')))],
]

function toldOf(file: Uint8Array): string {
  return ['inspected', 'strip', 'location']
    .map((mode) => {
      try {
        if (mode !== 'inspected') {
          const { bytes, removed } = strip(file, mode as 'strip')
          return `${mode} ${removed.map(({ kind, bytes }) => `${kind} ${bytes}`).join(' ') || 'nothing'}, ${bytes.length} left`
        }
        const { orientation, scans, complete, bytes } = inspect(file)
        return `${bytes} bytes, turned ${orientation}, ${scans.length} scans${complete ? '' : ', cut'}`
      } catch (error) {
        if (!(error instanceof MediaFailure)) throw error
        return `${error.code} ${error.message}`
      }
    })
    .filter((told, at, all) => all.indexOf(told) === at)
    .join('; ')
}

test('a WebP of more than 16 MiB tells its new size', () => {
  const pixels = bytesOf('\x10\0\0\x9d\x01\x2a\x04\0\x02\0', zeros(0x01_02_03_04))
  const file = webp.webp(
    webp.chunk('VP8X', '\0\0\0\0\x03\0\0\x01\0\0'),
    webp.chunk('VP8 ', pixels),
    webp.chunk('MINE', zeros(100)),
  )
  const { bytes } = strip(file, 'strip')
  expect(bytes.length).toBe(file.length - 108)
  expect(u32le(bytes, 4)).toBe(bytes.length - 8)
})

test('files at each limit are read, or refused, as recorded', async () => {
  const lines = limits.flatMap(([name, counts, file]) => [
    name,
    ...counts.map((count) => `  ${count}: ${toldOf(file(count))}`),
  ])
  await expectRecorded(new URL('./tables/limits.txt', import.meta.url), lines)
}, 120_000)
