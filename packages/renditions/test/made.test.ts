import { expect, test } from 'bun:test'
import { inspect } from '@pictoglyph/media/inspect/inspector'
import type { RasterType } from '@pictoglyph/media/media-type'
import { expectRecorded } from '@pictoglyph/recorded'
import type { RenditionJob } from '@pictoglyph/site/images/rendition-maker'
import sharp from 'sharp'
import { createSharpRenditionMaker } from '../src/sharp.ts'

/** Quarters of four colours, by which a crop and a turn are seen. */
function quarters(width: number, height: number, { isFirstClear = false } = {}) {
  const channels = isFirstClear ? 4 : 3
  const corners = [
    [200, 0, 0],
    [0, 200, 0],
    [0, 0, 200],
    [200, 200, 0],
  ]
  const pixels = new Uint8Array(width * height * channels)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const colour = corners[2 * Number(y >= height / 2) + Number(x >= width / 2)]!
      const alpha = x < width / 2 && y < height / 2 ? 0 : 255
      pixels.set([...colour, alpha].slice(0, channels), (y * width + x) * channels)
    }
  }
  return sharp(pixels, { raw: { width, height, channels } })
}

/** A picture that no quality makes small. */
function noise(width: number, height: number) {
  let state = 1
  const pixels = Uint8Array.from({ length: width * height * 3 }, () => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648
    return state >> 16
  })
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

const bytesOf = async (made: ReturnType<typeof sharp>) => new Uint8Array(await made.toBuffer())

/** The dominant colours of the four corners, to a coarse step; `-` where it can be seen through. */
async function coloursOf(bytes: Uint8Array): Promise<string> {
  const { data, info } = await sharp(bytes).ensureAlpha().raw().toBuffer({ resolveWithObject: true })
  const [right, bottom] = [info.width - 1, info.height - 1]
  const places = [
    [0, 0],
    [right, 0],
    [0, bottom],
    [right, bottom],
  ] as const
  const colours = places.map(([x, y]) => {
    const [red = 0, green = 0, blue = 0, alpha = 0] = data.subarray(4 * (y * info.width + x))
    return alpha < 128 ? '-' : [red, green, blue].map((value) => Math.round(value / 64)).join('')
  })
  return colours.join(' ')
}

/** The first entries of the tables by which a JPEG was quantised, which its quality sets. */
function tablesOf(jpeg: Uint8Array): string {
  const at = Buffer.from(jpeg).indexOf(Buffer.from('ffdb', 'hex'))
  return [...jpeg.subarray(at + 5, at + 11)].join(' ')
}

const inside = (width: number, height: number) => ({ width, height, isCropped: false })
const cropped = (width: number, height: number) => ({ width, height, isCropped: true })

test('renditions have the sizes, colours and qualities that are recorded', async () => {
  const [wide, turned, clear] = [
    await bytesOf(quarters(80, 60).jpeg({ quality: 100 })),
    await bytesOf(quarters(80, 60).jpeg({ quality: 100 }).withMetadata({ orientation: 6 })),
    await bytesOf(quarters(80, 60, { isFirstClear: true }).png()),
  ]
  const turnedWebp = await bytesOf(quarters(80, 60).webp({ lossless: true }).withMetadata({ orientation: 6 }))
  const [opaque, turnedPng, wideStrip, highStrip] = [
    await bytesOf(quarters(80, 60).png()),
    await bytesOf(quarters(80, 60).png().withMetadata({ orientation: 6 })),
    await bytesOf(quarters(1_000, 4).png()),
    await bytesOf(quarters(4, 1_000).png()),
  ]
  const big = await bytesOf(noise(120, 120).png())
  const files: Record<string, [RasterType, Uint8Array]> = {
    'a JPEG': ['image/jpeg', wide],
    'a turned JPEG': ['image/jpeg', turned],
    'a WebP that says that it is turned': ['image/webp', turnedWebp],
    'a PNG with a clear corner': ['image/png', clear],
    'an opaque PNG': ['image/png', opaque],
    'a turned PNG': ['image/png', turnedPng],
    'a wide strip': ['image/png', wideStrip],
    'a high strip': ['image/png', highStrip],
    'a GIF': ['image/gif', await bytesOf(quarters(80, 60).gif())],
    'an AVIF': ['image/avif', await bytesOf(quarters(80, 60).avif({ effort: 0, lossless: true }))],
    noise: ['image/png', big],
  }
  const jobs: [
    file: string,
    format: RenditionJob['format'],
    shape: RenditionJob['shape'],
    maxBytes?: number,
  ][] = [
    ['a JPEG', 'webp', inside(40, 30)],
    ['a JPEG', 'webp', cropped(20, 20)],
    ['a JPEG', 'avif', cropped(10, 30)],
    ['a JPEG', 'jpeg', inside(80, 60)],
    ['a JPEG', 'webp', inside(40, 40)],
    ...[
      [40, 29],
      [40, 31],
      [40, 32],
      [41, 30],
      [42, 30],
    ].map(
      ([width = 0, height = 0]) =>
        ['a JPEG', 'webp', inside(width, height)] as [string, 'webp', RenditionJob['shape']],
    ),
    ['a wide strip', 'webp', inside(320, 1)],
    ['a high strip', 'webp', inside(1, 320)],
    ['an opaque PNG', 'avif', inside(40, 30)],
    ['a turned PNG', 'webp', inside(30, 40)],
    ['a turned JPEG', 'webp', inside(30, 40)],
    ['a WebP that says that it is turned', 'webp', inside(40, 30)],
    ['a PNG with a clear corner', 'webp', inside(40, 30)],
    ['a PNG with a clear corner', 'jpeg', inside(40, 30)],
    ['a GIF', 'webp', inside(40, 30)],
    ['an AVIF', 'webp', inside(40, 30)],
    ...[10_000, 8_200, 6_600, 5_300, 4_200, 3_200, 2_000, 1_000, 1].map(
      (maxBytes) =>
        ['noise', 'jpeg', inside(120, 120), maxBytes] as [string, 'jpeg', RenditionJob['shape'], number],
    ),
  ]
  const maker = createSharpRenditionMaker()
  const lines: string[] = []
  try {
    for (const [file, format, shape, maxBytes = 1_000_000] of jobs) {
      const [type, bytes] = files[file]!
      const made = await maker.make({
        ...{ type, format, shape, maxBytes, placeholder: true, batch: null, isAwaited: () => true },
        open: async () => ({ body: new Blob([bytes.slice()]) }),
      })
      const wanted = `${file} as ${format}, ${shape.isCropped ? 'cropped to' : 'within'} ${shape.width}×${shape.height}`
      if (made.kind !== 'made') {
        lines.push(`${wanted}: ${JSON.stringify(made)}`)
        continue
      }
      const facts = inspect(made.bytes)
      expect([facts.width, facts.height]).toEqual([made.width, made.height])
      const small = made.placeholder && inspect(Buffer.from(made.placeholder, 'base64'))
      const quality = format === 'jpeg' ? `, quantised by ${tablesOf(made.bytes)}` : ''
      const fits = made.bytes.length <= maxBytes ? '' : ', too large'
      const colours = file === 'noise' ? '' : `, ${await coloursOf(made.bytes)}`
      lines.push(
        `${wanted}${file === 'noise' ? ` of ${maxBytes} bytes` : ''}: ${made.width}×${made.height}${colours}${quality}${fits}, ` +
          (small ? `placeholder ${small.width}×${small.height}` : 'no placeholder'),
      )
    }
  } finally {
    await maker.close()
  }
  await expectRecorded(new URL('./made.txt', import.meta.url), lines)
}, 60_000)
