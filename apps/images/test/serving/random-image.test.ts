import { afterAll, expect, test } from 'bun:test'
import { findOwnAlbum, setAlbumPublic, setAlbumRandomLink } from '@pictoglyph/site/albums'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { deleteImages } from '@pictoglyph/site/images'
import { postUpload } from '../post-upload.ts'
import { pngFile, pngOf } from '../sample-image.ts'
import { openSite } from '../site-fixture.ts'

const site = await openSite()
afterAll(() => site[Symbol.asyncDispose]())

async function upload(albumId: string, file: File): Promise<{ id: string; url: string }> {
  const fields = { categoryId: site.categoryId, albumId }
  return (await postUpload(site.url, { key: site.apiKey, file, fields })).body.data
}

function ask(address: string, method = 'GET') {
  return fetch(address, { method, redirect: 'manual' })
}

async function offerRandom(albumId: string, isOffered: boolean) {
  const album = await findOwnAlbum(site.ports, site.userId, albumId)
  await setAlbumRandomLink(site.ports, commandActor, album, isOffered)
}

test('a public album redirects to a random image if its owner enabled it, uncached', async () => {
  const albumId = await site.addAlbum('Wallpapers')
  const urls: string[] = []
  for (let number = 1; number <= 5; number++) urls.push((await upload(albumId, pngFile(number))).url)
  const elsewhere = await site.addAlbum('Others')
  await upload(elsewhere, pngFile(6))
  const address = `${await site.publishAlbum(albumId)}/random`
  expect((await ask(address)).status).toBe(404)
  await offerRandom(albumId, true)
  const answer = await ask(address)
  expect(answer.status).toBe(302)
  expect(answer.headers.get('cache-control')).toBe('no-store')
  expect(answer.headers.get('access-control-allow-origin')).toBe('*')
  // Missing one of five in two hundred draws happens once in 10^18.
  const led = new Set<string | null>()
  for (let draw = 0; draw < 200; draw++) led.add((await ask(address, 'HEAD')).headers.get('location'))
  expect([...led].sort()).toEqual(urls.sort())
  expect((await fetch(address)).headers.get('content-type')).toBe('image/png')
  await offerRandom(albumId, false)
  expect((await ask(address)).status).toBe(404)
  expect((await ask(address, 'HEAD')).status).toBe(404)
})

test('a random address can redirect to a smaller still, or else to the image', async () => {
  const albumId = await site.addAlbum('Sizes')
  const { id, url } = await upload(albumId, new File([pngOf(7, 400, 300)], 'wide.png'))
  const address = `${await site.publishAlbum(albumId)}/random`
  await offerRandom(albumId, true)
  const led = async (query: string) => (await ask(`${address}${query}`)).headers.get('location')
  expect(await led('?size=thumbnail')).toBe(`${site.url}/i/${id}/thumbnail.webp`)
  expect(await led('?size=large')).toBe(url)
  expect((await ask(`${address}?size=huge`)).status).toBe(404)
})

test('an empty, a private and a missing album are 404', async () => {
  const albumId = await site.addAlbum('Short')
  const page = await site.publishAlbum(albumId)
  await offerRandom(albumId, true)
  const none = await ask(`${page}/random`)
  expect(none.status).toBe(404)
  expect(await none.json()).toMatchObject({ error: { message: 'The image was not found.' } })
  const { id } = await upload(albumId, pngFile(8))
  expect((await ask(`${page}/random`)).status).toBe(302)
  await deleteImages(site.ports, commandActor, site.userId, [id])
  expect((await ask(`${page}/random`)).status).toBe(404)
  const another = await upload(albumId, pngFile(9))
  expect((await ask(`${page}/random`)).headers.get('location')).toBe(another.url)
  await setAlbumPublic(site.ports, commandActor, await findOwnAlbum(site.ports, site.userId, albumId), false)
  expect((await ask(`${page}/random`)).status).toBe(404)
  expect((await ask(`${await site.publishAlbum(albumId)}/random`)).status).toBe(404)
  for (const path of ['/a/unknown/random', `/a/${'x'.repeat(22)}/random`]) {
    expect((await ask(`${site.url}${path}`)).status).toBe(404)
  }
})
