import { expect, test } from 'bun:test'
import { avif, box, codedPicture, size } from '@pictoglyph/media/test/build/avif'
import { big } from '@pictoglyph/media/test/build/bytes'
import { launchChromium } from '@pictoglyph/web/test/chromium'
import sharp from 'sharp'
import { postUpload, type UploadedData } from '../post-upload.ts'
import { openSite, type SiteFixture } from '../site-fixture.ts'

const testTimeoutMs = 60_000
const [width, height] = [120, 160]
const essential = 0x80

const plain = sharp({ create: { width, height, channels: 3, background: 'teal' } })
const coded = codedPicture(new Uint8Array(await plain.avif().toBuffer()))

/** A picture of which 96 × 132 pixels are visible, at this offset from its middle. */
function cropped(columns: number, rows: number): File {
  const numbers = [96, 1, 132, 1, columns, 1, rows, 1]
  const clap = box(
    'clap',
    numbers.map((number) => big(4, number < 0 ? number + 2 ** 32 : number)),
  )
  const properties = [size(width, height), coded.configuration, clap]
  const item = { id: 1, type: 'av01', data: coded.data, properties: [1, 2, essential | 3] }
  return new File([avif({ primary: 1, items: [item], properties }).slice()], 'cropped.avif')
}

interface MeasuredData extends UploadedData {
  width: number
  height: number
}

function upload(site: SiteFixture, file: File) {
  const fields = { categoryId: site.categoryId }
  return postUpload<MeasuredData>(site.url, { key: site.apiKey, file, fields })
}

test.each([
  ['from its first pixel', cropped(-12, -14), [96, 132]],
  ['elsewhere', cropped(0, 0), [width, height]],
])(
  'an AVIF that is cropped %s is as large as a browser shows it',
  async (_, file, shown) => {
    await using site = await openSite()
    await using browser = await launchChromium()
    const page = await browser.newPage()
    const { body } = await upload(site, file)
    expect([body.data.width, body.data.height]).toEqual(shown)
    await page.setContent(`<img src="${body.data.url}">`)
    await page.waitForFunction(() => document.images[0]?.complete)
    const seen = await page.evaluate(() => [
      document.images[0]!.naturalWidth,
      document.images[0]!.naturalHeight,
    ])
    expect(seen).toEqual(shown)
  },
  testTimeoutMs,
)

test('what a crop hides has to be decoded, and counts for the limits', async () => {
  await using site = await openSite()
  await site.setPolicy('upload.maxPixels', String(width * height))
  expect((await upload(site, cropped(-12, -14))).status).toBe(200)
  await site.setPolicy('upload.maxPixels', String(width * height - 1))
  const { status, body } = await upload(site, cropped(-12, -14))
  expect([status, body.error?.code]).toEqual([400, 'INVALID_IMAGE'])
})
