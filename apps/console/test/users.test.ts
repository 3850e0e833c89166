import { expect, test } from 'bun:test'
import { startConsole } from './support/console-under-test.ts'
import { createSignedInVisitor } from './support/visitor.ts'

const inChinese = { 'Accept-Language': 'zh-CN' }

test('an administrator neither disables nor demotes the own account, and is told who can', async () => {
  await using testConsole = await startConsole()
  const { users } = testConsole.site.database
  const olga = await testConsole.addMember('olga', 'admin')
  const visitor = await createSignedInVisitor(testConsole, olga)
  for (const [path, fields] of [
    ['/disabled', { disabled: 'on' }],
    ['', { role: 'member' }],
  ] as const) {
    const answer = await visitor.post(`/users/${olga.id}${path}`, fields)
    expect(answer.status).toBe(409)
    const page = await answer.text()
    expect(page).toContain('role="alert"')
    expect(page).toMatch(/You cannot (disable|demote) your own account\. Another administrator can\./)
  }
  expect(await users.byId(olga.id)).toMatchObject({ role: 'admin', disabledAtMs: null })
  expect((await visitor.get('/users')).status).toBe(200)
  expect((await visitor.post(`/users/${olga.id}`, { role: 'admin' })).status).toBe(303)
})

test('one’s own account is refused in the reader’s language', async () => {
  await using testConsole = await startConsole()
  const olga = await testConsole.addMember('olga', 'admin')
  const visitor = await createSignedInVisitor(testConsole, olga)
  const body = new URLSearchParams({ csrf: await visitor.token(), disabled: 'on' })
  const init = { method: 'POST', body, headers: inChinese }
  expect(await (await visitor.send(`/users/${olga.id}/disabled`, init)).text()).toContain(
    '不能停用自己的账户',
  )
})

test('another administrator disables and demotes whom they want', async () => {
  await using testConsole = await startConsole()
  const { users } = testConsole.site.database
  const olga = await testConsole.addMember('olga', 'admin')
  const noor = await testConsole.addMember('noor', 'admin')
  const visitor = await createSignedInVisitor(testConsole, olga)
  expect((await visitor.post(`/users/${noor.id}`, { role: 'member' })).status).toBe(303)
  expect((await visitor.post(`/users/${noor.id}/disabled`, { disabled: 'on' })).status).toBe(303)
  expect((await users.byId(noor.id))?.role).toBe('member')
  expect((await users.byId(noor.id))?.disabledAtMs).not.toBeNull()
})

test('a name that could pass for another’s is refused in the reader’s language, and may be shown', async () => {
  await using testConsole = await startConsole()
  const olga = await testConsole.addMember('olga', 'admin')
  const visitor = await createSignedInVisitor(testConsole, olga)
  const add = (name: string, headers = {}) =>
    visitor.token().then((csrf) => {
      const body = new URLSearchParams({ csrf, name, role: 'member' })
      return visitor.send('/users', { method: 'POST', body, headers })
    })
  for (const name of ['\u0430dmin', 'olga\u200b', 'ol\u{e0041}ga']) expect((await add(name)).status).toBe(400)
  expect(await (await add('\u0430dmin', inChinese)).text()).toContain('名称混用了')
  expect(await (await add('olga\u2060', inChinese)).text()).toContain('看不见的字符')
  expect(await testConsole.site.database.users.list()).toHaveLength(2)
  expect(
    (await visitor.post('/account/display-name', { displayName: '\u202eKim и Ko\u{e0041}' })).status,
  ).toBe(303)
  expect((await testConsole.site.database.users.byId(olga.id))?.displayName).toBe('Kim и Ko')
})
