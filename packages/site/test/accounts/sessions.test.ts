import { expect, test } from 'bun:test'
import {
  endOtherSessions,
  endSession,
  findPendingSession,
  findSession,
  listSessions,
  newSession,
  pendingMs,
  signOut,
} from '../../src/accounts/sessions.ts'
import { setUserDisabled } from '../../src/accounts/users.ts'
import { commandActor } from '../../src/audit/audit-draft.ts'
import { Failure } from '../../src/language/failure.ts'
import { openSiteOnDisk, type SiteOnDisk } from '../site-on-disk.ts'

async function begin(site: SiteOnDisk, userId: string, isPending: boolean) {
  const user = await site.ports.database.users.byId(userId)
  const { token, session } = newSession(site.ports, {
    userId,
    nowMs: site.clock.nowMs,
    address: '192.0.2.7',
    userAgent: 'a\0browser',
    isPending,
  })
  expect(await site.ports.database.sessions.add(session, user?.passwordHash ?? '')).toBe(true)
  return { token, session }
}

test('sessions that wait for a second factor are not listed, and open nothing but the second step', async () => {
  await using site = await openSiteOnDisk()
  const { id } = await site.addMember('mia')
  const pending = await begin(site, id, true)
  site.clock.nowMs += 1
  const whole = await begin(site, id, false)
  expect(await listSessions(site.ports, id)).toEqual([{ ...whole.session, userAgent: 'abrowser' }])
  expect(await findSession(site.ports, pending.token)).toBeUndefined()
  expect((await findPendingSession(site.ports, pending.token))?.user.id).toBe(id)
  expect(await findPendingSession(site.ports, whole.token)).toBeUndefined()
  site.clock.nowMs += pendingMs
  expect(await findPendingSession(site.ports, pending.token)).toBeUndefined()
})

test('sessions that have ended are not listed and open nothing, nor do those of somebody who is disabled', async () => {
  await using site = await openSiteOnDisk()
  const mia = await site.addMember('mia')
  const first = await begin(site, mia.id, false)
  site.clock.nowMs = first.session.expiresAtMs - 1
  const second = await begin(site, mia.id, false)
  site.clock.nowMs += 1
  expect(await listSessions(site.ports, mia.id)).toEqual([second.session])
  expect(await findSession(site.ports, first.token)).toBeUndefined()
  expect(await findSession(site.ports, 'no token')).toBeUndefined()
  expect((await findSession(site.ports, second.token))?.session).toEqual(second.session)
  await setUserDisabled(site.ports, commandActor, mia, true)
  expect(await findSession(site.ports, second.token)).toBeUndefined()
})

test('a session ends by its person, each end is noted, and nobody ends those of others', async () => {
  await using site = await openSiteOnDisk()
  const { ports } = site
  const [mia, bob] = [await site.addMember('mia'), await site.addMember('bob')]
  const [first, second, third] = [
    await begin(site, mia.id, false),
    await begin(site, mia.id, false),
    await begin(site, mia.id, false),
  ]
  const theirs = await begin(site, bob.id, false)
  const ended = async () =>
    (await ports.database.audit.list({ action: 'session.end', limit: 9 })).items.length

  const refused = endSession(ports, commandActor, mia.id, theirs.session.tokenHash)
  expect(await refused.catch((error: unknown) => error instanceof Failure && error.code)).toBe('NOT_FOUND')
  expect(await ended()).toBe(0)
  await endSession(ports, commandActor, mia.id, first.session.tokenHash)
  expect(await findSession(ports, first.token)).toBeUndefined()
  await endOtherSessions(ports, commandActor, mia.id, second.session.tokenHash)
  expect(await findSession(ports, third.token)).toBeUndefined()
  expect(await findSession(ports, second.token)).toBeDefined()
  await endOtherSessions(ports, commandActor, mia.id, second.session.tokenHash)
  expect(await ended()).toBe(2)
  await signOut(ports, commandActor, second.session)
  expect(await findSession(ports, second.token)).toBeUndefined()
  expect(await ended()).toBe(3)
  expect((await findSession(ports, theirs.token))?.user.id).toBe(bob.id)
})

test('a session that is used stays, and one that is not used for long ends', async () => {
  await using site = await openSiteOnDisk()
  const { id } = await site.addMember('mia')
  const { token, session } = await begin(site, id, false)
  while (site.clock.nowMs + 86_400_000 < session.expiresAtMs) {
    site.clock.nowMs += 86_400_000
    expect((await findSession(site.ports, token))?.user.id).toBe(id)
  }
  expect((await listSessions(site.ports, id))[0]?.lastSeenAtMs).toBeGreaterThan(session.createdAtMs)
  site.clock.nowMs = session.expiresAtMs
  expect(await findSession(site.ports, token)).toBeUndefined()
})
