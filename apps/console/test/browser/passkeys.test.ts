import { Database } from 'bun:sqlite'
import { expect } from 'bun:test'
import { setPolicy } from '@pictoglyph/site/policy/set-policy'
import type { Page } from 'playwright-core'
import { openPage, openSignedIn } from '../support/browser.ts'
import { type ConsoleUnderTest, startConsole } from '../support/console-under-test.ts'
import { browserTest } from './browser-tests.ts'

const actor = { name: 'test', userId: null, address: 'local' }
const setUpPath = '/account/second-factor'

/** Gives the page an authenticator that says yes at once; it goes with the page. */
async function addAuthenticator(page: Page) {
  const devTools = await page.context().newCDPSession(page)
  await devTools.send('WebAuthn.enable')
  const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  return { devTools, authenticatorId }
}

/** Sends what a passkey has signed before, as somebody does who has got hold of it. */
async function sendPasskey(page: Page, signed: string): Promise<void> {
  await page.locator('form[action="/sign-in/passkey"]').evaluate((form: HTMLFormElement, value) => {
    const field = form.querySelector<HTMLInputElement>('[data-passkey-field]')
    if (field) field.value = value
    form.submit()
  }, signed)
}

async function makePasskey(page: Page): Promise<void> {
  await page.goto(setUpPath)
  await page.getByRole('button', { name: 'Create a passkey' }).click()
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
    await page.waitForURL('/albums')
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

browserTest('a passkey signs in by itself, and counts as the second factor', async (browser) => {
  await using testConsole = await startConsole()
  const page = await openSignedIn(browser, testConsole)
  await addAuthenticator(page)
  await makePasskey(page)
  await setPolicy(testConsole.site, actor, 'console.secondFactor', 'all')
  await testConsole.refresh()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.goto('/sign-in?return=/albums')
  const sent = page.waitForRequest((request) => request.url().endsWith('/sign-in/passkey'))
  await page.getByRole('button', { name: 'Use a passkey' }).click()
  await page.waitForURL('/albums')

  const signed = new URLSearchParams((await sent).postData() ?? '').get('passkey') ?? ''
  for (const thief of [page, await openPage(browser, testConsole)]) {
    await thief.context().clearCookies({ name: 'session' })
    await thief.goto('/sign-in')
    await sendPasskey(thief, signed)
    await thief.getByText('This passkey isn’t registered here').waitFor()
    await thief.goto('/albums')
    expect(new URL(thief.url()).pathname).toBe('/sign-in')
  }
})

browserTest('a passkey signs nobody in by itself whom only the provider may sign in', async (browser) => {
  await using testConsole = await startConsole()
  const page = await openSignedIn(browser, testConsole)
  await addAuthenticator(page)
  await makePasskey(page)
  await page.getByRole('button', { name: 'Sign out' }).click()
  const use = async () => {
    await page.goto('/sign-in')
    await page.getByRole('button', { name: 'Use a passkey' }).click()
  }
  using rows = new Database(testConsole.databasePath)
  await testConsole.addMember('olga', 'admin')
  rows.run("UPDATE users SET password_by_command = 0 WHERE name = 'admin'")
  await setPolicy(testConsole.site, actor, 'console.passwords', 'off')
  await testConsole.refresh()
  await use()
  await page.getByText('This passkey isn’t registered here').waitFor()

  rows.run('UPDATE users SET password_by_command = 1')
  await use()
  await page.waitForURL('/images')
  await page.getByRole('button', { name: 'Sign out' }).click()

  // An account that the provider has made has no password.
  await setPolicy(testConsole.site, actor, 'console.passwords', 'on')
  await testConsole.refresh()
  rows.run("UPDATE users SET password_hash = '' WHERE name = 'admin'")
  await use()
  await page.getByText('This passkey isn’t registered here').waitFor()
  expect(await testConsole.site.database.sessions.list(await adminId(testConsole))).toEqual([])
})

browserTest('by itself a passkey has to see who uses it', async (browser) => {
  await using testConsole = await startConsole()
  const page = await openSignedIn(browser, testConsole)
  const { devTools, authenticatorId } = await addAuthenticator(page)
  await makePasskey(page)
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.goto('/sign-in')
  const button = page.locator('form[action="/sign-in/passkey"] button[data-passkey]')
  const options = (await button.getAttribute('data-passkey-options')) ?? ''
  const weaker = JSON.stringify({ ...JSON.parse(options), userVerification: 'discouraged' })
  await devTools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified: false })
  await button.evaluate((one, value) => one.setAttribute('data-passkey-options', value), weaker)
  await button.click()
  await page.getByText('This passkey isn’t registered here').waitFor()
})

browserTest('a passkey whose counter falls back, as a copy’s does, signs nobody in', async (browser) => {
  await using testConsole = await startConsole()
  const page = await openSignedIn(browser, testConsole)
  const { devTools, authenticatorId } = await addAuthenticator(page)
  await makePasskey(page)
  await page.getByRole('button', { name: 'Sign out' }).click()
  const { credentials } = await devTools.send('WebAuthn.getCredentials', { authenticatorId })
  const [copied] = credentials
  if (copied === undefined) throw new Error('there is no passkey')
  const [factor] = await testConsole.site.database.factors.list(await adminId(testConsole))
  expect(factor?.counter).toBeGreaterThan(0)
  for (const signCount of [0, Math.max(0, (factor?.counter ?? 0) - 1)]) {
    await devTools.send('WebAuthn.removeCredential', { authenticatorId, credentialId: copied.credentialId })
    await devTools.send('WebAuthn.addCredential', { authenticatorId, credential: { ...copied, signCount } })
    await page.goto('/sign-in')
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.getByText('This passkey isn’t registered here').waitFor()
  }
})

browserTest('a passkey proves who is signed in, and the form that asked for it is done', async (browser) => {
  const clock = { nowMs: Date.now() }
  await using testConsole = await startConsole({ clock: () => clock.nowMs })
  const page = await openSignedIn(browser, testConsole)
  await addAuthenticator(page)
  await makePasskey(page)
  await testConsole.site.database.sessions.prove(await sessionHash(testConsole), clock.nowMs - 11 * 60_000)
  await page.goto('/keys')
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.locator('form[action="/keys"] [name=name]').fill('by passkey')
  await page.locator('form[action="/keys"] button[type=submit]').click()
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

browserTest(
  'a console opened as pictoglyph.localhost signs in by password and passkey, and other ports get no cookie',
  async (browser) => {
    await using testConsole = await startConsole({ host: 'pictoglyph.localhost' })
    const seen: (string | null)[] = []
    await using neighbour = Bun.serve({
      hostname: '127.0.0.1',
      port: 0,
      fetch: ({ headers }) => {
        seen.push(headers.get('Cookie'))
        return new Response('another program')
      },
    })
    const page = await openPage(browser, testConsole)
    await addAuthenticator(page)
    await page.goto('/sign-in')
    await page.getByLabel('Name').fill(testConsole.admin.name)
    await page.getByLabel('Password').fill(testConsole.admin.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL((url) => url.pathname !== '/sign-in')
    await makePasskey(page)
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.goto('/sign-in')
    await givePassword(page, testConsole)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.waitForURL((url) => !url.pathname.startsWith('/sign-in'))
    expect((await page.context().cookies(testConsole.url)).map(({ name }) => name)).toContain('session')
    await page.goto(`http://localhost:${neighbour.port}/`)
    expect(seen.filter((cookie) => cookie !== null)).toEqual([])
  },
)
