import { expect } from 'bun:test'
import type { Page } from 'playwright-core'
import { openPage, openSignedIn } from '../support/browser.ts'
import { type ConsoleUnderTest, startConsole } from '../support/console-under-test.ts'
import { browserTest } from './browser-tests.ts'

const setUpPath = '/account/second-factor'

/** Gives the page an authenticator that says yes at once; it goes with the page. */
async function addAuthenticator(page: Page): Promise<void> {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

async function makePasskey(page: Page): Promise<void> {
  await page.goto(setUpPath)
  await page.getByRole('button', { name: 'Make a passkey' }).click()
  await page.waitForURL(`**${setUpPath}/codes`)
}

async function givePassword(page: Page, { admin }: ConsoleUnderTest): Promise<void> {
  await page.getByLabel('Name').fill(admin.name)
  await page.getByLabel('Password').fill(admin.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL('**/sign-in/code**')
}

browserTest(
  'a passkey is made, signs in after the password, and what it has signed is good once',
  async (browser) => {
    await using testConsole = await startConsole()
    const page = await openSignedIn(browser, testConsole)
    await addAuthenticator(page)
    await makePasskey(page)
    expect(await page.getByRole('listitem').filter({ hasText: '-' }).count()).toBeGreaterThanOrEqual(10)
    await page.getByRole('button', { name: 'Sign out' }).click()

    await page.goto('/sign-in?return=/albums')
    await givePassword(page, testConsole)
    const sent = page.waitForRequest(
      (request) => request.method() === 'POST' && request.url().includes('/code'),
    )
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.waitForURL('**/albums')
    const [factor] = await testConsole.site.database.factors.list(await adminId(testConsole))
    expect([factor?.kind, factor?.lastUsedAtMs !== null]).toEqual(['passkey', true])

    const signed = new URLSearchParams((await sent).postData() ?? '').get('passkey') ?? ''
    expect(JSON.parse(signed)).toHaveProperty('response.signature')
    const thief = await openPage(browser, testConsole)
    await thief.goto('/sign-in')
    await givePassword(thief, testConsole)
    await thief.locator('[data-passkey-field]').evaluate((field: HTMLInputElement, value) => {
      field.value = value
    }, signed)
    await thief.getByLabel('Code').fill('000000')
    await thief.getByRole('button', { name: 'Sign in' }).click()
    expect(await thief.getByRole('alert').first().textContent()).toContain('This code is wrong')
    await thief.goto('/albums')
    expect(new URL(thief.url()).pathname).toBe('/sign-in')
  },
)

browserTest('a passkey proves who is signed in, and the form that asked for it is done', async (browser) => {
  const clock = { nowMs: Date.now() }
  await using testConsole = await startConsole({ clock: () => clock.nowMs })
  const page = await openSignedIn(browser, testConsole)
  await addAuthenticator(page)
  await makePasskey(page)
  await testConsole.site.database.sessions.prove(await sessionHash(testConsole), clock.nowMs - 11 * 60_000)
  await page.goto('/keys')
  await page.locator('form[action="/keys"] [name=name]').fill('by passkey')
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByRole('heading', { name: 'Confirm that it is you' }).waitFor()
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.getByRole('heading', { name: 'by passkey' }).waitFor()
  const keys = await testConsole.site.database.keys.list(await adminId(testConsole))
  expect(keys.map(({ name }) => name)).toContain('by passkey')
})

browserTest('a passkey of another site, or of nobody, signs nobody in', async (browser) => {
  await using testConsole = await startConsole()
  const page = await openSignedIn(browser, testConsole)
  await addAuthenticator(page)
  await makePasskey(page)
  await page.getByRole('button', { name: 'Sign out' }).click()
  const stranger = await openPage(browser, testConsole)
  await addAuthenticator(stranger)
  await stranger.goto('/sign-in')
  await givePassword(stranger, testConsole)
  await stranger.getByRole('button', { name: 'Use a passkey' }).click()
  await stranger.getByText('That did not work').waitFor()
  for (const forged of [
    '{}',
    'no JSON',
    '{"id":"x","rawId":"x","type":"public-key","response":{"clientDataJSON":"e30"}}',
  ]) {
    await stranger.locator('[data-passkey-field]').evaluate((field: HTMLInputElement, value) => {
      field.value = value
    }, forged)
    await stranger.getByLabel('Code').fill('x')
    await stranger.getByRole('button', { name: 'Sign in' }).click()
    await stranger.locator('#code-wrong').waitFor()
  }
})

async function adminId({ site, admin }: ConsoleUnderTest): Promise<string> {
  return (await site.database.users.byName(admin.name))?.id ?? ''
}

async function sessionHash(testConsole: ConsoleUnderTest): Promise<string> {
  const [session] = await testConsole.site.database.sessions.list(await adminId(testConsole))
  return session?.tokenHash ?? ''
}
