import { expect } from 'bun:test'
import { listNetworks } from '@pictoglyph/site/access'
import { addAlbum } from '@pictoglyph/site/albums'
import { category } from '@pictoglyph/site/categories'
import { createKey } from '@pictoglyph/site/keys'
import { runAction } from '@pictoglyph/site/things/run-action'
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
    await using testConsole = await startConsole()
    const paths = await fillWithLongNames(testConsole)
    const page = await openSignedIn(browser, testConsole, { viewport: { width, height: 740 } })
    const overflow = () => page.evaluate(() => Math.max(0, document.documentElement.scrollWidth - innerWidth))
    for (const path of paths) {
      await page.goto(path)
      expect(`${path} ${await overflow()}`).toBe(`${path} 0`)
    }
    await page.goto('/upload')
    const file = { name: `${longName(200)}.png`, mimeType: 'image/png', buffer: Buffer.from(picture()) }
    await page.locator('input[name=file]').setInputFiles(file)
    await page.locator('.queue-row').waitFor()
    expect(await overflow()).toBe(0)
    await page.goto('/albums')
    await page.locator('.row').getByText('Delete', { exact: true }).click()
    await page.getByRole('button', { name: 'Delete the album' }).click()
    await page.getByText('is deleted. Its images are still in the gallery.').waitFor()
    expect(await overflow()).toBe(0)
  })
}

browserTest('the longest names push no button out of a table', async (browser) => {
  await using testConsole = await startConsole()
  await fillWithLongNames(testConsole)
  const page = await openSignedIn(browser, testConsole, { viewport: { width: 1280, height: 740 } })
  for (const path of ['/keys', '/users', '/settings/networks', '/audit']) {
    await page.goto(path)
    const hidden = await page.evaluate(() =>
      [...document.querySelectorAll('table')].map((table) => {
        const right = (element: Element | null) => element?.getBoundingClientRect().right ?? 0
        const beyond = Math.round(right(table) - right(table.closest('main')))
        return Math.max(0, table.scrollWidth - table.clientWidth, beyond)
      }),
    )
    expect([path, hidden.length > 0, Math.max(...hidden)]).toEqual([path, true, 0])
  }
})

browserTest(
  'the longest names of albums and categories leave the gallery’s filter as it is',
  async (browser) => {
    await using testConsole = await startConsole()
    const page = await openSignedIn(browser, testConsole)
    const visitor = await createSignedInVisitor(
      testConsole,
      (await testConsole.site.database.users.byName('admin'))!,
    )
    await uploadPicture(visitor, {})
    const height = async () => {
      await page.goto('/images')
      await page.getByText('Filters').click()
      return (await page.locator('.gallery-filter').boundingBox())?.height
    }
    const before = await height()
    await fillWithLongNames(testConsole)
    expect(await height()).toBe(before)
  },
)

/** What someone with a long name has done. */
const strange = {
  actor: longName(64),
  actorUserId: null,
  address: '2001:db8:bad:bad:bad:bad:bad:bad',
  action: 'album.add',
  subject: longName(100),
  before: null,
  after: null,
}

/** The pages that show them. */
async function fillWithLongNames(testConsole: ConsoleUnderTest): Promise<string[]> {
  const { site } = testConsole
  const { id = '' } = (await site.database.users.byName('admin')) ?? {}
  const actor = { name: 'admin', userId: id, address: 'local' }
  await testConsole.addMember(longName(64))
  const run = { actor, thing: category, verb: 'add', name: longName(64) } as const
  const added = await runAction(site, run)
  await listNetworks(site, actor, 'block', [{ network: '192.0.2.0/24', note: longName(200) }])
  await site.database.audit.add({ ...strange, atMs: site.clock() })
  const album = await addAlbum(site, actor, id, longName(100))
  const { key } = await createKey(site, actor, {
    userId: id,
    name: longName(100),
    permissions: ['images:upload'],
    expiresAtMs: null,
    defaultCategoryId: added.id,
    clientKind: 'standard',
    binding: {},
  })
  const visitor = await createSignedInVisitor(testConsole, { id })
  const imageId = imageIdOf(await uploadPicture(visitor, { title: longName(500), albumId: album.id }))
  const inAlbum = `/images?album=${album.id}`
  const lists = [
    '/images',
    '/albums',
    '/keys',
    '/guests',
    '/users',
    '/settings/uploads',
    '/settings/networks',
    '/overview',
    '/audit',
  ]
  return [...lists, inAlbum, `/images/${imageId}`, `/keys/${key.id}`]
}
