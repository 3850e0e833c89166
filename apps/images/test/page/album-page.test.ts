import { expect, test } from 'bun:test'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { deleteImages } from '@pictoglyph/site/images'
import { postUpload } from '../post-upload.ts'
import { pngFile, pngOf } from '../sample-image.ts'
import { openSite } from '../site-fixture.ts'

test('a later page of an album links to the first, even when it is empty', async () => {
  await using site = await openSite()
  const albumId = await site.addAlbum('Sea')
  const fields = { categoryId: site.categoryId, albumId }
  const ids: string[] = []
  for (let index = 0; index < 61; index++) {
    const { body } = await postUpload(site.url, { key: site.apiKey, file: pngFile(index), fields })
    ids.push(body.data.id)
  }
  const url = await site.publishAlbum(albumId)
  const pageAt = async (address: string) => (await fetch(address)).text()
  const linkIn = (page: string, relation: string) =>
    new URL(new RegExp(`rel="${relation}" href="([^"]+)"`).exec(page)?.[1] ?? 'none:', url).href
  const first = await pageAt(url)
  expect(first).not.toContain('rel="first"')
  const later = linkIn(first, 'next')
  const page = await pageAt(later)
  expect(page).toContain(`/p/${ids[0]}?album=`)
  expect(linkIn(page, 'first')).toBe(url)
  await deleteImages(site.ports, commandActor, site.userId, ids.slice(0, 1))
  const emptied = await pageAt(later)
  expect(emptied).toContain('No image is left on this page.')
  expect(emptied).not.toContain('There is no image in this album yet.')
  expect(linkIn(emptied, 'first')).toBe(url)
})

test('every page of an album shows its number of images', async () => {
  await using site = await openSite()
  const albumId = await site.addAlbum('Sea')
  const url = await site.publishAlbum(albumId)
  const numberIn = async (address: string, language: string) => {
    const page = await (await fetch(address, { headers: { 'Accept-Language': language } })).text()
    return /class="muted number">([^<]+)</.exec(page)?.[1]
  }
  expect(await numberIn(url, 'en')).toBeUndefined()
  for (let index = 0; index < 61; index++) {
    const fields = { categoryId: site.categoryId, albumId }
    await postUpload(site.url, { key: site.apiKey, file: pngFile(index), fields })
    if (index === 0) expect(await numberIn(url, 'en')).toBe('1 image')
  }
  expect(await numberIn(url, 'en')).toBe('61 images')
  expect(await numberIn(url, 'zh-CN')).toBe('61 张图片')
  const next = /rel="next" href="([^"]+)"/.exec(await (await fetch(url)).text())?.[1] ?? ''
  expect(await numberIn(new URL(next, url).href, 'en')).toBe('61 images')
})

test('an album offers each picture in every size of a tile, and no cropped panorama', async () => {
  await using site = await openSite()
  const albumId = await site.addAlbum('Sea')
  const fields = { categoryId: site.categoryId, albumId }
  const add = async (width: number, height: number) => {
    const file = new File([pngOf(width, width, height)], 'picture.png', { type: 'image/png' })
    const { body } = await postUpload(site.url, { key: site.apiKey, file, fields })
    return `${site.url}/i/${body.data.id}`
  }
  const picture = await add(1200, 800)
  const panorama = await add(2400, 300)
  const page = await (await fetch(await site.publishAlbum(albumId))).text()
  expect(page).toContain(
    `srcset="${picture}/thumbnail.webp 320w, ${picture}/small.webp 640w, ${picture}/medium.webp 960w" sizes="auto, (max-width: 40rem) 155px, 248px"`,
  )
  expect(page).toContain(`src="${panorama}/medium.webp"`)
  expect(page).not.toContain(`${panorama}/thumbnail.webp"`)
})
