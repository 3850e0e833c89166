import { expect } from 'bun:test'
import { openSignedIn } from '../support/browser.ts'
import { startConsole } from '../support/console-under-test.ts'
import { imageIdOf, uploadPicture } from '../support/upload-picture.ts'
import { createSignedInVisitor } from '../support/visitor.ts'
import { browserTest } from './browser-tests.ts'

browserTest('pictures of a store with a public service are shown', async (browser) => {
  await using testConsole = await startConsole({ publicStore: true })
  const admin = await testConsole.site.database.users.byName(testConsole.admin.name)
  const visitor = await createSignedInVisitor(testConsole, { id: admin?.id ?? '' })
  const id = imageIdOf(await uploadPicture(visitor))
  const page = await openSignedIn(browser, testConsole)
  await page.goto(`/images/${id}`, { waitUntil: 'load' })
  const widths = await page
    .locator('main img')
    .evaluateAll((pictures) => pictures.map((picture) => (picture as HTMLImageElement).naturalWidth))
  expect(widths).toEqual([48])
  await page.context().close()
})
