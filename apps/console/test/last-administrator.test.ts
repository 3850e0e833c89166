import { expect, test } from 'bun:test'
import { inviteNewUser } from '@pictoglyph/site/accounts/invitations'
import { setUserPassword } from '@pictoglyph/site/accounts/users'
import type { User } from '@pictoglyph/site/language/records'
import { setPolicy } from '@pictoglyph/site/policy/set-policy'
import { type ConsoleUnderTest, memberPassword, startConsole } from './support/console-under-test.ts'
import { createSignedInVisitor, type Visitor } from './support/visitor.ts'

const command = { name: 'command', userId: null, address: 'local' }

interface Accounts {
  admin: User
  olga: User
}

/** The forms of the console that could leave a site without an administrator who can sign in, and who sends them. */
const doors: Record<
  string,
  (accounts: Accounts) => [by: User, path: string, fields: Record<string, string>]
> = {
  'the account is disabled': ({ admin, olga }) => [olga, `/users/${admin.id}/disabled`, { disabled: 'on' }],
  'the role is taken': ({ admin, olga }) => [olga, `/users/${admin.id}`, { role: 'member' }],
  'the account is deleted': ({ admin, olga }) => [olga, `/users/${admin.id}/delete`, { images: 'keep' }],
  'the password is reset': ({ admin, olga }) => [olga, `/users/${admin.id}/password`, {}],
  'the own password is changed': ({ admin }) => [
    admin,
    '/account/password',
    { current: memberPassword, password: 'another long password', again: 'another long password' },
  ],
}

test.each(Object.entries(doors))('the last administrator who can sign in stays: %s', async (_, form) => {
  await using testConsole = await startConsole()
  const { site } = testConsole
  const accounts = await prepare(testConsole)
  await setPolicy(site, command, 'console.passwords', 'off')
  await testConsole.refresh()
  const [by, path, fields] = form(accounts)
  const visitor = await createSignedInVisitor(testConsole, by)
  const before = await site.database.users.list()
  expect(await refusalOf(visitor, path, fields)).toContain('with the provider first, or a password set with')
  visitor.cookies.set('language', 'zh-CN')
  expect(await refusalOf(visitor, path, fields)).toContain('之后将没有管理员能够登录')
  expect(await site.database.users.list()).toEqual(before)
})

test('the last administrator who can sign in stays: passwords are switched off', async () => {
  await using testConsole = await startConsole()
  const { site } = testConsole
  const { admin, olga } = await prepare(testConsole)
  await setUserPassword(site, { ...command, userId: admin.id }, admin, kept)
  const visitor = await createSignedInVisitor(testConsole, olga)
  const fields = {
    'console.secondFactor': 'off',
    'console.passwords': 'off',
    'console.providerAccounts': 'off',
    'keys.defaultExpiryDays': '0',
    'users.defaultQuota': 'none',
  }
  expect(await refusalOf(visitor, '/settings/accounts', fields)).toContain('a password set with')
  await setUserPassword(site, command, admin, kept)
  expect((await visitor.post('/settings/accounts', fields)).status).toBe(303)
})

const kept = { password: memberPassword, isGenerated: false, keptTokenHash: null }

/** Only `admin` has a password of the command; olga has one of her own, and someone who was invited has none. */
async function prepare({ site, addMember }: ConsoleUnderTest): Promise<Accounts> {
  const admin = (await site.database.users.byName('admin'))!
  await setUserPassword(site, command, admin, kept)
  const olga = await addMember('olga', 'admin')
  await setUserPassword(site, { ...command, userId: olga.id }, olga, kept)
  const boss = { name: 'boss', displayName: '', role: 'admin', quotaBytes: null, days: 7 } as const
  await inviteNewUser(site, command, boss)
  return { admin, olga }
}

async function refusalOf(visitor: Visitor, path: string, fields: Record<string, string>): Promise<string> {
  const answer = await visitor.post(path, fields)
  expect(answer.status).toBe(409)
  return (await answer.text()).replaceAll('&quot;', '"')
}
