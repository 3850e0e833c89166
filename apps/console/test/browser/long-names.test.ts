import { expect } from 'bun:test'
import { addAlbum, addCategory, createKey } from '@pictoglyph/core'
import { openSignedIn } from '../support/browser.ts'
import { type ConsoleUnderTest, startConsole } from '../support/console-under-test.ts'
import { picture } from '../support/pictures.ts'
import { imageIdOf, uploadPicture } from '../support/upload-picture.ts'
import { createSignedInVisitor } from '../support/visitor.ts'
import { browserTest } from './browser-tests.ts'

/** A name without a place to break it. */
const longName = (characters: number) => 'W'.repeat(characters)

for (const width of [320, 1280]) {
  browserTest(`the longest names make no page wider than its screen of ${width} pixels`, async (browser) => {
    await using console_ = await startConsole()
    const paths = await fillWithLongNames(console_)
    const page = await openSignedIn(browser, console_, { viewport: { width, height: 740 } })
    const overflow = () => page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth))
    for (const path of paths) {
      await page.goto(path)
      expect(`${path} ${await overflow()}`).toBe(`${path} 0`)
    }
    await page.goto('/upload')
    const file = { name: `${longName(200)}.png`, mimeType: 'image/png', buffer: Buffer.from(picture()) }
    await page.locator('input[type=file]').setInputFiles(file)
    await page.locator('.queue-row').waitFor()
    expect(await overflow()).toBe(0)
    await page.goto('/albums')
    await page.locator('.row').getByText('Delete', { exact: true }).click()
    await page.getByRole('button', { name: 'Delete the album' }).click()
    await page.getByText('is deleted. Its images are still in the gallery.').waitFor()
    expect(await overflow()).toBe(0)
  })
}

/** The pages that show them. */
async function fillWithLongNames(console_: ConsoleUnderTest): Promise<string[]> {
  const { site } = console_
  const { id = '' } = (await site.database.users.byName('admin')) ?? {}
  const actor = { name: 'admin', userId: id, address: 'local' }
  await console_.addMember(longName(64))
  await addCategory(site, actor, longName(64))
  const album = await addAlbum(site, actor, id, longName(100))
  const { key } = await createKey(site, actor, {
    userId: id,
    name: longName(100),
    permissions: ['images:upload'],
    expiresAtMs: null,
    defaultCategoryId: null,
    clientKind: 'standard',
    binding: {},
  })
  const visitor = await createSignedInVisitor(console_, { id })
  const imageId = imageIdOf(await uploadPicture(visitor, { title: longName(500), albumId: album.id }))
  const inAlbum = `/images?album=${album.id}`
  const lists = ['/images', '/albums', '/keys', '/users', '/categories', '/overview', '/audit']
  return [...lists, inAlbum, `/images/${imageId}`, `/keys/${key.id}`]
}
