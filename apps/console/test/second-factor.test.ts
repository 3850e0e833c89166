import { expect, test } from 'bun:test'
import { createProofs } from '@pictoglyph/site/accounts/proofs'
import { setUserPassword } from '@pictoglyph/site/accounts/users'
import type { User } from '@pictoglyph/site/language/records'
import { parseAddress } from '@pictoglyph/site/network/address'
import type { Policy } from '@pictoglyph/site/policy'
import { setPolicy } from '@pictoglyph/site/policy/set-policy'
import { TOTP } from 'otpauth'
import { createConsoleApp } from '../src/console-app.ts'
import { isPasskeyHost } from '../src/passkeys/passkeys.ts'
import { beginSession } from './support/begin-session.ts'
import { consoleOptions } from './support/console-options.ts'
import { memberPassword, startConsole } from './support/console-under-test.ts'
import { createSignedInVisitor, createVisitor, type Visitor } from './support/visitor.ts'

const setUpPath = '/account/second-factor'
const actor = { name: 'test', userId: null, address: 'local' }

/** A console whose time the test moves, with a member. */
async function openWithMember() {
  const clock = { nowMs: Date.UTC(2026, 5, 1, 12) }
  const testConsole = await startConsole({ clock: () => clock.nowMs })
  const kim = await testConsole.addMember('kim')
  return {
    testConsole,
    kim,
    clock,
    code: (secret: string) => new TOTP({ secret }).generate({ timestamp: clock.nowMs }),
    [Symbol.asyncDispose]: () => testConsole[Symbol.asyncDispose](),
  }
}

type Opened = Awaited<ReturnType<typeof openWithMember>>

/** Sets an authenticator up as a person does, and gives its secret and the recovery codes. */
async function setUp({
  testConsole,
  kim,
  code,
}: Opened): Promise<{ visitor: Visitor; secret: string; codes: string[] }> {
  const visitor = await createSignedInVisitor(testConsole, kim)
  const secret = secretOn(await (await visitor.get(setUpPath)).text())
  const answer = await visitor.post(setUpPath, { name: 'phone', secret, code: code(secret) })
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, `${setUpPath}/codes`])
  const page = await (await visitor.get(`${setUpPath}/codes`)).text()
  return {
    visitor,
    secret,
    codes: [...page.matchAll(/<code>([a-z2-9-]{27})<\/code>/g)].map(([, one = '']) => one),
  }
}

const secretOn = (page: string): string => /name="secret" value="([A-Z2-7]{32})"/.exec(page)?.[1] ?? ''

async function isSignedIn(visitor: Visitor): Promise<boolean> {
  return (await visitor.get('/images')).status === 200
}

test('with an authenticator the password alone opens nothing, and its code signs in', async () => {
  await using opened = await openWithMember()
  const { testConsole, clock, code } = opened
  const { secret } = await setUp(opened)
  clock.nowMs += 60_000
  const visitor = createVisitor(testConsole)
  const answer = await visitor.signIn('kim', memberPassword)
  expect(answer.headers.get('Location')).toStartWith('/sign-in/code')
  expect(visitor.cookies.has('session')).toBe(false)
  const pending = visitor.cookies.get('pending') ?? ''
  visitor.cookies.set('session', pending)
  expect(await isSignedIn(visitor)).toBe(false)
  visitor.cookies.delete('session')

  expect((await visitor.post('/sign-in/code', { code: '000000' })).status).toBe(401)
  expect(testConsole.events.at(-1)).toEqual({ event: 'factor.failed', user: 'kim' })
  expect(await isSignedIn(visitor)).toBe(false)
  const finished = await visitor.post('/sign-in/code', { code: code(secret), return: '/keys' })
  expect(finished.headers.get('Location')).toBe('/keys')
  expect(await isSignedIn(visitor)).toBe(true)
  expect(visitor.cookies.get('session')).not.toBe(pending)
  expect(testConsole.events.at(-1)).toEqual({ event: 'signin.succeeded', user: 'kim' })
})

test('a code is good once, also for another browser in the same half minute', async () => {
  await using opened = await openWithMember()
  const { testConsole, clock, code } = opened
  const { secret } = await setUp(opened)
  const [first, second] = [createVisitor(testConsole), createVisitor(testConsole)]
  for (const visitor of [first, second]) await visitor.signIn('kim', memberPassword)
  expect((await first.post('/sign-in/code', { code: code(secret) })).status).toBe(401)
  clock.nowMs += 30_000
  expect((await first.post('/sign-in/code', { code: code(secret) })).status).toBe(303)
  expect((await second.post('/sign-in/code', { code: code(secret) })).status).toBe(401)
  expect(await isSignedIn(second)).toBe(false)
})

test('guessing codes is throttled for the account, whoever guesses', async () => {
  await using opened = await openWithMember()
  const { testConsole, code, clock } = opened
  const { secret } = await setUp(opened)
  clock.nowMs += 60_000
  const visitors = [createVisitor(testConsole), createVisitor(testConsole)] as const
  for (const visitor of visitors) await visitor.signIn('kim', memberPassword)
  const statuses: number[] = []
  for (let index = 0; index < 5; index++) {
    statuses.push((await visitors[index % 2 ? 1 : 0].post('/sign-in/code', { code: '000000' })).status)
  }
  expect(statuses).toEqual([401, 401, 401, 401, 401])
  expect((await visitors[0].post('/sign-in/code', { code: code(secret) })).status).toBe(429)
  expect(await isSignedIn(visitors[0])).toBe(false)
})

test('five wrong factors end a sign-in, and the right code after them opens nothing', async () => {
  await using opened = await openWithMember()
  const { testConsole, code, clock } = opened
  const { secret } = await setUp(opened)
  const visitor = createVisitor(testConsole)
  await visitor.signIn('kim', memberPassword)
  for (let index = 0; index < 4; index++) {
    clock.nowMs += 30_000
    expect((await visitor.post('/sign-in/code', { code: '000000' })).status).toBe(401)
  }
  const last = await visitor.post('/sign-in/code', { code: '000000' })
  expect([last.status, last.headers.get('Location')]).toEqual([303, '/sign-in'])
  clock.nowMs += 60_000
  const late = await visitor.post('/sign-in/code', { code: code(secret) })
  expect(late.headers.get('Location')).toBe('/sign-in')
  expect(await isSignedIn(visitor)).toBe(false)
})

test('after 100 wrong codes in a row codes rest for a day; recovery codes sign in meanwhile, and Account tells', async () => {
  await using opened = await openWithMember()
  const { testConsole, code, clock, kim } = opened
  const { secret, codes } = await setUp(opened)
  const attempt = async (given: string) => {
    const visitor = createVisitor(testConsole)
    await visitor.signIn('kim', memberPassword)
    const answer = await visitor.post('/sign-in/code', { code: given })
    return { answer, isIn: await isSignedIn(visitor) }
  }
  const failure = { atMs: clock.nowMs, address: '203.0.113.9', isCode: true, most: 100, restMs: 1 }
  for (let index = 0; index < 98; index++) {
    await testConsole.site.database.factors.noteWrong(kim.id, failure)
  }
  expect((await attempt('000000')).answer.status).toBe(401)
  expect((await attempt('000000')).answer.status).toBe(401)
  clock.nowMs += 23 * 60 * 60_000
  const resting = await attempt(code(secret))
  expect([resting.answer.status, resting.isIn]).toEqual([429, false])
  expect(await resting.answer.text()).toContain('Too many wrong codes.')
  const recovered = await attempt(codes[0] ?? '')
  expect([recovered.answer.status, recovered.isIn]).toEqual([303, true])
  const holder = await createSignedInVisitor(testConsole, kim)
  const page = await (await holder.get('/account')).text()
  expect(page).toContain('100 wrong codes or passkeys so far')
  expect(page).toContain('<code>127.0.0.1</code>')
  clock.nowMs += 60 * 60_000 + 1
  expect((await attempt(code(secret))).isIn).toBe(true)
  expect((await testConsole.site.database.factors.failures(kim.id))?.codesInRow).toBe(0)
})

test('guesses from a strange address leave the holder’s own codes and recovery codes alone', async () => {
  await using opened = await openWithMember()
  const { testConsole, code, clock, kim } = opened
  const { secret, codes } = await setUp(opened)
  clock.nowMs += 60_000
  const proofs = createProofs({ site: testConsole.site, limiter: testConsole.limiter })
  const [strange, home] = [parseAddress('203.0.113.9'), parseAddress('127.0.0.1')]
  const begun = createVisitor(testConsole)
  await begun.signIn('kim', memberPassword)
  await begun.post('/sign-in/code', { code: code(secret) })
  clock.nowMs += 60_000
  for (let index = 0; index < 5; index++) expect(await proofs.isCode(kim, '000000', strange)).toBe(false)
  await expect(proofs.isCode(kim, code(secret), strange)).rejects.toThrow()
  const guess = 'a'.repeat(24)
  for (let index = 0; index < 5; index++) expect(await proofs.isCode(kim, guess, strange)).toBe(false)
  await expect(proofs.isCode(kim, guess, strange)).rejects.toThrow()
  expect(await proofs.isCode(kim, codes[0] ?? '', parseAddress('198.51.100.7'))).toBe(true)
  expect(await proofs.isCode(kim, code(secret), home)).toBe(true)
})

test('a recovery code signs in once, however it is typed, and the site keeps only a hash of it', async () => {
  await using opened = await openWithMember()
  const { testConsole } = opened
  const { codes } = await setUp(opened)
  expect(codes).toHaveLength(10)
  const [given = '', another = ''] = codes
  const rows = await Bun.file(`${testConsole.databasePath}-wal`).text()
  expect(rows).not.toContain(given)
  for (const [typed, status] of [
    [given.toUpperCase().replaceAll('-', ' '), 303],
    [given, 401],
    [another, 303],
  ] as const) {
    const visitor = createVisitor(testConsole)
    await visitor.signIn('kim', memberPassword)
    expect((await visitor.post('/sign-in/code', { code: typed })).status).toBe(status)
  }
})

test('recovery codes are shown once, and new ones end the old', async () => {
  await using opened = await openWithMember()
  const { testConsole } = opened
  const { visitor, codes } = await setUp(opened)
  expect((await visitor.get(`${setUpPath}/codes`)).status).toBe(303)
  expect((await visitor.post(`${setUpPath}/codes`)).headers.get('Location')).toBe(`${setUpPath}/codes`)
  const other = createVisitor(testConsole)
  await other.signIn('kim', memberPassword)
  expect((await other.post('/sign-in/code', { code: codes[0] ?? '' })).status).toBe(401)
})

test('a wrong code sets nothing up, and the page keeps the secret that was scanned', async () => {
  await using opened = await openWithMember()
  const { testConsole, kim } = opened
  const visitor = await createSignedInVisitor(testConsole, kim)
  const secret = secretOn(await (await visitor.get(setUpPath)).text())
  const answer = await visitor.post(setUpPath, { name: 'phone', secret, code: '000000' })
  expect(answer.status).toBe(400)
  expect(secretOn(await answer.text())).toBe(secret)
  expect(await testConsole.site.database.factors.list(kim.id)).toEqual([])
})

test('a password that is changed while a code is waited for ends the sign-in', async () => {
  await using opened = await openWithMember()
  const { testConsole, kim, clock, code } = opened
  const { secret } = await setUp(opened)
  clock.nowMs += 60_000
  const visitor = createVisitor(testConsole)
  await visitor.signIn('kim', memberPassword)
  const password = { password: 'another long one', isGenerated: false, keptTokenHash: null }
  await setUserPassword(testConsole.site, actor, kim, password)
  const answer = await visitor.post('/sign-in/code', { code: code(secret) })
  expect(answer.headers.get('Location')).toStartWith('/sign-in')
  expect(await isSignedIn(visitor)).toBe(false)
})

test('a sign-in that waits for a code ends after ten minutes', async () => {
  await using opened = await openWithMember()
  const { testConsole, clock, code } = opened
  const { secret } = await setUp(opened)
  const visitor = createVisitor(testConsole)
  await visitor.signIn('kim', memberPassword)
  clock.nowMs += 10 * 60_000
  await visitor.post('/sign-in/code', { code: code(secret) })
  expect(await isSignedIn(visitor)).toBe(false)
})

const asked: { policy: Policy['console.secondFactor']; role: User['role']; isLed: boolean }[] = [
  { policy: 'off', role: 'admin', isLed: false },
  { policy: 'administrators', role: 'admin', isLed: true },
  { policy: 'administrators', role: 'member', isLed: false },
  { policy: 'all', role: 'member', isLed: true },
]

test.each(asked)(
  'under the policy $policy a $role without a factor is led to set one up: $isLed',
  async (row) => {
    await using testConsole = await startConsole()
    const user = await testConsole.addMember('lee', row.role)
    await setPolicy(testConsole.site, actor, 'console.secondFactor', row.policy)
    await testConsole.refresh()
    const visitor = await createSignedInVisitor(testConsole, user)
    const answer = await visitor.get('/images')
    expect(answer.headers.get('Location')).toBe(row.isLed ? setUpPath : null)
    if (!row.isLed) return
    const secret = secretOn(await (await visitor.get(setUpPath)).text())
    expect((await visitor.send('/albums', { method: 'POST' })).headers.get('Location')).toBe(setUpPath)
    const csrf = /name="csrf" value="([^"]+)"/.exec(await (await visitor.get(setUpPath)).text())?.[1] ?? ''
    const body = new URLSearchParams({ csrf, name: 'phone', secret, code: new TOTP({ secret }).generate() })
    expect((await visitor.send(setUpPath, { method: 'POST', body })).status).toBe(303)
    expect(await isSignedIn(visitor)).toBe(true)
  },
)

test('an administrator removes the factors of a member who has lost them, and the password signs in again', async () => {
  await using opened = await openWithMember()
  const { testConsole, kim } = opened
  const { visitor: lost } = await setUp(opened)
  const operator = await createSignedInVisitor(testConsole, await testConsole.addMember('olga', 'admin'))
  expect(await (await operator.get(`/users/${kim.id}`)).text()).toContain(
    `/users/${kim.id}/second-factor/remove`,
  )
  await operator.post(`/users/${kim.id}/second-factor/remove`)
  expect(await isSignedIn(lost)).toBe(false)
  const visitor = createVisitor(testConsole)
  await visitor.signIn('kim', memberPassword)
  expect(await isSignedIn(visitor)).toBe(true)
})

test('a member removes the own factor, which ends the other sessions', async () => {
  await using opened = await openWithMember()
  const { testConsole, kim } = opened
  const { visitor } = await setUp(opened)
  const other = await createSignedInVisitor(testConsole, kim)
  const [factor] = await testConsole.site.database.factors.list(kim.id)
  await visitor.post(`${setUpPath}/remove`, { factor: factor?.id ?? '' })
  expect([await isSignedIn(visitor), await isSignedIn(other)]).toEqual([true, false])
  expect(await testConsole.site.database.factors.countCodes(kim.id)).toBe(0)
})

test('no page but the one that sets it up shows a secret, and the audit log has none', async () => {
  await using opened = await openWithMember()
  const { testConsole } = opened
  const { visitor, secret } = await setUp(opened)
  expect(await (await visitor.get(setUpPath)).text()).not.toContain(secret)
  expect(await (await visitor.get('/account')).text()).not.toContain(secret)
  const { items } = await testConsole.site.database.audit.list({ limit: 100 })
  expect(items.map(({ action }) => action)).toContain('user.factor.add')
  expect(JSON.stringify(items)).not.toContain(secret)
})

test('signing in ends the session that the browser had', async () => {
  await using testConsole = await startConsole()
  const kim = await testConsole.addMember('kim')
  const visitor = await createSignedInVisitor(testConsole, kim)
  const before = visitor.cookies.get('session') ?? ''
  const answer = await visitor.post('/sign-in', { name: 'kim', password: memberPassword })
  expect(answer.status).toBe(303)
  expect(visitor.cookies.get('session')).not.toBe(before)
  visitor.cookies.set('session', before)
  expect(await isSignedIn(visitor)).toBe(false)
})

test('a passkey needs a host name: the console says so for an address, and leads to localhost', () => {
  const hosts = [
    'http://127.0.0.1:8082',
    'http://[::1]:8082',
    'http://localhost:8082',
    'https://console.example',
  ]
  expect(hosts.map(isPasskeyHost)).toEqual([false, false, true, true])
})

test('on 127.0.0.1 the page to set one up leads to localhost', async () => {
  await using testConsole = await startConsole()
  const kim = await testConsole.addMember('kim')
  const url = 'http://127.0.0.1:8082'
  const app = createConsoleApp({
    ...consoleOptions(testConsole),
    urls: { images: url, text: url, console: url },
  })
  const cookie = `session=${await beginSession(testConsole.site, kim.id)}`
  const server = Bun.serve({
    port: 0,
    hostname: '127.0.0.1',
    fetch: (request, server) => app.fetch(request, server),
  })
  try {
    const answer = await fetch(new URL(setUpPath, server.url), { headers: { Cookie: cookie } })
    const page = await answer.text()
    expect(page).toContain('A passkey needs a host name')
    expect(page).toContain(`href="http://localhost:8082${setUpPath}"`)
    expect(page).not.toContain('data-passkey=')
  } finally {
    await server.stop(true)
  }
})
