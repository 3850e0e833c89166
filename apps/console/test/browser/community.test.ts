import { expect } from 'bun:test'
import { openPage, openSignedIn } from '../support/browser.ts'
import { startConsole } from '../support/console-under-test.ts'
import { imageIdOf, uploadPicture } from '../support/upload-picture.ts'
import { createSignedInVisitor } from '../support/visitor.ts'
import { browserTest } from './browser-tests.ts'

for (const javaScriptEnabled of [true, false]) {
  const how = javaScriptEnabled ? 'with script' : 'without script'

  browserTest(
    `a reader reports an image, and an operator takes it down; its owner reads why, ${how}`,
    async (browser) => {
      await using testConsole = await startConsole()
      const bob = await testConsole.addMember('bob')
      const bobs = await createSignedInVisitor(testConsole, bob)
      const id = imageIdOf(await uploadPicture(bobs, { title: 'Hedge' }))
      const operator = await openSignedIn(browser, testConsole, { javaScriptEnabled })
      await operator.goto('/settings/site')
      await operator.getByLabel('Name', { exact: false }).first().fill('Garden club')
      await operator.getByLabel('Reports from readers').selectOption('on')
      if (javaScriptEnabled) await operator.locator('#site-preview').getByText('Garden club').waitFor()
      await operator.getByRole('button', { name: 'Save' }).click()
      await operator.locator('.notice').getByText('in force').waitFor()
      await testConsole.refresh()

      const reader = await openPage(browser, testConsole, { javaScriptEnabled })
      await reader.goto(`/report/${id}`)
      expect(await reader.title()).toBe('Report an image · Garden club')
      await reader.getByLabel('What is wrong with it?').selectOption('privacy')
      await reader.getByLabel('Note').fill('My garden.')
      await reader.getByRole('button', { name: 'Send the report' }).click()
      await reader.getByRole('heading', { name: 'Thank you' }).waitFor()

      await operator.goto('/reports')
      await operator.getByText('My garden.').waitFor()
      await operator.locator('[data-drawer]').first().click()
      await operator.locator('summary', { hasText: 'Take down' }).click()
      await operator.getByLabel('Reason').fill('A private garden')
      await operator.getByRole('button', { name: 'Take down this image' }).click()
      await operator.getByRole('heading', { name: 'No report waits for you' }).waitFor()

      const [name, value] = [...bobs.cookies].find(([cookie]) => cookie === 'session') ?? ['', '']
      const owner = await openPage(browser, testConsole, { javaScriptEnabled })
      await owner.context().addCookies([{ name, value, url: testConsole.url, httpOnly: true }])
      await owner.goto('/images')
      await owner.getByText('Taken down by an operator: A private garden').waitFor()

      await operator.goto('/hashes')
      await operator.locator('[data-drawer]').first().click()
      await operator.locator('summary', { hasText: 'Unblock' }).first().click()
      await operator.getByRole('button', { name: 'Unblock' }).click()
      await operator.locator('.notice').getByText('accepted again').waitFor()
    },
  )

  browserTest(
    `someone who was invited chooses a name and signs in, and an operator deletes the account, ${how}`,
    async (browser) => {
      await using testConsole = await startConsole()
      const operator = await openSignedIn(browser, testConsole, { javaScriptEnabled })
      await operator.goto('/users')
      await operator.getByRole('button', { name: 'Invite' }).click()
      await operator.getByRole('button', { name: 'Create link' }).click()
      await operator.getByRole('heading', { name: 'This is the link, shown only now' }).waitFor()
      const link = await operator.getByLabel('The link', { exact: true }).inputValue()

      const guest = await openPage(browser, testConsole, { javaScriptEnabled })
      await guest.goto(link)
      await guest.getByLabel('Name', { exact: false }).first().fill('newcomer')
      await guest.getByLabel('Password').first().fill('a fine pass phrase')
      await guest.getByLabel('The same password again').fill('a fine pass phrase')
      await guest.getByRole('button', { name: 'Set the password' }).click()
      await guest.locator('.notice').getByText('Sign in as newcomer').waitFor()
      expect((await guest.goto(link))?.status()).toBe(404)

      await operator.goto('/users')
      await operator.getByRole('link', { name: 'newcomer', exact: true }).click()
      await operator.getByRole('link', { name: 'Delete' }).click()
      await operator.getByRole('heading', { name: 'What is deleted' }).waitFor()
      await operator.getByRole('button', { name: 'Delete this user' }).click()
      await operator.locator('.notice').getByText('The user is deleted').waitFor()
      expect(await operator.getByText('newcomer').count()).toBe(0)
    },
  )
}
