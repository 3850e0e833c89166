import { expect, test } from 'bun:test'
import sharp from 'sharp'
import { postUpload, type UploadedData } from '../post-upload.ts'
import { openSite, type SiteFixture } from '../site-fixture.ts'

interface PasteReady extends UploadedData {
  formats: Record<string, string>
  placeholder?: string
}

/** A picture unlike any rendition: odd sides, upright. */
const [width, height] = [1001, 1503]

const photograph = () =>
  sharp({ create: { width, height, channels: 3, background: '#268' } })
    .jpeg()
    .toBuffer()

async function upload(site: SiteFixture, bytes: Uint8Array, key = site.apiKey): Promise<PasteReady> {
  const file = new File([bytes.slice()], 'picture')
  const fields = { categoryId: site.categoryId, title: 'A "sea" & <sky>' }
  const { status, body } = await postUpload<PasteReady>(site.url, { key, file, fields })
  expect(status).toBe(200)
  return body.data
}

test('each address of htmlResponsive gives a picture of the width that it states', async () => {
  await using site = await openSite({ renditions: {} })
  const { url, formats } = await upload(site, await photograph())
  const html = formats.htmlResponsive ?? ''
  expect(html).toStartWith(`<img src="${url}"`)
  expect(html).toContain(`width="${width}" height="${height}" alt="A &quot;sea&quot; &amp; &lt;sky&gt;"`)
  const entries = (/srcset="(.*?)"/.exec(html)?.[1] ?? '').split(', ').map((entry) => entry.split(' '))
  const shown = await Promise.all(
    entries.map(async ([address = '']) => {
      const answer = await fetch(address)
      const { width } = await sharp(await answer.bytes()).metadata()
      return [answer.status, `${width}w`]
    }),
  )
  expect(shown).toEqual(entries.map(([, stated = '']) => [200, stated]))
  expect(shown).toHaveLength(3)
})

test('the placeholder is a tiny picture of the same shape, once the thumbnail was made and never before', async () => {
  await using site = await openSite({
    renditions: {},
    pace: { quietMs: 3_600_000, maxPatienceMs: 3_600_000 },
  })
  const bytes = await photograph()
  expect(await upload(site, bytes)).not.toHaveProperty('placeholder')
  expect(await upload(site, bytes)).not.toHaveProperty('placeholder')
  const { url, formats } = await upload(site, bytes)
  expect((await fetch(formats.thumbnail ?? '')).status).toBe(200)
  const { placeholder = '' } = await upload(site, bytes)
  expect(placeholder).toStartWith('data:image/webp;base64,')
  expect(placeholder.length).toBeLessThan(1_000)
  const blur = sharp(await (await fetch(placeholder)).bytes())
  expect(await blur.metadata()).toMatchObject({ format: 'webp', width: 11, height: 16 })
  const { channels } = await blur.stats()
  const original = await sharp(await (await fetch(url)).bytes()).stats()
  for (const [index, channel] of channels.entries()) {
    expect(Math.abs(channel.mean - (original.channels[index]?.mean ?? 0))).toBeLessThan(4)
  }
  const guestLink = await site.createKey({ isGuestLink: true })
  expect(await upload(site, bytes, guestLink)).not.toHaveProperty('placeholder')
})
