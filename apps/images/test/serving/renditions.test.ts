import { describe, expect, test } from 'bun:test'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { createMemoryLimiter } from '@pictoglyph/limiter/memory'
import { inspect } from '@pictoglyph/media/inspect/inspector'
import { findUser } from '@pictoglyph/site/accounts/users'
import { auditDraft, commandActor } from '@pictoglyph/site/audit/audit-draft'
import { checkSite } from '@pictoglyph/site/care/check-site'
import { collectGarbage } from '@pictoglyph/site/care/collect-garbage'
import type { Finding } from '@pictoglyph/site/care/findings'
import type { Image } from '@pictoglyph/site/language/records'
import { upload as uploadImage } from '@pictoglyph/site/upload'
import sharp, { type Sharp } from 'sharp'
import { heavyPng } from '../heavy-image.ts'
import { postUpload, type UploadedData } from '../post-upload.ts'
import { pngFile } from '../sample-image.ts'
import { openSite, type SiteFixture } from '../site-fixture.ts'

const [width, height] = [700, 500]

/** Soft light over a slope, for which AVIF is smaller than WebP. */
function picture(columns = width, rows = height): Sharp {
  const pixels = Uint8Array.from({ length: columns * rows * 3 }, (_, index) => {
    const [x, y] = [Math.floor(index / 3) % columns, Math.floor(index / 3 / columns)]
    return 128 + 90 * Math.sin(x / 40 + (index % 3)) * Math.cos(y / 30)
  })
  return sharp(pixels, { raw: { width: columns, height: rows, channels: 3 } })
}

/** Frames of an animation; the first is red. */
function animation(): Sharp {
  const frame = (red: boolean) => Array.from({ length: 400 * 400 }, () => (red ? [200, 0, 0] : [0, 0, 200]))
  const pixels = Uint8Array.from([...frame(true), ...frame(false)].flat())
  return sharp(pixels, { raw: { width: 400, height: 800, channels: 3, pageHeight: 400 } })
}

interface PicturedData extends UploadedData {
  formats: Record<string, string>
}

async function upload(site: SiteFixture, bytes: Uint8Array): Promise<PicturedData> {
  const file = new File([bytes.slice()], 'picture')
  const fields = { categoryId: site.categoryId, title: 'Sea' }
  const { status, body } = await postUpload<PicturedData>(site.url, { key: site.apiKey, file, fields })
  expect(status).toBe(200)
  return body.data
}

/** Fetches without following redirects. */
function get(address: string, headers: Record<string, string> = {}): Promise<Response> {
  return fetch(address, { headers: { Accept: 'image/webp,*/*', ...headers }, redirect: 'manual' })
}

function made(site: Pick<SiteFixture, 'renditionEvents'>, size: string, format = 'webp'): number {
  return site.renditionEvents.filter(
    (event) => event.kind === 'made' && event.size === size && event.format === format,
  ).length
}

describe.each(['jpeg', 'png', 'webp', 'gif', 'avif'] as const)('%s', (format) => {
  test('is given smaller, as WebP, upright and never twice made', async () => {
    await using site = await openSite({ renditions: {} })
    const { id, url, formats } = await upload(site, await picture().toFormat(format).toBuffer())
    const address = `${site.url}/i/${id}/thumbnail`
    expect(formats.thumbnail).toBe(`${address}.webp`)
    expect(formats.thumbnailLinked).toBe(`[![Sea](${address}.webp)](${site.url}/p/${id})`)
    const answer = await get(address)
    expect(answer.status).toBe(200)
    const bytes = await answer.bytes()
    const facts = inspect(bytes)
    expect(facts).toMatchObject({ type: 'image/webp', width: 320, height: 229, frames: 1, complete: true })
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'image/webp',
      'content-length': String(bytes.length),
      'content-disposition': `inline; filename="${id}-thumbnail.webp"`,
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'access-control-allow-origin': '*',
      vary: 'Accept',
    })
    const etag = answer.headers.get('etag') ?? ''
    expect((await get(address, { 'If-None-Match': etag })).status).toBe(304)
    expect(await (await get(address, { Range: 'bytes=0-3' })).text()).toBe('RIFF')
    expect(made(site, 'thumbnail')).toBe(1)
    expect((await get(`${site.url}/i/${id}/large`)).headers.get('location')).toBe(url)
  })
})

test('a rendition never reveals an earlier upload of the same bytes, and is stored once', async () => {
  await using site = await openSite({ renditions: {} })
  const bytes = new Uint8Array(await picture(1_200, 900).jpeg().toBuffer())
  const theirs = await upload(site, bytes)
  const first = await shownOf(site, theirs.id)
  expect(first).toMatchObject({ types: ['image/webp', 'image/avif'], hasPlaceholder: true })
  const { blobs } = await site.kept()

  const mine = await recordTomorrow(site, bytes)
  const page = await fetch(`${site.url}/p/${mine.id}`)
  expect(await page.text()).not.toContain('data:image/webp')
  site.renditions?.prepare(mine, false)
  const lastModified = new Date(mine.createdAtMs).toUTCString()
  expect(await shownOf(site, mine.id)).toEqual({ ...first, lastModified })
  expect((await get(`${site.url}/i/${mine.id}.jpg`)).headers.get('last-modified')).toBe(lastModified)

  const later = { ...first, types: ['image/avif', 'image/avif'] }
  expect(await shownOf(site, theirs.id)).toEqual(later)
  expect(await shownOf(site, mine.id)).toEqual({ ...later, lastModified })
  expect([made(site, 'thumbnail'), made(site, 'medium'), made(site, 'medium', 'avif')]).toEqual([2, 2, 2])
  expect((await site.kept()).blobs).toBe(blobs)
})

/** A second request's answers about an image, after all background renditions were made. */
async function shownOf(site: SiteFixture, id: string) {
  const askOnce = async () => {
    await site.renditions?.idle()
    return (await get(`${site.url}/i/${id}/medium`, { Accept: 'image/avif,image/webp' })).headers
  }
  const asked = [await askOnce(), await askOnce()]
  const page = await (await fetch(`${site.url}/p/${id}`)).text()
  return {
    types: asked.map((headers) => headers.get('content-type')),
    lastModified: asked[1]?.get('last-modified'),
    hasPlaceholder: page.includes('src="data:image/webp;base64,'),
  }
}

/** A day later, another user uploads the same bytes. */
async function recordTomorrow(site: SiteFixture, bytes: Uint8Array): Promise<Image> {
  const keyLimiter = createMemoryLimiter()
  const tomorrow = { ...site.ports, keyLimiter, clock: () => Date.now() + 24 * 60 * 60 * 1000 }
  const user = await findUser(site.ports, await site.addUser('mei'))
  const { image } = await uploadImage(tomorrow, {
    address: undefined,
    uploader: { user, key: null },
    async readBody(file) {
      await file.write(bytes)
      return { categoryId: site.categoryId }
    },
    findUploader: async () => ({ user, key: null }),
  })
  return image
}

/** For tests that wait for pauses, which take seconds even on an idle machine. */
const waitingTestMs = 30_000

test('AVIF is served to clients that name it, from the second request, if it is smaller', async () => {
  await using site = await openSite({ renditions: {} })
  const { id } = await upload(site, await picture(1200, 900).jpeg().toBuffer())
  const address = `${site.url}/i/${id}/medium`
  const first = await get(address, { Accept: 'image/avif,image/webp' })
  expect(first.headers.get('content-type')).toBe('image/webp')
  await site.renditions?.idle()
  const second = await get(address, { Accept: 'image/avif,image/webp' })
  expect(second.headers.get('content-type')).toBe('image/avif')
  const bytes = await second.bytes()
  expect(inspect(bytes)).toMatchObject({ type: 'image/avif', width: 960, height: 720 })
  expect(bytes.length).toBeLessThan((await first.bytes()).length)
  for (const accept of ['*/*', 'image/webp', 'image/avif;q=0, image/*']) {
    expect((await get(address, { Accept: accept })).headers.get('content-type')).toBe('image/webp')
  }
  expect([made(site, 'medium'), made(site, 'medium', 'avif')]).toEqual([1, 1])
})

test.each(['gif', 'webp'] as const)(
  'an animated %s has a still of its first frame, and moves on its page',
  async (format) => {
    await using site = await openSite({ renditions: {} })
    const { id, url, pageUrl } = await upload(site, await animation().toFormat(format).toBuffer())
    const still = await (await get(`${site.url}/i/${id}/thumbnail`)).bytes()
    expect(inspect(still)).toMatchObject({ width: 320, height: 320, frames: 1 })
    const [red = 0, , blue = 0] = await sharp(still).resize(1, 1).removeAlpha().raw().toBuffer()
    expect(red).toBeGreaterThan(150)
    expect(blue).toBeLessThan(50)
    const page = await (await fetch(pageUrl)).text()
    expect(page).toContain(`src="${url}"`)
    expect(page).not.toContain('srcset')
  },
)

test('an image with a rotation is upright, and so is its page', async () => {
  await using site = await openSite({ renditions: {} })
  const lying = await picture().withMetadata({ orientation: 6 }).jpeg().toBuffer()
  const { id, pageUrl } = await upload(site, lying)
  const upright = inspect(await (await get(`${site.url}/i/${id}/thumbnail`)).bytes())
  expect([upright.width, upright.height, upright.orientation]).toEqual([229, 320, 1])
  expect(await (await fetch(pageUrl)).text()).toContain(`width="${height}" height="${width}"`)
})

test('a WebP is not rotated, as in browsers', async () => {
  await using site = await openSite({ renditions: {} })
  const { id } = await upload(site, await picture().withMetadata({ orientation: 6 }).webp().toBuffer())
  const shown = inspect(await (await get(`${site.url}/i/${id}/thumbnail`)).bytes())
  expect([shown.width, shown.height, shown.orientation]).toEqual([320, 229, 1])
})

test('an image that is small enough is its own thumbnail', async () => {
  await using site = await openSite({ renditions: {} })
  const { id, url, formats } = await upload(site, new Uint8Array(await pngFile(1).arrayBuffer()))
  expect(formats.thumbnail).toBe(url)
  const answer = await get(`${site.url}/i/${id}/thumbnail`)
  expect([answer.status, answer.headers.get('location')]).toEqual([302, url])
  expect(answer.headers.get('cache-control')).toBe('public, max-age=300')
  expect(site.renditionEvents).toEqual([])
})

test('an unknown rendition is not found', async () => {
  await using site = await openSite({ renditions: {} })
  const { id } = await upload(site, await picture().jpeg().toBuffer())
  for (const path of [`${id}/huge`, `${id}/toString`, `${'A'.repeat(14)}/thumbnail`, `${id}.jpg/thumbnail`]) {
    expect((await get(`${site.url}/i/${path}`)).status).toBe(404)
  }
})

test('the thumbnail is made after an upload without a request, and the page shows its blur', async () => {
  await using site = await openSite({ renditions: {} })
  const { id, pageUrl } = await upload(site, await picture(2400, 1800).jpeg().toBuffer())
  await site.renditions?.idle()
  expect(made(site, 'thumbnail')).toBe(1)
  const answer = await fetch(pageUrl)
  expect(answer.headers.get('content-security-policy')).toContain(`img-src ${site.url} data:`)
  const html = await answer.text()
  const [, placeholder = ''] = /src="data:image\/webp;base64,([^"]+)"/.exec(html) ?? []
  expect(inspect(Buffer.from(placeholder, 'base64'))).toMatchObject({ width: 16, height: 12 })
  const link = `${site.url}/i/${id}`
  expect(html).toContain(
    `srcset="${link}/thumbnail.webp 320w, ${link}/medium.webp 960w, ${link}/large.webp 1920w"`,
  )
  expect(html).toContain(`src="${link}/large.webp"`)
})

test(
  'while uploads keep coming no thumbnail is made, and all are once they pause',
  async () => {
    await using site = await openSite({ renditions: {}, pace: { quietMs: 2_500, maxPatienceMs: 60_000 } })
    const pictures = await Promise.all(
      [1000, 1001, 1002, 1003].map((side) => picture(side).jpeg().toBuffer()),
    )
    for (const bytes of pictures) {
      await upload(site, bytes)
      await Bun.sleep(200)
    }
    expect(made(site, 'thumbnail')).toBe(0)
    await site.renditions?.idle()
    expect(made(site, 'thumbnail')).toBe(4)
  },
  waitingTestMs,
)

test(
  'uploads of images that need no thumbnail are no pause',
  async () => {
    await using site = await openSite({ renditions: {}, pace: { quietMs: 3_000, maxPatienceMs: 60_000 } })
    await upload(site, await picture().jpeg().toBuffer())
    for (let number = 1; number <= 16; number += 1) {
      await upload(site, new Uint8Array(await pngFile(number).arrayBuffer()))
      await Bun.sleep(200)
    }
    expect(made(site, 'thumbnail')).toBe(0)
    await site.renditions?.idle()
    expect(made(site, 'thumbnail')).toBe(1)
  },
  waitingTestMs,
)

test('thumbnails are made even if uploads never pause', async () => {
  await using site = await openSite({ renditions: {}, pace: { quietMs: 3_600_000, maxPatienceMs: 100 } })
  for (const side of [1000, 1001]) await upload(site, await picture(side).jpeg().toBuffer())
  await site.renditions?.idle()
  expect(made(site, 'thumbnail')).toBe(2)
})

test('a transparent image has no blur', async () => {
  await using site = await openSite({ renditions: {} })
  const glass = sharp({ create: { width: 400, height: 300, channels: 4, background: '#0a84' } })
  const { pageUrl } = await upload(site, await glass.png().toBuffer())
  await site.renditions?.idle()
  expect(made(site, 'thumbnail')).toBe(1)
  expect(await (await fetch(pageUrl)).text()).not.toContain('data:')
})

test('twenty parallel requests in two processes make a rendition once', async () => {
  await using site = await openSite({ renditions: {} })
  await using other = await site.reopen()
  const { id } = await upload(site, await picture(1200, 900).jpeg().toBuffer())
  const answers = await Promise.all(
    Array.from({ length: 20 }, async (_, index) => {
      const answer = await get(`${index % 2 ? site.url : other.url}/i/${id}/medium`)
      return [answer.status, Bun.hash(await answer.bytes())]
    }),
  )
  expect(new Set(answers.map(String)).size).toBe(1)
  expect(answers[0]?.[0]).toBe(200)
  expect(made(site, 'medium') + made(other, 'medium')).toBe(1)
})

test('renditions are deleted with their image', async () => {
  await using site = await openSite({ renditions: {} })
  const { id } = await upload(site, await picture(1200, 900).jpeg().toBuffer())
  const addresses = [`${site.url}/i/${id}/thumbnail`, `${site.url}/i/${id}/medium`]
  for (const address of addresses) expect((await get(address)).status).toBe(200)
  expect((await site.kept()).blobs).toBe(3)
  const now = { deletedForMs: -1, releasedForMs: -1, orphanedForMs: null }
  await collectGarbage(site.ports, now)
  expect((await site.kept()).blobs).toBe(3)
  const change = auditDraft(commandActor, Date.now(), { action: 'image.delete', subject: id })
  await site.ports.database.images.remove([id], Date.now(), change)
  for (const address of addresses) expect((await get(address)).status).toBe(404)
  await collectGarbage(site.ports, now)
  expect(await site.kept()).toEqual({ blobs: 0, unfinished: 0, images: 0 })
})

test('a rendition with lost bytes is made again', async () => {
  await using site = await openSite({ renditions: {} })
  const { id, url } = await upload(site, await picture().jpeg().toBuffer())
  const address = `${site.url}/i/${id}/thumbnail`
  const etag = (await get(address)).headers.get('etag') ?? ''
  await site.ports.blobs.remove(etag.slice(1, -1))
  expect((await get(address)).headers.get('location')).toBe(url)
  expect((await get(address)).headers.get('etag')).toBe(etag)
  expect(made(site, 'thumbnail')).toBe(2)
})

test('while a removal may take its bytes, a rendition redirects to the image', async () => {
  await using site = await openSite({ renditions: {} })
  const { id, url } = await upload(site, await picture().jpeg().toBuffer())
  const address = `${site.url}/i/${id}/thumbnail`
  const made = (await get(address)).headers.get('etag')?.slice(1, -1) ?? ''
  const nowMs = Date.now()
  const { blobs, renditions } = site.ports.database
  await renditions.remove(made, nowMs - 1)
  expect(await blobs.beginRemovals([made], nowMs, nowMs + 1_200_000)).toEqual([made])
  const answer = await get(address)
  expect([answer.status, answer.headers.get('location')]).toEqual([302, url])
  await blobs.finishRemovals([made], nowMs + 1_200_000)
  expect((await get(address)).headers.get('etag')).toBe(`"${made}"`)
})

test('a repair drops a damaged rendition, which is made again', async () => {
  await using site = await openSite({ renditions: {} })
  const { id } = await upload(site, await picture().jpeg().toBuffer())
  const address = `${site.url}/i/${id}/thumbnail`
  const whole = await (await get(address)).bytes()
  const etag = (await get(address)).headers.get('etag')?.slice(1, -1) ?? ''
  await Bun.write(`${site.directory}/blobs/${etag.slice(0, 2)}/${etag.slice(2)}`, 'damaged')
  const findings: Finding[] = []
  await checkSite(site.ports, { repair: true, report: (finding) => findings.push(finding) })
  expect(findings).toMatchObject([{ kind: 'resized', address: etag, imageIds: [id], repaired: true }])
  expect(await (await get(address)).bytes()).toEqual(whole)
  await checkSite(site.ports, { report: (finding) => findings.push(finding) })
  expect(findings).toHaveLength(1)
})

describe('a file that is too much for a process', () => {
  const bounds = [
    // The time must suffice for acceptable files, even on a loaded machine.
    { what: 'time', limits: { timeMs: 2_400, memoryBytes: 2 * 1024 ** 3 }, side: 14_000 },
    { what: 'memory', limits: { memoryBytes: 100_000_000 }, side: 7_000 },
  ]
  test.each(bounds)(
    'in $what is marked and never tried again, and the service goes on',
    async ({ limits, side }) => {
      // No background work, which may take longer.
      const pace = { quietMs: 3_600_000, maxPatienceMs: 3_600_000 }
      await using site = await openSite({ renditions: { limits }, pace })
      await site.setPolicy('upload.maxPixels', '400000000')
      const { id, url } = await upload(site, heavyPng(side))
      const answer = await get(`${site.url}/i/${id}/thumbnail`)
      expect([answer.status, answer.headers.get('location')]).toEqual([302, url])
      expect(site.renditionEvents.map(({ kind }) => kind)).toEqual(['impossible'])

      await using later = await site.reopen()
      for (const size of ['thumbnail', 'medium', 'large']) {
        expect((await get(`${later.url}/i/${id}/${size}`)).status).toBe(302)
      }
      expect(later.renditionEvents).toEqual([])

      const { formats } = await upload(site, await picture().jpeg().toBuffer())
      expect((await get(formats.thumbnail ?? '')).status).toBe(200)
    },
    30_000,
  )
})

test('without a working process, uploads work and renditions redirect to the image', async () => {
  await using site = await openSite({ renditions: { limits: { memoryBytes: -1_300_000_000 } } })
  const { id, url } = await upload(site, await picture().jpeg().toBuffer())
  await site.renditions?.idle()
  for (const [size, seconds] of [
    ['thumbnail', 60],
    ['thumbnail', 60],
    ['medium', 300],
  ] as const) {
    const { headers } = await get(`${site.url}/i/${id}/${size}`)
    expect(headers.get('location')).toBe(url)
    expect(headers.get('cache-control')).toBe(`public, max-age=${seconds}`)
  }
  expect(site.renditionEvents.map(({ kind }) => kind)).toEqual(['unavailable'])
  expect((await fetch(`${site.url}/readyz`)).status).toBe(200)
  const image = await site.ports.database.images.byId(id)
  expect(await site.ports.database.renditions.of(image?.file.address ?? '')).toEqual([])
})

test('a rendition that can not be stored redirects to the image, and the log has the reason', async () => {
  await using site = await openSite({ renditions: {} })
  const { id, url } = await upload(site, await picture(1_200, 800).png().toBuffer())
  await site.renditions?.idle()
  await rm(join(site.directory, 'blobs/staging'), { recursive: true })
  const answer = await get(`${site.url}/i/${id}/medium`)
  expect([answer.status, answer.headers.get('Location')]).toEqual([302, url])
  expect(site.renditionEvents.at(-1)).toMatchObject({ kind: 'failed', error: { code: 'STORAGE_FAILED' } })
})

test('while the queue is full, the image itself is the answer', async () => {
  await using site = await openSite({ renditions: { atOnce: 1, maxWaiting: 0 } })
  const uploads = [
    await upload(site, await picture(1000, 800).jpeg().toBuffer()),
    await upload(site, await picture(1000, 801).jpeg().toBuffer()),
    await upload(site, await picture(1000, 802).jpeg().toBuffer()),
  ]
  await site.renditions?.idle()
  const answers = await Promise.all(uploads.map(({ id }) => get(`${site.url}/i/${id}/medium`)))
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 302, 302])
  const turnedAway = site.renditionEvents.filter(({ kind }) => kind === 'busy')
  expect(turnedAway).toHaveLength(2)
})

test("a Lsky client's key is told the thumbnail's address", async () => {
  await using site = await openSite({ renditions: {} })
  const key = await site.createKey({ clientKind: 'lsky', defaultCategoryId: site.categoryId })
  const file = new File([(await picture().jpeg().toBuffer()).slice()], 'a.jpg')
  const { body } = await postUpload<PicturedData & { links: { thumbnail_url: string } }>(site.url, {
    key,
    file,
  })
  expect(body.data.links.thumbnail_url).toBe(`${site.url}/i/${body.data.id}/thumbnail.webp`)
})
