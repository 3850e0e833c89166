import { expect, test } from 'bun:test'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { deleteImages, findImage, restoreImages, setImagesExpiry } from '@pictoglyph/site/images'
import { postUpload } from '../post-upload.ts'
import { pngFile } from '../sample-image.ts'
import { openSite, type SiteFixture, type SiteFixtureOptions } from '../site-fixture.ts'

const hourMs = 3_600_000
const noonMs = Date.UTC(2026, 0, 31, 12)

async function openClockedSite(options: SiteFixtureOptions = {}) {
  const time = { nowMs: noonMs }
  const site = await openSite({ ...options, clock: () => time.nowMs })
  return { site, time, [Symbol.asyncDispose]: () => site[Symbol.asyncDispose]() }
}

function upload(
  site: SiteFixture,
  fields: Record<string, string> = {},
  key = site.apiKey,
  file = pngFile(1),
) {
  return postUpload(site.url, { key, file, fields: { categoryId: site.categoryId, ...fields } })
}

test('an expired image is gone from its link, page, renditions and album, in every process', async () => {
  await using clocked = await openClockedSite()
  const { site, time } = clocked
  await using replica = await site.reopen()
  const albumId = await site.addAlbum('Mine')
  const albumUrl = await site.publishAlbum(albumId)
  const { body } = await upload(site, { expiresIn: '1h', albumId })
  expect(body.data.expiresAt).toBe('2026-01-31T13:00:00.000Z')
  const paths = [body.data.url, body.data.pageUrl, `${site.url}/i/${body.data.id}/thumbnail`].map(
    (address) => new URL(address).pathname,
  )
  const statuses = () =>
    Promise.all(
      [site.url, replica.url].flatMap((url) =>
        paths.map(async (path) => (await fetch(url + path, { redirect: 'manual' })).status),
      ),
    )
  const isInAlbum = async () => (await (await fetch(albumUrl)).text()).includes(body.data.id)
  expect(await statuses()).toEqual([200, 200, 302, 200, 200, 302])
  expect(await isInAlbum()).toBe(true)
  time.nowMs += hourMs - 1
  expect(await statuses()).toEqual([200, 200, 302, 200, 200, 302])
  time.nowMs += 1
  expect(await statuses()).toEqual([404, 404, 404, 404, 404, 404])
  expect(await isInAlbum()).toBe(false)
})

test('no cache may use an image past its expiry, nor when it can not ask', async () => {
  await using clocked = await openClockedSite()
  const { site, time } = clocked
  const { body } = await upload(site, { expiresIn: '10m' })
  const cacheControl = async (path = '', headers: Record<string, string> = {}) =>
    (await fetch(body.data.url + path, { headers, redirect: 'manual' })).headers.get('cache-control')
  expect(await cacheControl()).toBe('public, max-age=300, must-revalidate')
  time.nowMs += 8 * 60_000 + 1
  const thumbnail = `${site.url}/i/${body.data.id}/thumbnail`
  for (const headers of [{}, { Range: 'bytes=0-3' }, { 'If-None-Match': '*' }, { 'If-Match': '"other"' }]) {
    expect(await cacheControl('', headers)).toBe('public, max-age=119, must-revalidate')
  }
  const redirect = await fetch(thumbnail, { redirect: 'manual' })
  expect(redirect.headers.get('cache-control')).toBe('public, max-age=119, must-revalidate')
  time.nowMs += 119_500
  expect(await cacheControl()).toBe('public, max-age=0, must-revalidate')
})

test('an image with an expiry is not redirected to the public store, which would continue to serve it', async () => {
  await using clocked = await openClockedSite({ redirect: (address) => `https://store.example/${address}` })
  const { site } = clocked
  const kept = await upload(site, {}, site.apiKey, pngFile(2))
  const ending = await upload(site, { expiresIn: '1h' })
  const statusOf = async (url: string) => (await fetch(url, { redirect: 'manual' })).status
  expect(await statusOf(kept.body.data.url)).toBe(302)
  expect(await statusOf(ending.body.data.url)).toBe(200)
})

test('a repeated upload extends the expiry, which processes with a cached link see at once', async () => {
  await using clocked = await openClockedSite()
  const { site, time } = clocked
  const first = await upload(site, { expiresIn: '1h' })
  expect((await fetch(first.body.data.url)).status).toBe(200)
  const second = await upload(site, { expiresIn: '2h' })
  expect(second.body.data).toMatchObject({ deduped: true, expiresAt: '2026-01-31T14:00:00.000Z' })
  time.nowMs += hourMs
  expect((await fetch(first.body.data.url)).status).toBe(200)
  const last = await upload(site)
  expect(last.body.data.deduped).toBe(true)
  expect(last.body.data).not.toHaveProperty('expiresAt')
  time.nowMs += 100 * hourMs
  expect((await fetch(first.body.data.url)).status).toBe(200)
})

test('the expiry comes from the upload, else the key, else the policy, and has a maximum', async () => {
  await using clocked = await openClockedSite()
  const { site } = clocked
  let number = 10
  const endOf = async (fields: Record<string, string>, key?: string) => {
    number += 1
    const { body } = await upload(site, fields, key, pngFile(number))
    return body.ok ? body.data.expiresAt : body.error
  }
  const dailyKey = await site.createKey({ imageLifetimeMs: 24 * hourMs })
  expect(await endOf({})).toBeUndefined()
  expect(await endOf({}, dailyKey)).toBe('2026-02-01T12:00:00.000Z')
  expect(await endOf({ expiresIn: '30s' }, dailyKey)).toBe('2026-01-31T12:00:30.000Z')
  await site.setPolicy('upload.defaultLifetime', '3h')
  expect(await endOf({})).toBe('2026-01-31T15:00:00.000Z')
  expect(await endOf({}, dailyKey)).toBe('2026-02-01T12:00:00.000Z')
  await site.setPolicy('upload.maxLifetime', '2h')
  expect(await endOf({})).toBe('2026-01-31T14:00:00.000Z')
  expect(await endOf({}, dailyKey)).toBe('2026-01-31T14:00:00.000Z')
  expect(await endOf({ expiresIn: '2h' })).toBe('2026-01-31T14:00:00.000Z')
  expect(await endOf({ expiresIn: '121m' })).toMatchObject({ code: 'BAD_REQUEST' })
  await site.setPolicy('upload.defaultLifetime', 'forever')
  expect(await endOf({})).toBe('2026-01-31T14:00:00.000Z')
})

test('an invalid span, or one below a second, is refused and stores nothing', async () => {
  await using clocked = await openClockedSite()
  const { site } = clocked
  for (const expiresIn of ['0s', '00h', 'soon', '1', '-1h', '1.5h', '1y', '1h2m', '9999999d', '1 h']) {
    const { status, body } = await upload(site, { expiresIn })
    expect({ expiresIn, status, code: body.error?.code }).toEqual({
      expiresIn,
      status: 400,
      code: 'BAD_REQUEST',
    })
  }
  expect(await site.kept()).toEqual({ blobs: 0, unfinished: 0, images: 0 })
})

test('an Idempotency-Key returns its image until that expires, and then a new one', async () => {
  await using clocked = await openClockedSite()
  const { site, time } = clocked
  const fields = { categoryId: site.categoryId, expiresIn: '1h' }
  const post = () =>
    postUpload(site.url, { key: site.apiKey, file: pngFile(1), fields, idempotencyKey: 'once' })
  const first = await post()
  time.nowMs += hourMs - 1
  expect((await post()).body.data).toEqual(first.body.data)
  time.nowMs += 1
  const second = await post()
  expect(second.body.data.id).not.toBe(first.body.data.id)
  const other = await postUpload(site.url, {
    key: site.apiKey,
    file: pngFile(1),
    fields: { ...fields, expiresIn: '2h' },
    idempotencyKey: 'once',
  })
  expect(other.body.error?.code).toBe('IDEMPOTENCY_MISMATCH')
})

test('a restored image keeps its expiry; its owner can change it within the policy', async () => {
  await using clocked = await openClockedSite()
  const { site, time } = clocked
  const { body } = await upload(site, { expiresIn: '1h' })
  const { id, url } = body.data
  await deleteImages(site.ports, commandActor, site.userId, [id])
  expect(await restoreImages(site.ports, commandActor, site.userId, [id])).toEqual([id])
  const image = await findImage(site.ports, id)
  expect(image.expiresAtMs).toBe(noonMs + hourMs)
  await setImagesExpiry(site.ports, commandActor, [image], noonMs + 3 * hourMs)
  time.nowMs += 2 * hourMs
  expect((await fetch(url)).status).toBe(200)
  await site.setPolicy('upload.maxLifetime', '1h')
  for (const end of [null, time.nowMs + 2 * hourMs, time.nowMs]) {
    await expect(setImagesExpiry(site.ports, commandActor, [image], end)).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    })
  }
  await setImagesExpiry(site.ports, commandActor, [await findImage(site.ports, id)], time.nowMs + 1)
  time.nowMs += 1
  expect((await fetch(url)).status).toBe(404)
})
