import { expect, test } from 'bun:test'
import { avif, box, codedPicture, size } from '@pictoglyph/media/test/build/avif'
import { big, bytesOf, type Part } from '@pictoglyph/media/test/build/bytes'
import { chunk } from '@pictoglyph/media/test/build/png'
import { launchChromium } from '@pictoglyph/web/test/chromium'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { postUpload } from '../post-upload.ts'
import { openSite } from '../site-fixture.ts'

const testTimeoutMs = 60_000
const [width, height] = [400, 300]

/** All hues, from dark to light. */
const pixels = Uint8Array.from({ length: width * height * 3 }, (_, index) => {
  const [x, y] = [Math.floor(index / 3) % width, Math.floor(index / 3 / width)]
  const hue = (y / height) * 6 + 2 * (index % 3)
  const share = Math.min(1, Math.max(0, Math.abs((hue % 6) - 3) - 1))
  return Math.round((x / width) * 255 * (y < 60 ? 1 : 0.3 + 0.7 * share))
})
const picture = sharp(pixels, { raw: { width, height, channels: 3 } })
const plain = new Uint8Array(await picture.clone().png().toBuffer())
const deep = new Uint8Array(await picture.clone().toColourspace('rgb16').png().toBuffer())
const clear = new Uint8Array(await picture.clone().ensureAlpha(0.5).png().toBuffer())
const deepClear = new Uint8Array(
  await picture.clone().ensureAlpha(0.5).toColourspace('rgb16').png().toBuffer(),
)
const grey = new Uint8Array(await picture.clone().toColourspace('b-w').png().toBuffer())
const deepGrey = new Uint8Array(await picture.clone().toColourspace('grey16').png().toBuffer())
const indexed = new Uint8Array(await picture.clone().png({ palette: true, dither: 0 }).toBuffer())
const withProfile = new Uint8Array(await picture.clone().withIccProfile('p3').png().toBuffer())
const coded = codedPicture(
  new Uint8Array(await picture.clone().avif({ quality: 90, chromaSubsampling: '4:4:4' }).toBuffer()),
)

const headerEnd = 33

function png(bytes: Uint8Array, ...chunks: Part[]): Uint8Array {
  return bytesOf(bytes.subarray(0, headerEnd), ...chunks, bytes.subarray(headerEnd))
}

const codePoints = (primaries: number, transfer: number) =>
  chunk('cICP', big(1, primaries), big(1, transfer), '\0\x01')
const gamma = (value: number) => chunk('gAMA', big(4, value))
const chromaticities = (...values: number[]) => chunk('cHRM', ...values.map((value) => big(4, value)))
const p3 = chromaticities(31270, 32900, 68000, 32000, 26500, 69000, 15000, 6000)

function codedAs(primaries: number, transfer: number, matrix: number): Uint8Array {
  const colour = box('colr', 'nclx', big(2, primaries), big(2, transfer), big(2, matrix), '\x80')
  const item = { id: 1, type: 'av01', data: coded.data, properties: [1, 2, 3] }
  return avif({ primary: 1, items: [item], properties: [size(width, height), coded.configuration, colour] })
}

const most = { profile: 3, colours: 3, bright: 3 }
const pictures: [string, Uint8Array, number][] = [
  ['PNG without a word', plain, most.profile],
  ['PNG with a profile', withProfile, most.profile],
  ['PNG, linear', png(plain, gamma(100_000)), most.colours],
  ['PNG, linear, 16 bits', png(deep, gamma(100_000)), most.colours],
  ['PNG, half seen through, linear', png(clear, gamma(100_000)), most.colours],
  ['PNG, half seen through, 16 bits, P3', png(deepClear, codePoints(12, 13)), most.colours],
  ['PNG, grey, linear', png(grey, gamma(100_000)), most.colours],
  ['PNG, grey, 16 bits, linear', png(deepGrey, gamma(100_000)), most.colours],
  ['PNG, grey, PQ', png(grey, codePoints(9, 16)), most.bright],
  ['PNG, indexed, P3', png(indexed, codePoints(12, 13)), most.colours],
  ['PNG, 1/1.8', png(plain, gamma(55_556)), most.colours],
  ['PNG, 1/2.2', png(plain, gamma(45_455)), most.profile],
  ['PNG, P3 and 1/2.2', png(plain, gamma(45_455), p3), most.colours],
  ['PNG, P3 without a curve', png(plain, p3), most.profile],
  ['PNG, code points of P3', png(plain, codePoints(12, 13)), most.colours],
  ['PNG, code points of DCI P3', png(plain, codePoints(11, 13)), most.colours],
  ['PNG, code points of BT.709', png(plain, codePoints(1, 1)), most.colours],
  ['PNG, code points of BT.2020', png(plain, codePoints(9, 14)), most.colours],
  ['PNG, code points, linear', png(plain, codePoints(1, 8)), most.colours],
  ['PNG, code points of a film', png(plain, codePoints(1, 17)), most.colours],
  ['PNG, code points of SMPTE 240M', png(plain, codePoints(7, 7)), most.colours],
  ['PNG, code points of 2.2', png(plain, codePoints(4, 4)), most.colours],
  ['PNG, code points of 2.8', png(plain, codePoints(5, 5)), most.colours],
  ['PNG, code points of BT.601', png(plain, codePoints(6, 13)), most.colours],
  ['PNG, code points of film primaries', png(plain, codePoints(8, 13)), most.colours],
  ['PNG, code points of XYZ', png(plain, codePoints(10, 13)), most.colours],
  ['PNG, code points of EBU Tech. 3213', png(plain, codePoints(22, 13)), most.colours],
  ['PNG, code points above a profile', png(withProfile, codePoints(9, 13)), most.colours],
  ['PNG, sRGB above gamma', png(plain, chunk('sRGB', '\0'), gamma(100_000)), most.profile],
  ['PNG, PQ', png(plain, codePoints(9, 16)), most.bright],
  ['PNG, PQ, 16 bits', png(deep, codePoints(9, 16)), most.bright],
  ['PNG, PQ of P3', png(plain, codePoints(12, 16)), most.bright],
  ['PNG, HLG', png(plain, codePoints(9, 18)), most.bright],
  ['AVIF, sRGB', codedAs(1, 13, 6), most.profile],
  ['AVIF, P3', codedAs(12, 13, 6), most.colours],
  ['AVIF, linear', codedAs(1, 8, 6), most.colours],
  ['AVIF, BT.2020', codedAs(9, 14, 9), most.colours],
  ['AVIF, PQ', codedAs(9, 16, 9), most.bright],
  ['AVIF, HLG', codedAs(9, 18, 9), most.bright],
]

/** A browser's rendering of a file, as RGBA bytes. */
async function shown(page: Page, address: string): Promise<Buffer> {
  await page.setContent(`<body style="margin:0"><img style="width:320px;height:240px" src="${address}">`)
  await page.evaluate(() => document.images[0]?.decode())
  const screenshot = await page.screenshot()
  return await sharp(screenshot).removeAlpha().raw().toBuffer()
}

const thirds = Map.groupBy(pictures, (_, index) => index % 3)

test.each([...thirds.values()].map((part) => [part]))(
  'smaller images have the colours that a browser shows the image in',
  async (part) => {
    await using site = await openSite({ renditions: {} })
    await using browser = await launchChromium()
    const page = await browser.newPage({ viewport: { width: 320, height: 240 } })
    const { apiKey: key, categoryId } = site
    for (const [name, bytes, maxOff] of part) {
      const sent = { key, file: new File([bytes.slice()], 'colours'), fields: { categoryId } }
      const { body } = await postUpload(site.url, sent)
      const thumbnail = `${site.url}/i/${body.data.id}/thumbnail`
      expect([name, (await fetch(thumbnail, { redirect: 'manual' })).status]).toEqual([name, 200])
      const [original, smaller] = [await shown(page, body.data.url), await shown(page, thumbnail)]
      const off = original.reduce((sum, value, index) => sum + Math.abs(value - smaller[index]!), 0)
      expect([name, Math.max(maxOff, off / original.length)]).toEqual([name, maxOff])
    }
  },
  testTimeoutMs,
)
