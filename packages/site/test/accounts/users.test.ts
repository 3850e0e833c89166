import { expect, test } from 'bun:test'
import { createChangeOwnPassword } from '../../src/accounts/own-password.ts'
import { createProofs } from '../../src/accounts/proofs.ts'
import { createSignIn } from '../../src/accounts/sign-in.ts'
import {
  addUser,
  findUser,
  renameUser,
  setDisplayName,
  setUserDisabled,
  setUserPassword,
  setUserQuota,
  setUserRole,
} from '../../src/accounts/users.ts'
import { commandActor } from '../../src/audit/audit-draft.ts'
import { parseAddress } from '../../src/network/address.ts'
import { openSiteOnDisk, type SiteOnDisk } from '../site-on-disk.ts'

const password = 'a long enough password'
const browser = { address: parseAddress('192.0.2.7'), userAgent: 'browser' }

function signInTo({ ports }: SiteOnDisk) {
  const signIn = createSignIn({ site: ports, limiter: ports.keyLimiter })
  return async (name: string, given = password) =>
    (await signIn({ name, password: given, ...browser }))?.user.name
}

test('somebody signs in by name and password, and by nothing else', async () => {
  await using site = await openSiteOnDisk()
  const mia = await site.addMember('mia')
  const signIn = signInTo(site)
  expect(await signIn(' MIA ')).toBe('mia')
  for (const [name, given] of [
    ['mia', 'another password'],
    ['max', password],
    ['mia\0', password],
  ] as const)
    expect(await signIn(name, given)).toBeUndefined()
  await setUserDisabled(site.ports, commandActor, mia, true)
  expect(await signIn('mia')).toBeUndefined()
  const disabled = await findUser(site.ports, 'mia')
  await setUserDisabled(site.ports, commandActor, disabled, false)
  await site.setPolicy('console.passwords', 'off')
  // The command has set it on the machine.
  expect(await signIn('mia')).toBe('mia')
  const actor = { name: 'admin', userId: site.admin.id, address: 'local' }
  await setUserPassword(site.ports, actor, mia, { password, isGenerated: false, keptTokenHash: null })
  expect(await signIn('mia')).toBeUndefined()
})

test('a generated password works for a week', async () => {
  await using site = await openSiteOnDisk()
  const { generatedPassword } = await addUser(site.ports, commandActor, { name: 'mia', role: 'member' })
  const signIn = signInTo(site)
  expect(await signIn('mia', generatedPassword ?? '')).toBe('mia')
  site.clock.nowMs += 7 * 24 * 60 * 60 * 1000 - 1
  expect(await signIn('mia', generatedPassword ?? '')).toBe('mia')
  site.clock.nowMs += 1
  expect(await signIn('mia', generatedPassword ?? '')).toBeUndefined()
})

test('tries at one account are limited', async () => {
  await using site = await openSiteOnDisk()
  await site.addMember('mia')
  const signIn = signInTo(site)
  for (let attempt = 0; attempt < 10; attempt++) expect(await signIn('mia', 'wrong')).toBeUndefined()
  await expect(signIn('mia')).rejects.toMatchObject({ code: 'RATE_LIMITED' })
})

test.each([
  ['short', 'at least 8'],
  ['x'.repeat(1_025), 'at most 1024 bytes'],
  ['PASSWORD1', 'most common'],
  ['my-Pictoglyph-site', 'name of its account'],
  ['this is mia-maria’s', 'name of its account'],
])('the password %p is refused', async (given, says) => {
  await using site = await openSiteOnDisk()
  const added = addUser(site.ports, commandActor, { name: 'mia-maria', role: 'member', password: given })
  await expect(added).rejects.toThrow(says)
})

test('nobody shuts themselves out, and the last administrator stays', async () => {
  await using site = await openSiteOnDisk()
  const { ports, admin } = site
  const self = { name: admin.name, userId: admin.id, address: 'local' }
  for (const change of [
    () => setUserDisabled(ports, self, admin, true),
    () => setUserRole(ports, self, admin, 'member'),
    () => setUserDisabled(ports, commandActor, admin, true),
    () => setUserRole(ports, commandActor, admin, 'member'),
  ])
    await expect(change()).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(findUser(ports, 'nobody')).rejects.toMatchObject({ code: 'NOT_FOUND' })
})

test('a user gets another name, a name for others, and a quota', async () => {
  await using site = await openSiteOnDisk()
  const { ports } = site
  const mia = await site.addMember('mia')
  expect(await renameUser(ports, commandActor, mia, 'mia')).toBe('mia')
  expect(await renameUser(ports, commandActor, mia, 'maria')).toBe('maria')
  await setDisplayName(ports, commandActor, mia, 'Maria B.')
  await setUserQuota(ports, commandActor, mia, 5_000)
  expect(await findUser(ports, mia.id)).toMatchObject({
    name: 'maria',
    displayName: 'Maria B.',
    quotaBytes: 5_000,
  })
  await expect(setUserQuota(ports, commandActor, mia, -1)).rejects.toMatchObject({ code: 'BAD_REQUEST' })
  await expect(renameUser(ports, commandActor, mia, site.admin.name)).rejects.toMatchObject({
    code: 'CONFLICT',
  })
})

test('who knows the current password sets another, and other sessions end', async () => {
  await using site = await openSiteOnDisk()
  const mia = await site.addMember('mia')
  const actor = { name: 'mia', userId: mia.id, address: 'local' }
  const signIn = createSignIn({ site: site.ports, limiter: site.ports.keyLimiter })
  const begin = async () => (await signIn({ name: 'mia', password, ...browser }))!.session
  const [kept, other] = [await begin(), await begin()]
  const proofs = createProofs({ site: site.ports, limiter: site.ports.keyLimiter })
  const change = createChangeOwnPassword({ site: site.ports, proofs })
  const wish = { current: password, password: 'quite another one', keptTokenHash: kept.tokenHash }
  const reported: boolean[] = []
  const report = async (check: () => Promise<boolean>) => {
    const isRight = await check()
    reported.push(isRight)
    return isRight
  }
  await expect(change(actor, mia, { ...wish, current: 'wrong' }, report)).rejects.toThrow('is wrong')
  await expect(change(actor, mia, { ...wish, password }, report)).rejects.toThrow('is the current one')
  await change(actor, mia, wish, report)
  expect(reported).toEqual([false, true, true])
  const { sessions } = site.ports.database
  expect((await sessions.list(mia.id)).map(({ tokenHash }) => tokenHash)).toEqual([kept.tokenHash])
  expect(await sessions.byTokenHash(other.tokenHash)).toBeUndefined()
})
