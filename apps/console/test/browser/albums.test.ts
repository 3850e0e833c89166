import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { openSignedIn } from '../support/browser.ts'
import { type ConsoleUnderTest, startConsole } from '../support/console-under-test.ts'
import { picture } from '../support/pictures.ts'
import { uploadPicture } from '../support/upload-picture.ts'
import { createSignedInVisitor } from '../support/visitor.ts'
import { browserTest } from './browser-tests.ts'

/** An album with the images One, Two and Three, of which the last one is the newest. */
async function fillAlbum(testConsole: ConsoleUnderTest): Promise<string> {
  const { database } = testConsole.site
  const admin = await database.users.byName(testConsole.admin.name)
  const visitor = await createSignedInVisitor(testConsole, { id: admin?.id ?? '' })
  await visitor.post('/albums', { name: 'Travel' })
  const [album] = await database.albums.list()
  for (const [index, title] of ['One', 'Two', 'Three'].entries()) {
    const bytes = picture({ width: 200 + index, height: 160, colour: [60 * index, 90, 120] })
    await uploadPicture(visitor, { title, albumId: album?.id ?? '' }, bytes)
  }
  return album?.id ?? ''
}

const titles = (page: Page) => page.locator('.caption').allTextContents()
const card = (page: Page, title: string) => page.locator('.card-image', { hasText: title })

browserTest('images of an album are dragged into order, alone and together', async (browser) => {
  await using testConsole = await startConsole()
  const id = await fillAlbum(testConsole)
  const page = await openSignedIn(browser, testConsole)
  await page.goto(`/images?album=${id}`)
  expect(await titles(page)).toEqual(['Three', 'Two', 'One'])
  await card(page, 'One').dragTo(card(page, 'Three'), { targetPosition: { x: 8, y: 60 } })
  await page.waitForFunction(() => document.querySelector('.day-mark') === null)
  expect(await titles(page)).toEqual(['One', 'Three', 'Two'])
  for (const title of ['One', 'Three']) await card(page, title).locator('.pick input').check()
  const shown = page.waitForEvent('load')
  await card(page, 'Three').dragTo(card(page, 'Two'), { targetPosition: { x: 180, y: 60 } })
  await shown
  expect(await titles(page)).toEqual(['Two', 'One', 'Three'])
  await page.goto('/images')
  expect(await titles(page)).toEqual(['Three', 'Two', 'One'])
})

browserTest('albums are dragged into order', async (browser) => {
  await using testConsole = await startConsole()
  await fillAlbum(testConsole)
  const page = await openSignedIn(browser, testConsole)
  await page.goto('/albums')
  await page.locator('main').getByLabel('New album').fill('Home')
  await page.getByRole('button', { name: 'Create' }).click()
  const row = (name: string) => page.locator('.row', { hasText: name })
  const answered = page.waitForResponse((answer) => answer.request().method() === 'POST')
  await row('Home')
    .locator('.cover')
    .dragTo(row('Travel'), { targetPosition: { x: 30, y: 40 } })
  await answered
  const albums = await testConsole.site.database.albums.list()
  expect(albums.map(({ name }) => name)).toEqual(['Home', 'Travel'])
})

browserTest(
  'an album is arranged, gets its cover, its words and its public page without a script',
  async (browser) => {
    await using testConsole = await startConsole()
    const { database, links } = testConsole.site
    const id = await fillAlbum(testConsole)
    const page = await openSignedIn(browser, testConsole, { javaScriptEnabled: false })
    const choose = async (title: string, act: string) => {
      await page.getByLabel(`Select ${title}`).check()
      await page.getByText('More', { exact: true }).click()
      await page.getByRole('button', { name: act, exact: true }).click()
    }
    await page.goto(`/images?album=${id}`)
    await choose('One', 'Earlier')
    await page.getByText('The images of “Travel” are in their new order.').waitFor()
    expect(await titles(page)).toEqual(['Three', 'One', 'Two'])
    await choose('Three', 'Later')
    expect(await titles(page)).toEqual(['One', 'Three', 'Two'])
    await choose('Two', 'To the start')
    await choose('One', 'To the end')
    expect(await titles(page)).toEqual(['Two', 'Three', 'One'])
    await choose('Three', 'Use as cover')
    await page.getByText('The image is the cover of “Travel” now.').waitFor()
    await page.getByRole('link', { name: 'Three' }).click()
    await page.getByRole('link', { name: 'Next image' }).click()
    await page.getByRole('heading', { level: 1, name: 'One' }).waitFor()
    await page.getByRole('link', { name: 'Back to Travel' }).click()
    await page.getByRole('link', { name: 'All albums' }).click()

    const cover = (await database.albums.covers([id])).get(id)
    expect(cover?.title).toBe('Three')
    const shown = await page.locator('.cover img').first().getAttribute('src')
    expect(shown).toBe(cover === undefined ? null : links.rendition(cover, 'thumbnail'))
    await page.getByText('Edit', { exact: true }).click()
    await page.getByLabel('Description').fill('By the sea')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Share', { exact: true }).click()
    await page.getByRole('button', { name: 'Make public' }).click()
    const token = (await database.albums.byId(id))?.publicToken ?? ''
    const open = page.getByRole('link', { name: 'Open the public page of Travel' })
    expect(await open.getAttribute('href')).toBe(links.album(token))
    await page.getByRole('link', { name: 'Travel', exact: true }).click()
    await page.locator('p.album-description', { hasText: 'By the sea' }).waitFor()
    await page.getByText('Share', { exact: true }).click()
    expect(await open.getAttribute('href')).toBe(links.album(token))
    await page.getByRole('button', { name: 'Make private' }).click()
    await page.locator('.notice').getByText('has no public page any more').waitFor()
    expect(new URL(page.url()).searchParams.get('album')).toBe(id)
    await page.getByText('A public page shows the album').waitFor()
  },
)

browserTest('an album that is deleted comes back with its words, cover and order', async (browser) => {
  await using testConsole = await startConsole()
  const { database } = testConsole.site
  const id = await fillAlbum(testConsole)
  const page = await openSignedIn(browser, testConsole)
  await page.goto(`/images?album=${id}`)
  await card(page, 'Two').locator('.pick input').check()
  await page.getByText('More', { exact: true }).click()
  await page.getByRole('button', { name: 'To the end' }).click()
  await page.getByText('are in their new order').waitFor()
  await card(page, 'Two').locator('.pick input').check()
  await page.getByText('More', { exact: true }).click()
  await page.getByRole('button', { name: 'Use as cover' }).click()
  await page.getByText('The image is the cover').waitFor()
  const before = await database.albums.byId(id)
  await page.goto('/albums')
  await page.getByText('Delete', { exact: true }).click()
  await page.getByRole('button', { name: 'Delete the album' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('The album “Travel” is back').waitFor()
  expect({ ...(await database.albums.byId(id)), createdAtMs: before?.createdAtMs }).toEqual({ ...before! })
  await page.getByRole('link', { name: 'Travel', exact: true }).click()
  expect(await titles(page)).toEqual(['Three', 'One', 'Two'])
  await page.goto('/albums')
  await page.getByText('Edit', { exact: true }).click()
  await page.getByLabel('Newest first, in place of the order by hand').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.').waitFor()
  await page.getByRole('link', { name: 'Travel', exact: true }).click()
  expect(await titles(page)).toEqual(['Three', 'Two', 'One'])
})
