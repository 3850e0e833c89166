import { expect, test } from 'bun:test'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { deleteImages, findOwnImage } from '@pictoglyph/site/images'
import { endLink, findLink, restoreLink, resumeLink, setLink } from '@pictoglyph/site/links'
import { postUpload } from '../post-upload.ts'
import { pngFile } from '../sample-image.ts'
import { openSite, type SiteFixture } from '../site-fixture.ts'

const noonMs = Date.UTC(2026, 0, 31, 12)

function upload(site: SiteFixture, number: number, fields: Record<string, string> = {}, key = site.apiKey) {
  const file = pngFile(number)
  return postUpload(site.url, { key, file, fields: { categoryId: site.categoryId, ...fields } })
}

function follow(url: string, headers: Record<string, string> = {}) {
  return fetch(url, { redirect: 'manual', headers })
}

test('a link redirects to its latest image in every process, and back again', async () => {
  await using site = await openSite()
  await using replica = await site.reopen()
  const [one, two] = [(await upload(site, 1)).body.data, (await upload(site, 2)).body.data]
  const setTo = async (id: string) => {
    const image = await findOwnImage(site.ports, site.userId, id)
    await setLink(site.ports, commandActor, { name: 'weather-map', image })
  }
  const addresses = [site.url, replica.url].map((url) => `${url}/l/weather-map`)
  const targets = () =>
    Promise.all(
      addresses.map(
        async (address) => new URL((await follow(address)).headers.get('location') ?? 'x:').pathname,
      ),
    )
  const pathOf = ({ url }: { url: string }) => new URL(url).pathname
  await setTo(one.id)
  expect(await targets()).toEqual([pathOf(one), pathOf(one)])
  const answer = await follow(addresses[0] ?? '')
  expect(answer.status).toBe(302)
  expect(answer.headers.get('cache-control')).toBe('public, max-age=30')
  // Conditions only apply to answers that would be 2xx (RFC 9110, section 13.2.1).
  expect((await follow(addresses[1] ?? '', { 'If-None-Match': '*' })).status).toBe(302)
  await setTo(two.id)
  expect(await targets()).toEqual([pathOf(two), pathOf(two)])
  await restoreLink(site.ports, commandActor, await findLink(site.ports, 'weather-map'), 1)
  expect(await targets()).toEqual([pathOf(one), pathOf(one)])
  await deleteImages(site.ports, commandActor, site.userId, [one.id])
  expect((await follow(addresses[0] ?? '')).status).toBe(404)
  expect((await follow(`${site.url}/l/unknown`)).status).toBe(404)
  expect((await follow(`${site.url}/l/No_Name`)).status).toBe(404)
})

test('a revoked link is 404 in every process, and no one else can take its name', async () => {
  await using site = await openSite()
  await using replica = await site.reopen()
  const key = await site.createKey({ binding: { linkNames: ['badge'] } })
  const first = await upload(site, 1, { link: 'badge' }, key)
  const statuses = () =>
    Promise.all(
      [site.url, replica.url].map(async (url) => {
        const [answer, head] = [
          await follow(`${url}/l/badge`),
          await fetch(`${url}/l/badge`, { method: 'HEAD' }),
        ]
        return [answer.status, head.status]
      }),
    )
  expect(await statuses()).toEqual([
    [302, 200],
    [302, 200],
  ])
  const link = await findLink(site.ports, 'badge')
  await endLink(site.ports, commandActor, link)
  expect(await statuses()).toEqual([
    [404, 404],
    [404, 404],
  ])
  await expect(endLink(site.ports, commandActor, link)).rejects.toMatchObject({ code: 'NOT_FOUND' })

  const userId = await site.addUser('stranger')
  const strangersKey = await site.createKey({ userId, binding: { linkNames: ['badge'] } })
  const fields = { categoryId: site.categoryId, link: 'badge' }
  const posted = { key: strangersKey, file: pngFile(2), fields }
  const verdict = await postUpload<{ problems: { code: string }[] }>(site.url, {
    ...posted,
    query: '?dryRun=1',
  })
  expect(verdict.body.data.problems.map(({ code }) => code)).toEqual(['BAD_REQUEST'])
  expect((await postUpload(site.url, posted)).body.error?.code).toBe('BAD_REQUEST')
  expect(await statuses()).toContainEqual([404, 404])

  await resumeLink(site.ports, commandActor, link)
  expect((await follow(`${site.url}/l/badge`)).headers.get('location')).toBe(first.body.data.url)
  await endLink(site.ports, commandActor, link)
  const second = await upload(site, 3, { link: 'badge' }, key)
  expect((await follow(`${site.url}/l/badge`)).headers.get('location')).toBe(second.body.data.url)
})

test('the redirect does not outlive the image', async () => {
  const time = { nowMs: noonMs }
  await using site = await openSite({ clock: () => time.nowMs })
  const key = await site.createKey({ binding: { linkNames: ['badge'] } })
  await upload(site, 1, { link: 'badge', expiresIn: '10s' }, key)
  const answer = await follow(`${site.url}/l/badge`)
  expect(answer.headers.get('cache-control')).toBe('public, max-age=10, must-revalidate')
  time.nowMs += 10_000
  expect((await follow(`${site.url}/l/badge`)).status).toBe(404)
})

test('an upload sets the links that its key is bound to, by the hash of a known file too, and no others', async () => {
  await using site = await openSite()
  const key = await site.createKey({ binding: { linkNames: ['badge', 'plan'] } })
  const targetOf = async (name: string) => (await follow(`${site.url}/l/${name}`)).headers.get('location')
  const first = await upload(site, 1, { link: 'badge' }, key)
  expect(await targetOf('badge')).toBe(first.body.data.url)
  const second = await upload(site, 2, { link: 'badge' }, key)
  expect(await targetOf('badge')).toBe(second.body.data.url)
  const sha256 = new Bun.CryptoHasher('sha256').update(await pngFile(1).bytes()).digest('hex')
  const fields = { categoryId: site.categoryId, sha256, link: 'badge' }
  expect((await postUpload(site.url, { key, fields })).status).toBe(200)
  expect(await targetOf('badge')).toBe(first.body.data.url)

  expect((await upload(site, 3, { link: 'other' }, key)).body.error?.code).toBe('KEY_BOUND')
  expect((await upload(site, 3, { link: 'badge' })).body.error?.code).toBe('KEY_BOUND')
  expect((await upload(site, 3, { link: 'B' }, key)).body.error?.code).toBe('BAD_REQUEST')
  const userId = await site.addUser('stranger')
  const strangersKey = await site.createKey({ userId, binding: { linkNames: ['badge'] } })
  const refused = await upload(site, 4, { link: 'badge' }, strangersKey)
  expect(refused.body.error).toMatchObject({ code: 'BAD_REQUEST' })
  expect(await targetOf('badge')).toBe(first.body.data.url)
  expect((await site.kept()).images).toBe(2)
})

test('in the scope of the site, a link leads to an own image and never to that of another owner', async () => {
  await using site = await openSite()
  await site.setPolicy('upload.dedupScope', 'site')
  await upload(site, 1)
  const userId = await site.addUser('other')
  const key = await site.createKey({ userId, binding: { linkNames: ['badge'] } })
  const own = await upload(site, 1, { link: 'badge' }, key)
  expect(own.body.data.deduped).toBeUndefined()
  expect((await follow(`${site.url}/l/badge`)).headers.get('location')).toBe(own.body.data.url)
})
