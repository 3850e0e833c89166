import { expect, test } from 'bun:test'
import { type ConsoleUnderTest, memberPassword, startConsole } from './support/console-under-test.ts'
import { createSignedInVisitor, createVisitor, type Visitor } from './support/visitor.ts'

const dayMs = 86_400_000
const password = 'a fine pass phrase'

async function open() {
  const clock = { nowMs: Date.now() }
  const testConsole = await startConsole({ clock: () => clock.nowMs })
  const olga = await testConsole.addMember('olga', 'admin')
  const operator = await createSignedInVisitor(testConsole, olga)
  return { testConsole, clock, operator, [Symbol.asyncDispose]: () => testConsole[Symbol.asyncDispose]() }
}

/** Makes a link in the console, and gives the path of its page. */
async function linkOf(operator: Visitor, path: string, fields: Record<string, string> = {}): Promise<string> {
  const answer = await operator.post(path, fields)
  expect(answer.status).toBe(303)
  const shown = await (await operator.get(answer.headers.get('Location') ?? '')).text()
  expect(shown).toContain('<svg')
  return /\/invitation\/[0-9A-Za-z]{43}/.exec(shown)?.[0] ?? ''
}

const accept = (guest: Visitor, link: string, fields: Record<string, string> = {}): Promise<Response> =>
  guest.post(link, { name: 'newcomer', password, again: password, ...fields })

const problemIn = (page: string) => /<div class="problem.*?<\/div>/s.exec(page)?.[0] ?? ''

const members = ({ site }: ConsoleUnderTest) => site.database.users.list()

test('the holder of a link makes one account of the role and quota it was made with, and signs in', async () => {
  await using site = await open()
  const { testConsole, operator } = site
  const link = await linkOf(operator, '/users/invitation', { role: 'member', quota: '3', days: '2' })
  expect(await (await operator.get('/users')).text()).toContain('anyone')
  const guest = createVisitor(testConsole)
  const page = await guest.get(link)
  expect([page.status, page.headers.get('Cache-Control')]).toEqual([200, 'no-store'])
  expect(page.headers.get('Referrer-Policy')).not.toBeNull()
  expect((await accept(guest, link, { again: 'another' })).status).toBe(400)
  expect((await accept(guest, link, { password: 'short', again: 'short' })).status).toBe(400)
  expect((await accept(guest, link, { name: 'OLGA' })).status).toBe(409)
  const done = await accept(guest, link, { displayName: 'Newcomer' })
  expect([done.status, done.headers.get('Location')]).toEqual([303, expect.stringContaining('/sign-in')])
  const user = await testConsole.site.database.users.byName('newcomer')
  expect(user).toMatchObject({ role: 'member', quotaBytes: 3 * 1024 ** 2, displayName: 'Newcomer' })
  expect((await guest.signIn('newcomer', password)).status).toBe(303)
  expect((await accept(createVisitor(testConsole), link, { name: 'second' })).status).toBe(404)
  expect((await guest.get(link)).status).toBe(404)
  expect(await members(testConsole)).toHaveLength(3)
})

test('an invitation with a quota that is no quota is refused, and makes neither a user nor a link', async () => {
  await using site = await open()
  const { testConsole, operator, clock } = site
  for (const name of ['', 'newcomer']) {
    for (const quota of ['much', '-1', '1e999']) {
      const refused = await operator.post('/users/invitation', { name, role: 'member', quota, days: '2' })
      expect([refused.status, await refused.text()]).toEqual([
        400,
        expect.stringContaining('A quota is a number that is not below zero.'),
      ])
    }
  }
  expect((await members(testConsole)).map(({ name }) => name)).toEqual(['admin', 'olga'])
  expect(await testConsole.site.database.invitations.list(clock.nowMs, 9)).toEqual([])
})

test('a link for a user replaces the password and ends sessions; the one before it is good for nothing', async () => {
  await using site = await open()
  const { testConsole, operator } = site
  const kim = await testConsole.addMember('kim')
  const signedIn = await createSignedInVisitor(testConsole, kim)
  const first = await linkOf(operator, `/users/${kim.id}/invitation`)
  const second = await linkOf(operator, `/users/${kim.id}/invitation`)
  const guest = createVisitor(testConsole)
  expect((await guest.get(first)).status).toBe(404)
  expect(await (await guest.get(second)).text()).toContain('kim')
  expect((await guest.signIn('kim', memberPassword)).status).toBe(303)
  guest.cookies.clear()
  expect((await accept(guest, second)).status).toBe(303)
  expect((await signedIn.get('/images')).headers.get('Location')).toContain('/sign-in')
  expect((await guest.signIn('kim', memberPassword)).status).not.toBe(303)
  expect((await guest.signIn('kim', password)).status).toBe(303)
  expect(testConsole.events).toContainEqual({ event: 'password.changed', user: 'kim' })
})

test('a link ends by time, by an operator, and with its user; only its hash is kept', async () => {
  await using site = await open()
  const { testConsole, operator, clock } = site
  const { database } = testConsole.site
  const guest = createVisitor(testConsole)
  const expired = await linkOf(operator, '/users/invitation', { role: 'member', days: '1' })
  const [kept] = await database.invitations.list(clock.nowMs, 9)
  expect(JSON.stringify(kept)).not.toContain(expired.split('/').at(-1) ?? '')
  expect((await operator.post(`/users/invitation/${kept?.id}/end`)).status).toBe(303)
  expect((await guest.get(expired)).status).toBe(404)
  const kim = await testConsole.addMember('kim')
  const ofKim = await linkOf(operator, `/users/${kim.id}/invitation`)
  await operator.post(`/users/${kim.id}/disabled`, { disabled: 'on' })
  expect((await accept(guest, ofKim)).status).toBe(404)
  const later = await linkOf(operator, '/users/invitation', { role: 'member', days: '1' })
  clock.nowMs += dayMs
  expect((await accept(guest, later)).status).toBe(404)
  expect(await members(testConsole)).toHaveLength(3)
})

test('a link ends with the right of the administrator who made it, and says no more than any other', async () => {
  await using site = await open()
  const { testConsole, operator } = site
  const olga = await testConsole.site.database.users.byName('olga')
  const nils = await createSignedInVisitor(testConsole, await testConsole.addMember('nils', 'admin'))
  const kim = await testConsole.addMember('kim')
  const links = [
    await linkOf(operator, '/users/invitation', { role: 'admin' }),
    await linkOf(operator, `/users/${kim.id}/invitation`),
  ]
  const guest = createVisitor(testConsole)
  const ended = async (link: string) => {
    const answers = [await guest.get(link), await accept(guest, link)]
    expect(answers.map(({ status }) => status)).toEqual([404, 404])
    const shown = await Promise.all(answers.map(async (answer) => problemIn(await answer.text())))
    expect(shown[1]).toBe(shown[0])
    return shown[0]
  }
  const page = await (await nils.get('/users')).text()
  expect(page).toMatch(/>anyone<\/th><td[^>]*>Administrator<\/td><td[^>]*><span[^>]*>olga</)
  expect(page).toMatch(/>kim<\/th><td[^>]*>Member<\/td><td[^>]*><span[^>]*>olga</)
  expect((await nils.post(`/users/${olga?.id}`, { role: 'member' })).status).toBe(303)
  for (const link of links) {
    expect(await ended(link)).toContain('Ask an administrator for a new one.')
    expect(await ended(link)).toBe(await ended(`/invitation/${'x'.repeat(43)}`))
  }
  expect((await guest.signIn('kim', memberPassword)).status).toBe(303)
  guest.cookies.clear()
  guest.cookies.set('language', 'zh-CN')
  expect(await ended(links[0] ?? '')).toContain('请联系管理员获取新的邀请')
  const listed = await (await nils.get('/users')).text()
  expect(listed.match(/<span class="badge bad">ended<\/span>/g)).toHaveLength(2)
  expect(listed).toContain('An ended invitation no longer works')
  await nils.post(`/users/${olga?.id}/delete`, { images: 'delete' })
  expect(await (await nils.get('/users')).text()).toContain('a deleted user')
  expect(await members(testConsole)).toHaveLength(3)
})

test('one address tries a bounded number of links a minute, and no link stands in the log', async () => {
  await using site = await open()
  const { testConsole, operator } = site
  const link = await linkOf(operator, '/users/invitation', { role: 'member' })
  const guest = createVisitor(testConsole)
  const wrong = `/invitation/${'x'.repeat(43)}`
  for (let count = 0; count < 20; count += 1) expect((await accept(guest, wrong)).status).toBe(404)
  expect((await accept(guest, link)).status).toBe(429)
  expect(JSON.stringify(testConsole.warnings)).not.toContain(link.split('/').at(-1) ?? '')
})

test('a guest reads the page, and what is wrong, in Chinese', async () => {
  await using site = await open()
  const { testConsole, operator } = site
  const link = await linkOf(operator, '/users/invitation', { role: 'member' })
  const guest = createVisitor(testConsole)
  guest.cookies.set('language', 'zh-CN')
  expect(await (await guest.get(link)).text()).toMatch(/欢迎来到.*此链接仅可使用一次/s)
  expect(await (await accept(guest, link, { again: 'x' })).text()).toContain('两次')
  await accept(guest, link)
  expect(await (await guest.get(link)).text()).toMatch(/邀请/)
})

test('an account is deleted after a list of what goes, by someone else, and its name is gone', async () => {
  await using site = await open()
  const { testConsole, operator } = site
  const kim = await testConsole.addMember('kim')
  await operator.post(`/users/${kim.id}`, { name: 'kimberly', role: 'member' })
  const signedIn = await createSignedInVisitor(testConsole, kim)
  const page = await (await operator.get(`/users/${kim.id}/delete`)).text()
  expect(page).toMatch(/Delete kimberly.*Images.*Albums.*API keys.*Sessions/s)
  expect((await operator.post(`/users/${kim.id}/delete`, { images: 'delete' })).status).toBe(303)
  expect((await signedIn.get('/images')).headers.get('Location')).toContain('/sign-in')
  expect(await (await operator.get('/users')).text()).not.toContain('kimberly')
  const audit = await (await operator.get('/audit')).text()
  expect(audit).toMatch(/deleted the user/)
  expect(audit).not.toMatch(/\bkim(?:berly)?\b/)
  expect((await operator.post(`/users/${kim.id}/delete`, { images: 'delete' })).status).toBe(404)
  const olga = await testConsole.site.database.users.byName('olga')
  expect((await operator.post(`/users/${olga?.id}/delete`, { images: 'delete' })).status).toBe(409)
})
