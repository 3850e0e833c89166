import { expect, test } from 'bun:test'
import { inspect } from '@pictoglyph/media/inspect/inspector'
import sharp, { type Sharp } from 'sharp'
import { postUpload } from '../post-upload.ts'
import { openSite, type SiteFixture } from '../site-fixture.ts'

const plain = (width: number, height: number, background = 'teal') =>
  sharp({ create: { width, height, channels: 3, background } })

function noise(width: number, height: number): Sharp {
  let state = 1
  const pixels = Uint8Array.from({ length: width * height * 3 }, () => {
    state = (state * 48_271) % 2_147_483_647
    return state & 255
  })
  return sharp(pixels, { raw: { width, height, channels: 3 } })
}

async function upload(site: SiteFixture, picture: Sharp) {
  const file = new File([new Uint8Array(await picture.toBuffer())], 'picture')
  const { status, body } = await postUpload(site.url, {
    key: site.apiKey,
    file,
    fields: { categoryId: site.categoryId },
  })
  expect(status).toBe(200)
  return body.data
}

const get = (address: string) => fetch(address, { headers: { Accept: 'image/avif,*/*' }, redirect: 'manual' })

async function shapeAt(address: string): Promise<[number, number]> {
  const answer = await get(address)
  expect([address, answer.status]).toEqual([address, 200])
  const { width, height } = inspect(await answer.bytes())
  return [width, height]
}

test('with an ending, a rendition has that type, even of small images', async () => {
  await using site = await openSite({ renditions: {} })
  for (const picture of [plain(700, 500).jpeg(), plain(30, 20).png(), plain(500, 400).avif()]) {
    const { id } = await upload(site, picture)
    const types = { webp: 'image/webp', jpg: 'image/jpeg', avif: 'image/avif' }
    for (const [ending, type] of Object.entries(types)) {
      const answer = await get(`${site.url}/i/${id}/thumbnail.${ending}`)
      expect([answer.status, answer.headers.get('content-type'), answer.headers.get('vary')]).toEqual([
        200,
        type,
        null,
      ])
      expect(inspect(await answer.bytes()).type).toBe(type as 'image/webp')
    }
    for (const ending of ['png', 'jpeg', 'WEBP', '', 'toString', 'webp.webp']) {
      expect((await get(`${site.url}/i/${id}/thumbnail.${ending}`)).status).toBe(404)
    }
  }
})

test('a long screenshot can be read when smaller, and its thumbnail shows its top', async () => {
  await using site = await openSite({ renditions: {} })
  const top = await plain(1080, 2000, 'red').png().toBuffer()
  const long = plain(1080, 16_000, 'blue').composite([{ input: top, left: 0, top: 0 }])
  const { id, url } = await upload(site, long.png())
  const thumbnail = await (await get(`${site.url}/i/${id}/thumbnail.webp`)).bytes()
  expect(inspect(thumbnail)).toMatchObject({ width: 160, height: 320 })
  const [red = 0, , blue = 0] = await sharp(thumbnail).resize(1, 1).removeAlpha().raw().toBuffer()
  expect([red > 200, blue < 50]).toEqual([true, true])
  expect(await shapeAt(`${site.url}/i/${id}/medium.webp`)).toEqual([960, 14_222])
  expect((await get(`${site.url}/i/${id}/large`)).headers.get('location')).toBe(url)
  const page = await (await fetch(`${site.url}/p/${id}`)).text()
  expect(page).not.toContain(`/i/${id}/thumbnail.webp 320w`)
})

test.each([
  [20_000, 500, [320, 160], [6400, 160], [6400, 160]],
  [1080, 20_000, [160, 320], [885, 16_383], [885, 16_383]],
  [1080, 2400, [160, 320], [432, 960], [864, 1920]],
  [4000, 3000, [320, 240], [960, 720], [1920, 1440]],
] as const)('%i × %i is never a strip of a few pixels', async (width, height, thumbnail, medium, large) => {
  await using site = await openSite({ renditions: {} })
  const { id } = await upload(site, plain(width, height).png())
  for (const [size, shape] of Object.entries({ thumbnail, medium, large })) {
    expect(await shapeAt(`${site.url}/i/${id}/${size}.webp`)).toEqual([...shape])
  }
})

/** The preview tags of a page. */
async function previewOf(site: SiteFixture, picture: Sharp) {
  const { id, url } = await upload(site, picture)
  const page = await (await fetch(`${site.url}/p/${id}`)).text()
  const told = (name: string) => new RegExp(`"og:image${name}" content="([^"]+)"`).exec(page)?.[1] ?? ''
  const answer = await get(told(''))
  const bytes = await answer.bytes()
  const { type, width, height, frames } = inspect(bytes)
  expect([type, String(width), String(height)]).toEqual([
    told(':type') as 'image/jpeg',
    told(':width'),
    told(':height'),
  ])
  expect(answer.headers.get('content-type')).toBe(type)
  expect(page).toContain(`name="twitter:image" content="${told('')}"`)
  return { isOriginal: told('') === url, type, width, height, frames, bytes }
}

test('link previews use a small JPEG for every image', async () => {
  await using site = await openSite({ renditions: {} })
  for (const picture of [plain(2400, 1600).avif(), plain(300, 200).avif(), noise(1800, 1400).png()]) {
    const shown = await previewOf(site, picture)
    expect([shown.isOriginal, shown.type, shown.bytes.length <= 300_000]).toEqual([false, 'image/jpeg', true])
    expect(Math.max(shown.width, shown.height)).toBeLessThanOrEqual(1_200)
  }
  for (const picture of [
    plain(900, 600).jpeg(),
    plain(900, 600).png(),
    plain(90, 60).webp(),
    plain(90, 60).gif(),
  ]) {
    expect(await previewOf(site, picture)).toMatchObject({ isOriginal: true })
  }
  expect(await previewOf(site, plain(1080, 16_000).png())).toMatchObject({ width: 630, height: 1200 })
})

test('previews put transparent images on white, and use the first frame of animations', async () => {
  await using site = await openSite({ renditions: {} })
  const clear = sharp({ create: { width: 1400, height: 900, channels: 4, background: '#00000000' } })
  const { type, bytes } = await previewOf(site, clear.png())
  expect([type, ...(await sharp(bytes).resize(1, 1).raw().toBuffer())]).toEqual(['image/jpeg', 255, 255, 255])
  const frames = Uint8Array.from({ length: 40 * 40 * 3 }, (_, index) => (index < 40 * 20 * 3 ? 200 : 0))
  const raw = { width: 40, height: 40, channels: 3, pageHeight: 20 } as const
  const moving = await previewOf(site, sharp(frames, { raw }).gif())
  expect(moving).toMatchObject({ type: 'image/jpeg', width: 40, height: 20, frames: 1 })
  expect((await sharp(moving.bytes).stats()).channels[0]!.mean).toBeGreaterThan(180)
})
