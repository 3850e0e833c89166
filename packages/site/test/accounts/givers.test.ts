import { expect, test } from 'bun:test'
import { deleteUser } from '../../src/accounts/delete-user.ts'
import {
  acceptInvitation,
  findInvitation,
  inviteAnyone,
  inviteNewUser,
  inviteUser,
} from '../../src/accounts/invitations.ts'
import { signInByProvider } from '../../src/accounts/provider-sign-in.ts'
import { createSignIn } from '../../src/accounts/sign-in.ts'
import { addUser, findUser, setUserDisabled, setUserPassword, setUserRole } from '../../src/accounts/users.ts'
import { commandActor } from '../../src/audit/audit-draft.ts'
import type { Actor, User } from '../../src/language/records.ts'
import { parseAddress } from '../../src/network/address.ts'
import { openSiteOnDisk, type SiteOnDisk } from '../site-on-disk.ts'

const password = 'a long enough password'
const missing = { code: 'NOT_FOUND' }
const person = {
  issuer: 'https://id.example',
  subject: '1',
  name: 'eve',
  hasSecondFactor: false,
  provedAtMs: 0,
}

/** An administrator beside the first, whom the provider made one. */
async function openWithGiver() {
  const site = await openSiteOnDisk()
  await site.setPolicy('console.providerAccounts', 'on')
  const byProvider = (isAdmin: boolean) =>
    signInByProvider(site.ports, { ...person, isAdmin }, { address: '192.0.2.1', userAgent: '' })
  const giver = (await byProvider(true))!.user
  const actor: Actor = { name: giver.name, userId: giver.id, address: '192.0.2.1' }
  return { ...site, site, giver, actor, byProvider }
}

type Opened = Awaited<ReturnType<typeof openWithGiver>>

/** What takes the right to give from someone, by each rule that does. */
const endings: Record<string, (opened: Opened) => Promise<unknown>> = {
  'is deleted': ({ ports, giver }) => deleteUser(ports, commandActor, giver, { keepsImages: false }),
  'is deleted, and the images stay': ({ ports, giver }) =>
    deleteUser(ports, commandActor, giver, { keepsImages: true }),
  'is disabled': ({ ports, giver }) => setUserDisabled(ports, commandActor, giver, true),
  'is made a member': ({ ports, giver }) => setUserRole(ports, commandActor, giver, 'member'),
  'is out of the provider’s group': ({ byProvider }) => byProvider(false),
}

function signInTo({ ports }: SiteOnDisk) {
  const signIn = createSignIn({ site: ports, limiter: ports.keyLimiter })
  return async (name: string, given: string) => {
    const attempt = { name, password: given, address: parseAddress('192.0.2.7'), userAgent: '' }
    return (await signIn(attempt))?.user.name
  }
}

test.each(Object.entries(endings))('everything given ends once its giver %s', async (_, end) => {
  const opened = await openWithGiver()
  await using site = opened.site
  const { ports, actor } = opened
  const kim = await site.addMember('kim')
  const anyone = { quotaBytes: null, days: 90 }
  const newcomer = { name: 'newcomer', displayName: '', role: 'admin', ...anyone } as const
  const links = {
    administrator: await inviteAnyone(ports, actor, { role: 'admin', ...anyone }),
    member: await inviteAnyone(ports, actor, { role: 'member', ...anyone }),
    named: (await inviteNewUser(ports, actor, newcomer)).invitation,
    password: await inviteUser(ports, actor, kim, 90),
  }
  const ofCommand = await inviteAnyone(ports, commandActor, { role: 'admin', ...anyone })
  const lee = await addUser(ports, actor, { name: 'lee', role: 'admin' })
  const signIn = signInTo(site)
  expect(await signIn('lee', lee.generatedPassword ?? '')).toBe('lee')
  for (const { token } of Object.values(links)) await findInvitation(ports, token)

  await end(opened)
  const before = await ports.database.users.list()
  for (const [name, { token }] of Object.entries(links)) {
    const given = { name, displayName: '', password }
    await expect(findInvitation(ports, token)).rejects.toMatchObject(missing)
    await expect(acceptInvitation(ports, token, 'local', given)).rejects.toMatchObject(missing)
  }
  expect(await ports.database.users.list()).toEqual(before)
  expect(await signIn('kim', password)).toBe('kim')
  expect(await signIn('lee', lee.generatedPassword ?? '')).toBeUndefined()
  const given = { name: 'newest', displayName: '', password }
  expect(await acceptInvitation(ports, ofCommand.token, 'local', given)).toBe('newest')
})

test('who may give again gives again what has not expired', async () => {
  const { site, ports, actor, giver } = await openWithGiver()
  await using _ = site
  const { token } = await inviteAnyone(ports, actor, { role: 'admin', quotaBytes: null, days: 1 })
  await setUserDisabled(ports, commandActor, giver, true)
  await expect(findInvitation(ports, token)).rejects.toMatchObject(missing)
  await setUserDisabled(ports, commandActor, await findUser(ports, giver.id), false)
  await findInvitation(ports, token)
})

test('a generated password stays that the command gave, and so does one that its holder has replaced', async () => {
  const { site, ports, actor, giver } = await openWithGiver()
  await using _ = site
  const signIn = signInTo(site)
  const [kim, lee] = [await site.addMember('kim'), await site.addMember('lee')]
  const generated = { password: 'Generated1234567', isGenerated: true, keptTokenHash: null }
  const give = (by: Actor, user: User) => setUserPassword(ports, by, user, generated)
  await give(actor, kim)
  await give(actor, lee)
  const own = { name: 'lee', userId: lee.id, address: 'local' }
  await setUserPassword(ports, own, lee, { ...generated, password, isGenerated: false })
  await setUserRole(ports, commandActor, giver, 'member')
  expect(await signIn('lee', password)).toBe('lee')
  expect(await signIn('kim', generated.password)).toBeUndefined()
  await give(commandActor, kim)
  expect(await signIn('kim', generated.password)).toBe('kim')
})

test('an account that came by an invitation is traced to its giver', async () => {
  const { site, ports, actor } = await openWithGiver()
  await using _ = site
  const { id, token } = await inviteAnyone(ports, actor, { role: 'admin', quotaBytes: null, days: 1 })
  await acceptInvitation(ports, token, 'local', { name: 'newest', displayName: '', password })
  const { items } = await ports.database.audit.list({ limit: 2 })
  expect(items).toMatchObject([
    { action: 'user.add', after: { name: 'newest', role: 'admin', invitation: id } },
    { action: 'user.invite', subject: id, actorUserId: actor.userId },
  ])
})
