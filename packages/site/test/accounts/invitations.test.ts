import { expect, test } from 'bun:test'
import {
  acceptInvitation,
  endInvitation,
  findInvitation,
  invitationAddress,
  inviteAnyone,
  inviteNewUser,
  inviteUser,
} from '../../src/accounts/invitations.ts'
import { findUser, setUserDisabled } from '../../src/accounts/users.ts'
import { commandActor } from '../../src/audit/audit-draft.ts'
import { openSiteOnDisk } from '../site-on-disk.ts'

const given = { name: 'max', displayName: 'Max', password: 'a long enough password' }
const anyone = { role: 'member', quotaBytes: 7, days: 2 } as const
const missing = { code: 'NOT_FOUND' }

test('a link makes an account once, and not after its end', async () => {
  await using site = await openSiteOnDisk()
  const { ports } = site
  const first = await inviteAnyone(ports, commandActor, anyone)
  expect(first.expiresAtMs).toBe(site.clock.nowMs + 2 * 86_400_000)
  expect((await findInvitation(ports, first.token)).user).toBeUndefined()
  await expect(acceptInvitation(ports, first.token, 'local', { ...given, password: 'x' })).rejects.toThrow(
    '8',
  )
  expect(await acceptInvitation(ports, first.token, 'local', given)).toBe('max')
  expect(await findUser(ports, 'max')).toMatchObject({ role: 'member', quotaBytes: 7, displayName: 'Max' })
  await expect(
    acceptInvitation(ports, first.token, 'local', { ...given, name: 'moe' }),
  ).rejects.toMatchObject(missing)
  const second = await inviteAnyone(ports, commandActor, anyone)
  site.clock.nowMs = second.expiresAtMs
  await expect(findInvitation(ports, second.token)).rejects.toMatchObject(missing)
  await expect(findInvitation(ports, 'no token')).rejects.toMatchObject(missing)
  expect(invitationAddress('https://console.example/', 'TOKEN')).toBe(
    'https://console.example/invitation/TOKEN',
  )
})

test('a link of a user sets the password, in place of earlier links, while the user may sign in', async () => {
  await using site = await openSiteOnDisk()
  const { ports } = site
  const input = { name: 'mia', displayName: '', role: 'member', quotaBytes: null, days: 7 } as const
  const { user, invitation: first } = await inviteNewUser(ports, commandActor, input)
  const second = await inviteUser(ports, commandActor, user, 7)
  await expect(findInvitation(ports, first.token)).rejects.toMatchObject(missing)
  expect((await findInvitation(ports, second.token)).user?.id).toBe(user.id)
  await setUserDisabled(ports, commandActor, user, true)
  await expect(findInvitation(ports, second.token)).rejects.toMatchObject(missing)
  const disabled = await findUser(ports, 'mia')
  await expect(inviteUser(ports, commandActor, disabled, 7)).rejects.toMatchObject({ code: 'CONFLICT' })
  await setUserDisabled(ports, commandActor, disabled, false)
  expect(await acceptInvitation(ports, second.token, 'local', given)).toBe('mia')
  expect((await findUser(ports, 'mia')).passwordHash).not.toBe('')
})

test('a link is ended, has days within bounds, and none is made where passwords are off', async () => {
  await using site = await openSiteOnDisk()
  const { ports } = site
  const { id, token } = await inviteAnyone(ports, commandActor, anyone)
  await endInvitation(ports, commandActor, id)
  await expect(findInvitation(ports, token)).rejects.toMatchObject(missing)
  await expect(endInvitation(ports, commandActor, id)).rejects.toMatchObject(missing)
  for (const days of [0, 91, 1.5])
    await expect(inviteAnyone(ports, commandActor, { ...anyone, days })).rejects.toThrow('1 to 90 days')
  await site.setPolicy('console.passwords', 'off')
  await expect(inviteAnyone(ports, commandActor, anyone)).rejects.toMatchObject({ code: 'CONFLICT' })
})
