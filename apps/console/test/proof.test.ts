import { expect, test } from 'bun:test'
import { findUser, setUserPassword } from '@pictoglyph/site/accounts/users'
import { generatedPasswordMs } from '@pictoglyph/site/accounts/ways-in'
import { createKey } from '@pictoglyph/site/keys'
import type { User } from '@pictoglyph/site/language/records'
import { consoleRoutes } from '../src/console-routes.ts'
import { type ConsoleUnderTest, memberPassword, startConsole } from './support/console-under-test.ts'
import { createSignedInVisitor, createVisitor } from './support/visitor.ts'

const actor = { name: 'test', userId: null, address: 'local' }
const elevenMinutesMs = 11 * 60_000

async function openLater() {
  const clock = { nowMs: Date.UTC(2026, 5, 1, 12) }
  const testConsole = await startConsole({ clock: () => clock.nowMs })
  const olga = await testConsole.addMember('olga', 'admin')
  const kim = await testConsole.addMember('kim')
  const { site } = testConsole
  const visitor = createVisitor(testConsole)
  await visitor.signIn('olga', memberPassword)
  clock.nowMs += elevenMinutesMs
  return {
    testConsole,
    site,
    visitor,
    olga,
    kim,
    clock,
    [Symbol.asyncDispose]: () => testConsole[Symbol.asyncDispose](),
  }
}

const sensitive: { what: string; path: (kim: User) => string; fields: Record<string, string> }[] = [
  { what: 'adding a user', path: () => '/users', fields: { name: 'newcomer', role: 'admin' } },
  { what: 'giving a role', path: ({ id }) => `/users/${id}`, fields: { role: 'admin' } },
  { what: 'resetting a password', path: ({ id }) => `/users/${id}/password`, fields: {} },
  { what: 'removing second factors', path: ({ id }) => `/users/${id}/second-factor/remove`, fields: {} },
  { what: 'disabling an account', path: ({ id }) => `/users/${id}/disabled`, fields: { disabled: 'on' } },
  { what: 'an invitation', path: () => '/users/invitation', fields: { role: 'member' } },
  { what: 'a link for a password', path: ({ id }) => `/users/${id}/invitation`, fields: {} },
  { what: 'another name', path: ({ id }) => `/users/${id}`, fields: { name: 'kimberly', role: 'member' } },
  { what: 'deleting a user', path: ({ id }) => `/users/${id}/delete`, fields: { images: 'delete' } },
  { what: 'a quota', path: ({ id }) => `/users/${id}`, fields: { quota: '1', role: 'member' } },
  { what: 'a policy', path: () => '/settings/uploads', fields: { 'upload.maxBytes': '1' } },
  {
    what: 'whitelist mode',
    path: () => '/settings/networks/whitelist',
    fields: { 'text.whitelistMode': 'on', confirmed: 'on' },
  },
  {
    what: 'blocking a network',
    path: () => '/settings/networks/add',
    fields: { list: 'block', network: '192.0.2.1' },
  },
  { what: 'a category', path: () => '/settings/uploads/categories', fields: { name: 'another' } },
  {
    what: 'the policy of accounts',
    path: () => '/settings/accounts',
    fields: { 'console.secondFactor': 'off', 'keys.defaultExpiryDays': '7' },
  },
  { what: 'making a key', path: () => '/keys', fields: { name: 'new' } },
  { what: 'ending a session', path: () => '/account/sessions/end', fields: { session: 'x' } },
  { what: 'ending all other sessions', path: () => '/account/sessions/end-others', fields: {} },
  { what: 'making a link for guests', path: () => '/guests', fields: { name: 'new', categoryId: 'general' } },
  {
    what: 'a second factor',
    path: () => '/account/second-factor',
    fields: { name: 'phone', secret: 'A'.repeat(32), code: '000000' },
  },
]

test.each(sensitive)(
  '$what asks for a proof after ten minutes, and changes nothing without one',
  async (row) => {
    await using opened = await openLater()
    const { site, visitor, kim } = opened
    const rows = async () => ({
      users: await site.database.users.list(),
      keys: await site.database.keys.list(),
      audit: (await site.database.audit.list({ limit: 100 })).items,
    })
    const before = await rows()
    const asked = await visitor.post(row.path(kim), row.fields)
    const page = await asked.text()
    expect(asked.status).toBe(403)
    for (const [name, value] of Object.entries(row.fields)) {
      expect(page).toContain(`name="${name}" value="${value}"`)
    }
    const wrong = await visitor.post(row.path(kim), { ...row.fields, proof: 'not the password' })
    expect(opened.testConsole.events.at(-1)).toEqual({ event: 'signin.failed', user: 'olga' })
    expect(wrong.status).toBe(403)
    expect(await rows()).toEqual(before)
  },
)

test('whatever an operator changes for others asks for a proof; previews and an order of names do not', () => {
  const unproved = consoleRoutes.filter(
    ({ method, access, proof }) => method === 'POST' && access === 'operator' && !proof,
  )
  expect(unproved.map(({ path }) => path).toSorted()).toEqual([
    '/settings/site/preview',
    '/settings/text/charsets/:id/place',
    '/settings/text/presets/:id/place',
    '/settings/text/preview',
    '/settings/uploads/categories/:id/place',
    '/settings/uploads/preview',
  ])
})

test('the proof lets the same form through, and is not asked for again for ten minutes', async () => {
  await using opened = await openLater()
  const { site, visitor, kim, clock } = opened
  const given = await visitor.post(`/users/${kim.id}`, { role: 'admin', proof: memberPassword })
  expect(given.status).toBe(303)
  expect((await site.database.users.byId(kim.id))?.role).toBe('admin')
  clock.nowMs += 9 * 60_000
  expect((await visitor.post(`/users/${kim.id}`, { role: 'member' })).status).toBe(303)
  clock.nowMs += 60_000
  expect((await visitor.post(`/users/${kim.id}`, { role: 'admin' })).status).toBe(403)
})

test('proofs are throttled, so that who finds an open browser can not guess the password', async () => {
  await using opened = await openLater()
  const { visitor } = opened
  const statuses: number[] = []
  for (let index = 0; index < 11; index++) {
    statuses.push((await visitor.post('/keys', { name: 'x', proof: `guess ${index}` })).status)
  }
  expect(statuses).toEqual([...Array.from({ length: 10 }, () => 403), 429])
  expect(opened.testConsole.events.at(-1)).toEqual({ event: 'signin.throttled', user: 'olga' })
})

test('a script is told in JSON, and signing out and one’s own pictures need no proof', async () => {
  await using opened = await openLater()
  const { visitor } = opened
  const body = new URLSearchParams({ csrf: await visitor.token(), name: 'x' })
  const init = { method: 'POST', body, headers: { Accept: 'application/json' } }
  const answer = await visitor.send('/keys', init)
  expect([answer.status, (await answer.json()).ok]).toEqual([403, false])
  expect((await visitor.post('/albums', { name: 'mine' })).status).toBe(303)
  expect((await visitor.post('/sign-out')).status).toBe(303)
})

test('a generated password reads pages and leads to its change before anything is run', async () => {
  await using testConsole = await startConsole({ generatedPassword: true })
  const visitor = createVisitor(testConsole)
  expect((await visitor.signIn(testConsole.admin.name, testConsole.admin.password)).status).toBe(303)
  const gallery = await visitor.get('/images')
  expect(gallery.status).toBe(200)
  const steps = await gallery.text()
  expect([steps.includes('Set your own password'), steps.includes('Your password was generated.')]).toEqual([
    true,
    false,
  ])
  expect(await (await visitor.get('/upload')).text()).toContain('Your password was generated.')
  for (const [path, fields] of [
    ['/users', { name: 'newcomer', role: 'member' }],
    ['/keys', { name: 'new' }],
    ['/settings/uploads/categories', { name: 'another' }],
  ] as const) {
    const answer = await visitor.post(path, fields)
    expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/account'])
    // What had no effect is not told in the green of success, and why only once.
    const account = await (await visitor.get('/account')).text()
    expect(account).toContain('class="message notice warn"')
    expect(account).not.toContain('Your password was generated.')
  }
  expect(await testConsole.site.database.users.list()).toHaveLength(1)

  const kept = {
    current: testConsole.admin.password,
    password: testConsole.admin.password,
    again: testConsole.admin.password,
  }
  expect((await visitor.post('/account/password', kept)).status).toBe(400)
  const own = { current: testConsole.admin.password, password: memberPassword, again: memberPassword }
  expect((await visitor.post('/account/password', own)).status).toBe(303)
  expect((await visitor.post('/users', { name: 'newcomer', role: 'member' })).status).toBe(303)
  expect(await (await visitor.get('/images')).text()).not.toContain('Your password was generated.')
})

test('a generated password is good for a week, and one that the command gives later opens again', async () => {
  const clock = { nowMs: Date.UTC(2026, 5, 1, 12) }
  await using testConsole = await startConsole({ clock: () => clock.nowMs, generatedPassword: true })
  const { name, password } = testConsole.admin
  const enter = async (given: string) => (await createVisitor(testConsole).signIn(name, given)).status
  clock.nowMs += generatedPasswordMs - 1
  expect(await enter(password)).toBe(303)
  clock.nowMs += 1
  expect(await enter(password)).toBe(401)
  const user = await findUser(testConsole.site, name)
  const given = { password: 'A1b2C3d4E5f6G7h8', isGenerated: true, keptTokenHash: null }
  await setUserPassword(testConsole.site, actor, user, given)
  expect(await enter(given.password)).toBe(303)
  await setUserPassword(testConsole.site, actor, user, {
    ...given,
    password: memberPassword,
    isGenerated: false,
  })
  clock.nowMs += 10 * generatedPasswordMs
  expect(await enter(memberPassword)).toBe(303)
})

test('a password that holds the name of its account or of this program is refused', async () => {
  await using testConsole = await startConsole()
  const visitor = await createSignedInVisitor(testConsole, await testConsole.addMember('lena'))
  const change = async (password: string) =>
    (await visitor.post('/account/password', { current: memberPassword, password, again: password })).status
  expect(await change('I am Lena 4711')).toBe(400)
  expect(await change('PictoGlyph 4711')).toBe(400)
  expect(await change('glyphs of 4711')).toBe(303)
})

test('passwords of any composition are taken as they are, long ones too', async () => {
  await using testConsole = await startConsole()
  for (const [name, password] of [
    ['kim', 'zxmcnvbq'],
    ['lee', ' 猫 and 🐈, with spaces '],
    ['noor', 'X'.repeat(64)],
    ['olga', 'é'.repeat(500)],
  ] as const) {
    const visitor = await createSignedInVisitor(testConsole, await testConsole.addMember(name))
    const change = { current: memberPassword, password, again: password }
    expect((await visitor.post('/account/password', change)).status).toBe(303)
    const enter = async (given: string) => (await createVisitor(testConsole).signIn(name, given)).status
    expect(await enter(password)).toBe(303)
    for (const other of [password.slice(0, -1), `${password} `, password.toUpperCase().slice(1)]) {
      expect(await enter(other)).toBe(401)
    }
  }
})

test('a common password is refused, in whatever case', async () => {
  await using testConsole = await startConsole()
  const kim = await testConsole.addMember('kim')
  const visitor = await createSignedInVisitor(testConsole, kim)
  for (const password of ['password1', 'PassWord1', 'qwertyuiop']) {
    const change = { current: memberPassword, password, again: password }
    const answer = await visitor.post('/account/password', change)
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('one of the most common ones')
  }
})

test('changing a password revokes one’s keys where asked, and resetting one those of its user', async () => {
  await using testConsole = await startConsole()
  const { site } = testConsole
  const kim = await testConsole.addMember('kim')
  const make = () => addKey(testConsole, kim)
  const isRevoked = async (id: string) => (await site.database.keys.byId(id))?.revokedAtMs !== null
  const [first, visitor] = [await make(), await createSignedInVisitor(testConsole, kim)]
  const change = { current: memberPassword, password: 'another long one', again: 'another long one' }
  await visitor.post('/account/password', change)
  expect(await isRevoked(first)).toBe(false)
  const back = { current: 'another long one', password: memberPassword, again: memberPassword }
  await visitor.post('/account/password', { ...back, revokeKeys: 'on' })
  expect(await isRevoked(first)).toBe(true)

  const second = await make()
  const operator = await createSignedInVisitor(testConsole, await testConsole.addMember('olga', 'admin'))
  await operator.post(`/users/${kim.id}/password`, { revokeKeys: 'on' })
  expect(await isRevoked(second)).toBe(true)
  expect((await site.database.users.byId(kim.id))?.hasGeneratedPassword).toBe(true)
  expect((await visitor.get('/images')).status).toBe(303)
})

async function addKey({ site }: ConsoleUnderTest, { id: userId }: User): Promise<string> {
  const { key } = await createKey(site, actor, {
    userId,
    name: 'key',
    permissions: [],
    defaultCategoryId: null,
    clientKind: 'standard',
    binding: {},
  })
  return key.id
}

test('a new key lasts as long as the policy says, unless its form says otherwise', async () => {
  const nowMs = Date.UTC(2026, 5, 1)
  await using testConsole = await startConsole({ clock: () => nowMs })
  const { site } = testConsole
  const olga = await testConsole.addMember('olga', 'admin')
  const visitor = await createSignedInVisitor(testConsole, olga)
  await visitor.post('/settings/accounts', { 'console.secondFactor': 'off', 'keys.defaultExpiryDays': '45' })
  expect(await (await visitor.get('/keys')).text()).toContain('name="expiresIn.custom" value="45d"')
  await visitor.post('/keys', { name: 'by policy', uploadsPerMinute: '12' })
  await visitor.post('/keys', { name: 'for ever', expiresIn: 'forever' })
  const keys = (await site.database.keys.list(olga.id)).map(({ name, expiresAtMs, uploadsPerMinute }) => [
    name,
    expiresAtMs,
    uploadsPerMinute,
  ])
  expect(keys).toContainEqual(['by policy', nowMs + 45 * 86_400_000, 12])
  expect(keys).toContainEqual(['for ever', null, null])
  expect((await visitor.post('/keys', { name: 'x', uploadsPerMinute: '0' })).status).toBe(400)
})

test('the console marks a key that is used from a new network, and shows from where', async () => {
  await using testConsole = await startConsole()
  const kim = await testConsole.addMember('kim')
  const id = await addKey(testConsole, kim)
  const visitor = await createSignedInVisitor(testConsole, kim)
  const use = (atMs: number, address: string) =>
    testConsole.site.database.keys.touch(
      new Map([[id, { atMs, address, networks: new Map([[address, address]]) }]]),
    )
  await use(1, '192.0.2.1')
  expect(await (await visitor.get('/keys')).text()).not.toContain('new network')
  await use(2, '203.0.113.9')
  expect(await (await visitor.get('/keys')).text()).toContain('new network')
  expect(await (await visitor.get(`/keys/${id}`)).text()).toContain('203.0.113.9')
})
