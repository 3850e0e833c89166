import { expect, test } from 'bun:test'
import { postUpload } from '@pictoglyph/images/test/post-upload'
import { pngFile } from '@pictoglyph/images/test/sample-image'
import { openSite, type SiteFixture } from '@pictoglyph/images/test/site-fixture'
import { pictoglyph } from './command.ts'
import { placesOf } from './places-of.ts'

const link = (site: SiteFixture, ...words: string[]) => pictoglyph(placesOf(site), ['link', ...words])

async function answerOf(site: SiteFixture, ...words: string[]) {
  const { code, out, err } = await link(site, ...words, '--json')
  if (code !== 0) throw new Error(err)
  return JSON.parse(out)
}

async function upload(site: SiteFixture, number: number) {
  const fields = { categoryId: site.categoryId }
  return (await postUpload(site.url, { key: site.apiKey, file: pngFile(number), fields })).body.data
}

test('a link is set, listed, and brought back from its history, beside the running service', async () => {
  await using site = await openSite()
  const [one, two] = [await upload(site, 1), await upload(site, 2)]
  const target = async () =>
    (await fetch(`${site.url}/l/weather-map`, { redirect: 'manual' })).headers.get('location')
  await answerOf(site, 'set', 'weather-map', one.id)
  expect(await answerOf(site, 'set', 'weather-map', two.url)).toMatchObject({
    name: 'weather-map',
    owner: 'admin',
    image: two.id,
    number: 2,
  })
  expect(await target()).toBe(two.url)
  expect(await answerOf(site, 'list')).toMatchObject([{ name: 'weather-map', image: two.id }])
  const history = [
    { number: 2, image: two.id, isThere: true, by: 'command' },
    { number: 1, image: one.id, isThere: true, by: 'command' },
  ]
  expect(await answerOf(site, 'history', 'weather-map')).toMatchObject(history)
  await answerOf(site, 'restore', 'weather-map', '1')
  expect(await target()).toBe(one.url)
  expect(await answerOf(site, 'remove', 'weather-map')).toMatchObject({
    name: 'weather-map',
    endedAt: expect.any(String),
  })
  expect(await target()).toBeNull()
  expect(await answerOf(site, 'list')).toMatchObject([
    { name: 'weather-map', image: one.id, endedAt: expect.any(String) },
  ])
  expect(await link(site, 'remove', 'weather-map')).toMatchObject({ code: 1, out: '' })
  await answerOf(site, 'restore', 'weather-map', '2')
  expect(await target()).toBe(two.url)
  for (const words of [
    ['remove', 'none'],
    ['set', 'No', one.id],
    ['set', 'a-map', 'unknown'],
    ['history', 'none'],
    ['restore', 'weather-map', '9'],
    ['restore', 'weather-map', 'x'],
  ]) {
    expect(await link(site, ...words)).toMatchObject({ code: 1, out: '' })
  }
})
