import { expect, test } from 'bun:test'
import { serveService } from '@pictoglyph/web/serve-service'
import { createConsoleService } from '../src/index.ts'
import { consoleOptions } from './support/console-options.ts'
import { type ConsoleUnderTest, memberPassword, startConsole } from './support/console-under-test.ts'
import { createSignedInVisitor, createVisitor, type Visitor } from './support/visitor.ts'

const secretOf = (page: string) => /value="(pgl_[0-9A-Za-z]{33})"/.exec(page)?.[1]
const passwordOf = (page: string) => /readonly="" value="([0-9A-Za-z]{20})"/.exec(page)?.[1]

async function openAsOperator(testConsole: ConsoleUnderTest): Promise<Visitor> {
  return createSignedInVisitor(testConsole, await testConsole.addMember('olga', 'admin'))
}

/** Sends a form, and gives the page that its answer leads to. */
async function placeAfter(visitor: Visitor, path: string, fields: Record<string, string>): Promise<string> {
  const answer = await visitor.post(path, fields)
  expect(answer.status).toBe(303)
  return answer.headers.get('Location') ?? ''
}

const textOf = async (visitor: Pick<Visitor, 'get'>, path: string) => (await visitor.get(path)).text()

test('a new key is shown once: reloading its page makes no other, and shows it no more', async () => {
  await using testConsole = await startConsole()
  const visitor = await openAsOperator(testConsole)
  const place = await placeAfter(visitor, '/keys', { name: 'editor', permission: 'images:upload' })
  const page = await textOf(visitor, place)
  const secret = secretOf(page) ?? ''
  expect(page).toContain('This is the key, shown only now')
  const reloaded = await textOf(visitor, place)
  expect(reloaded).not.toContain(secret)
  expect(reloaded).toContain('YOUR_API_KEY')
  expect((await testConsole.site.database.keys.list()).filter(({ name }) => name === 'editor')).toHaveLength(
    1,
  )
})

test('a generated password is shown once: reloading its page adds nobody, and says where another comes from', async () => {
  await using testConsole = await startConsole()
  const { users } = testConsole.site.database
  const visitor = await openAsOperator(testConsole)
  const place = await placeAfter(visitor, '/users', { name: 'kim', role: 'member' })
  const password = passwordOf(await textOf(visitor, place)) ?? ''
  expect((await createVisitor(testConsole).signIn('kim', password)).status).toBe(303)
  const reloaded = await visitor.get(place)
  expect([reloaded.status, reloaded.headers.get('Location')]).toEqual([303, '/users'])
  expect(await textOf(visitor, '/users')).toContain('The password of kim was shown once')
  expect((await users.list()).map(({ name }) => name).sort()).toEqual(['admin', 'kim', 'olga'])
})

test('a reset password is shown once: reloading its page does not reset it again', async () => {
  await using testConsole = await startConsole()
  const kim = await testConsole.addMember('kim')
  const theirs = await createSignedInVisitor(testConsole, kim)
  const visitor = await openAsOperator(testConsole)
  const place = await placeAfter(visitor, `/users/${kim.id}/password`, {})
  const password = passwordOf(await textOf(visitor, place)) ?? ''
  await visitor.get(place)
  expect((await theirs.get('/account')).status).toBe(303)
  expect((await createVisitor(testConsole).signIn('kim', memberPassword)).status).toBe(401)
  expect((await createVisitor(testConsole).signIn('kim', password)).status).toBe(303)
})

test('an administrator who resets the own password stays signed in here, and sees it', async () => {
  await using testConsole = await startConsole()
  const olga = await testConsole.addMember('olga', 'admin')
  const visitor = await createSignedInVisitor(testConsole, olga)
  const elsewhere = await createSignedInVisitor(testConsole, olga)
  const place = await placeAfter(visitor, `/users/${olga.id}/password`, {})
  const password = passwordOf(await textOf(visitor, place)) ?? ''
  expect((await createVisitor(testConsole).signIn('olga', password)).status).toBe(303)
  expect((await elsewhere.get('/account')).status).toBe(303)
})

test('what is shown once waits a minute in the browser, out of a script’s reach, and reads only in its session and page', async () => {
  await using testConsole = await startConsole()
  const olga = await testConsole.addMember('olga', 'admin')
  const visitor = await createSignedInVisitor(testConsole, olga)
  const answer = await visitor.post('/keys', { name: 'editor' })
  const line = answer.headers.getSetCookie().find((one) => one.startsWith('flash=')) ?? ''
  expect(line).toMatch(/; Max-Age=60; Path=\/; HttpOnly; SameSite=Lax$/)
  const place = answer.headers.get('Location') ?? ''
  const sealed = visitor.cookies.get('flash') ?? ''
  const other = await createSignedInVisitor(testConsole, olga)
  for (const value of [sealed, `A${sealed.slice(1)}`, sealed.slice(0, 10), '', 'nonsense!']) {
    other.cookies.set('flash', value)
    expect(secretOf(await textOf(other, place))).toBeUndefined()
  }
  await visitor.post('/keys', { name: 'another' })
  const anothers = visitor.cookies.get('flash') ?? ''
  expect(secretOf(await textOf(visitor, place))).toBeUndefined()
  visitor.cookies.set('flash', sealed)
  const secret = secretOf(await textOf(visitor, place)) ?? 'none'
  expect(secret).toStartWith('pgl_')
  for (const value of [sealed, anothers]) {
    expect(Buffer.from(value, 'base64url').toString('latin1')).not.toContain(secret.slice(0, 8))
  }
})

test('a page that is looked at without its text keeps the secret for when it is read', async () => {
  await using testConsole = await startConsole()
  const visitor = await openAsOperator(testConsole)
  const place = await placeAfter(visitor, '/keys', { name: 'editor' })
  await visitor.send(place, { method: 'HEAD' })
  await visitor.get('/keys')
  expect(secretOf(await textOf(visitor, place))).toBeDefined()
})

test('the page that shows a secret may come from another replica than the one that made it', async () => {
  await using testConsole = await startConsole()
  const visitor = await openAsOperator(testConsole)
  const place = await placeAfter(visitor, '/keys', { name: 'editor' })
  await using replica = startReplica(testConsole)
  const there = createVisitor(replica)
  for (const [name, value] of visitor.cookies) there.cookies.set(name, value)
  expect(secretOf(await textOf(there, place))).toBeDefined()
  expect(there.cookies.has('flash')).toBe(false)
})

function startReplica(testConsole: ConsoleUnderTest) {
  const service = createConsoleService(consoleOptions(testConsole))
  const running = serveService(service, {
    hostname: 'localhost',
    port: 0,
    connectionTimeoutSeconds: 30,
    maxBodyBytes: Number.MAX_SAFE_INTEGER,
  })
  return {
    url: `http://localhost:${running.port}`,
    [Symbol.asyncDispose]: () => running.stop(0),
  }
}
