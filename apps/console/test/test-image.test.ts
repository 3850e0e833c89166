import { expect, test } from 'bun:test'
import { inspect } from '@pictoglyph/media/inspect/inspector'
import { mediaTypes, rasterTypes } from '@pictoglyph/media/media-type'
import sharp from 'sharp'
import { testImage } from '../src/keys/test-image.ts'

const shadesOf = (bytes: Uint8Array) =>
  sharp(bytes, { failOn: 'warning' })
    .resize(64, 64)
    .flatten({ background: 'white' })
    .greyscale()
    .raw()
    .toBuffer()

for (const type of mediaTypes) {
  test(`the test image as ${type} is of that type, and sound`, async () => {
    const bytes = testImage([type])
    expect(inspect(bytes)).toMatchObject({ type })
    expect(new Set(await shadesOf(bytes)).size).toBeGreaterThan(1)
  })
}

for (const type of rasterTypes) {
  test(`the test image as ${type} shows all that it shows as PNG`, async () => {
    const png = await shadesOf(testImage(['image/png']))
    const own = await shadesOf(testImage([type]))
    expect(own.filter((shade, at) => Math.abs(shade - (png[at] ?? Number.NaN)) > 64)).toHaveLength(0)
    expect(own).toHaveLength(png.length)
  })
}

test('of several types the test image has PNG, which every program sends', () => {
  const png = testImage(['image/png'])
  for (const types of [mediaTypes, ['image/avif', 'image/png'], []] as const) {
    expect(testImage(types)).toEqual(png)
  }
})
