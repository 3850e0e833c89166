import { expect, test } from 'bun:test'
import { inspect } from '@pictoglyph/media/inspect/inspector'
import { avif, box, codedPicture, size } from '@pictoglyph/media/test/build/avif'
import { big, bytesOf } from '@pictoglyph/media/test/build/bytes'
import { text, tiff } from '@pictoglyph/media/test/build/tiff'
import {
  gainMapXmp,
  isoFractions,
  isoMetadata,
  isoNumbers,
  ultraHdr,
  usualNumbers,
} from '@pictoglyph/media/test/build/ultra-hdr'
import { launchChromium } from '@pictoglyph/web/test/chromium'
import type { Page } from 'playwright-core'
import sharp from 'sharp'
import { postUpload } from '../post-upload.ts'
import { openSite } from '../site-fixture.ts'

const testTimeoutMs = 60_000

/*
 * A headless browser's display has the standard range. To make it apply the gain map, the picture itself is the
 * bright one here, and the gain map leads to the one for such a display.
 */
const turned = isoFractions.with(0, [9, 4]).with(1, [0, 1])
const [width, height] = [64, 48]
const pixels = sharp({ create: { width, height, channels: 3, background: '#d0c0a0' } })
const gains = sharp({ create: { width: width / 2, height: height / 2, channels: 3, background: '#606060' } })
const jpeg = {
  picture: new Uint8Array(await pixels.clone().jpeg().toBuffer()),
  gainMap: new Uint8Array(await gains.clone().toColourspace('b-w').jpeg().toBuffer()),
  after: 'a film',
}
const [base, map] = await Promise.all(
  [pixels, gains].map(async (image) => codedPicture(new Uint8Array(await image.clone().avif().toBuffer()))),
)

function avifPhotograph(isMapped: boolean): Uint8Array {
  const exif = bytesOf(big(4, 0), tiff({ entries: [text(0x8298, 'somebody')] }))
  const colour = box('colr', 'nclx', big(2, 1), big(2, 13), big(2, 6), '\x80')
  const items = [
    { id: 1, type: 'av01', data: base!.data, properties: [1, 2, 3] },
    { id: 2, type: 'Exif', data: exif, properties: [] },
    { id: 3, type: 'av01', data: map!.data, properties: [4, 5], hidden: true },
    { id: 4, type: 'tmap', data: bytesOf('\0', isoNumbers(turned)), properties: [1, 3] },
  ]
  return avif({
    primary: 1,
    brands: `avif\0\0\0\0avifmif1miaf${isMapped ? 'tmap' : ''}`,
    items: isMapped ? items : items.slice(0, 2),
    properties: [
      size(width, height),
      base!.configuration,
      colour,
      size(width / 2, height / 2),
      map!.configuration,
    ],
    references: [
      { type: 'cdsc', from: 2, to: [1] },
      ...(isMapped ? [{ type: 'dimg', from: 4, to: [1, 3] }] : []),
    ],
    ...(isMapped && { alternatives: [4, 1] }),
  })
}

const xmp = gainMapXmp(usualNumbers.replace('False', 'True'))
const photographs: [string, Uint8Array, Uint8Array][] = [
  ['a JPEG with XMP', ultraHdr({ ...jpeg, forms: ['xmp', 'index'], gainMapPacket: xmp }), jpeg.picture],
  [
    'a JPEG with ISO 21496-1',
    ultraHdr({ ...jpeg, forms: ['iso', 'index'], metadata: isoMetadata(turned) }),
    jpeg.picture,
  ],
  ['an AVIF', avifPhotograph(true), avifPhotograph(false)],
]

/** The colour in the middle of a browser's rendering of an address. */
async function colourAt(page: Page, address: string): Promise<number[]> {
  await page.setContent(`<body style="margin:0"><img src="${address}">`)
  await page.waitForFunction(() => document.images[0]?.complete && document.images[0].naturalWidth > 0)
  const shot = await page.screenshot({ clip: { x: 0, y: 0, width, height } })
  const { channels } = await sharp(shot).extract({ left: 20, top: 20, width: 8, height: 8 }).stats()
  return channels.slice(0, 3).map(({ mean }) => Math.round(mean))
}

function dataAddress(bytes: Uint8Array): string {
  return `data:${inspect(bytes).type};base64,${bytes.toBase64()}`
}

test.each(photographs)(
  'a browser applies the gain map of %s as before, after its metadata went',
  async (_, bytes, dull) => {
    await using site = await openSite()
    await using browser = await launchChromium()
    const page = await browser.newPage()
    const file = new File([bytes.slice()], 'photograph')
    const { body } = await postUpload(site.url, {
      key: site.apiKey,
      file,
      fields: { categoryId: site.categoryId },
    })
    const stored = await colourAt(page, body.data.url)
    expect(stored).toEqual(await colourAt(page, dataAddress(bytes)))
    expect(stored).not.toEqual(await colourAt(page, dataAddress(dull)))
    expect(body.data).toHaveProperty('removed')
  },
  testTimeoutMs,
)
