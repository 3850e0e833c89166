import { expect, test } from 'bun:test'
import { avif, box, codedPicture, size } from '@pictoglyph/media/test/build/avif'
import { big } from '@pictoglyph/media/test/build/bytes'
import { launchChromium } from '@pictoglyph/web/test/chromium'
import sharp from 'sharp'
import { postUpload, type UploadedData } from '../post-upload.ts'
import { openSite } from '../site-fixture.ts'

const testTimeoutMs = 120_000
const [width, height] = [60, 40]
const essential = 0x80

const picture = () => sharp({ create: { width, height, channels: 3, background: 'teal' } })

/** An AVIF with a rotation by this many quarters (ISO/IEC 23008-12, 6.5.10). */
async function turnedAvif(quarters: number): Promise<Uint8Array> {
  const coded = codedPicture(new Uint8Array(await picture().avif().toBuffer()))
  const properties = [size(width, height), coded.configuration, box('irot', big(1, quarters))]
  const item = { id: 1, type: 'av01', data: coded.data, properties: [1, 2, essential | 3] }
  return avif({ primary: 1, items: [item], properties })
}

async function turnedPictures(): Promise<{ name: string; bytes: Uint8Array; isTurned: boolean }[]> {
  const turned = [1, 2, 3, 4, 5, 6, 7, 8].flatMap((orientation) =>
    (['jpeg', 'webp', 'png'] as const).map(async (format) => ({
      name: `${format}, orientation ${orientation}`,
      bytes: new Uint8Array(await picture().withMetadata({ orientation })[format]().toBuffer()),
      isTurned: orientation >= 5 && format !== 'webp',
    })),
  )
  const avifs = [0, 1, 2, 3].map(async (quarters) => ({
    name: `avif, ${quarters} quarters`,
    bytes: await turnedAvif(quarters),
    isTurned: quarters % 2 === 1,
  }))
  return Promise.all([...turned, ...avifs])
}

interface MeasuredData extends UploadedData {
  width: number
  height: number
}

interface DryRunData {
  image: { width: number; height: number }
}

test(
  'a picture that lies on its side in the file is as wide and high as a browser shows it',
  async () => {
    await using site = await openSite()
    await using browser = await launchChromium()
    const page = await browser.newPage()
    const { apiKey: key, categoryId } = site
    for (const { name, bytes, isTurned } of await turnedPictures()) {
      const shown = isTurned ? [height, width] : [width, height]
      const sent = () => ({ key, file: new File([bytes.slice()], 'turned'), fields: { categoryId } })
      const dry = await postUpload<DryRunData>(site.url, { ...sent(), query: '?dryRun=1' })
      expect([name, dry.body.data.image.width, dry.body.data.image.height]).toEqual([name, ...shown])
      const { data } = (await postUpload<MeasuredData>(site.url, sent())).body
      expect([name, data.width, data.height]).toEqual([name, ...shown])
      const html = await (await fetch(data.pageUrl)).text()
      expect(html).toContain(`width="${shown[0]}" height="${shown[1]}"`)
      expect(html).toContain(`${shown[0]} × ${shown[1]}`)
      expect(html).toContain(`property="og:image:width" content="${shown[0]}"`)
      await page.setContent(`<img src="${data.url}">`)
      await page.waitForFunction(() => document.images[0]?.complete)
      const seen = await page.evaluate(() => [
        document.images[0]!.naturalWidth,
        document.images[0]!.naturalHeight,
      ])
      expect([name, ...seen]).toEqual([name, ...shown])
    }
  },
  testTimeoutMs,
)
