import { expect, test } from 'bun:test'
import type { NewInvitation } from '../../src/accounts/invitation-rows.ts'
import { newId } from '../../src/language/ids.ts'
import type { Role, User } from '../../src/language/records.ts'
import { audit, type MakeDatabase, openSite, type Site, sha256, user } from './fixture.ts'

const dayMs = 86_400_000

/** What takes the right to invite from an administrator. */
const endings = {
  disabled: (site: Site, { id }: User) =>
    site.database.users.update(id, { disabledAtMs: site.clock.nowMs }, audit('user.disable', id)),
  demoted: (site: Site, { id }: User) =>
    site.database.users.update(id, { role: 'member' }, audit('user.role', id)),
  deleted: (site: Site, giver: User) =>
    site.database.users.erase(giver, `deleted ${newId()}`, audit('user.delete', giver.id)),
} as const

export function giverLaws(make: MakeDatabase): void {
  for (const [how, end] of Object.entries(endings)) {
    test(`an invitation ends once the account that gave it is ${how}`, async () => {
      await using site = await openSite(make)
      const giver = await addAdministrator(site, 'Giver')
      await addAdministrator(site, 'Other')
      const given: [NewInvitation, string | null][] = []
      for (const role of ['admin', 'member'] as const)
        given.push([await invite(site, { role, giverId: giver.id }), null])
      given.push([await invite(site, { userId: site.bob.id, giverId: giver.id }), site.bob.id])
      const ofCommand = await invite(site, { role: 'admin', giverId: null })
      for (const [one] of given)
        expect(await site.replica.invitations.byTokenHash(one.tokenHash, site.clock.nowMs)).toMatchObject({
          id: one.id,
          isInForce: true,
        })

      await end(site, giver)
      for (const [one, userId] of given) {
        expect(await accept(site, one, userId)).toBe(false)
        const found = await site.replica.invitations.byTokenHash(one.tokenHash, site.clock.nowMs)
        expect(found).toMatchObject({ id: one.id, isInForce: false })
      }
      const listed = await site.replica.invitations.list(site.clock.nowMs, 9)
      expect(Object.fromEntries(listed.map(({ id, isInForce }) => [id, isInForce]))).toEqual({
        ...Object.fromEntries(given.map(([{ id }]) => [id, false])),
        [ofCommand.id]: true,
      })
      expect(listed.find(({ id }) => id === ofCommand.id)?.giver).toEqual({ isCommand: true, account: null })
      expect((await site.replica.users.byId(site.bob.id))?.passwordHash).toBe('')
      expect(await accept(site, ofCommand, null)).toBe(true)
    })
  }

  test('an invitation of before, whose giver is not known, ends if it is for an administrator', async () => {
    await using site = await openSite(make)
    const ofBefore = async (given: Partial<NewInvitation>) => {
      const made = await invite(site, { ...given, giverId: null })
      await site.damage(`UPDATE invitations SET by_command = 0 WHERE id = '${made.id}'`)
      return made
    }
    await addAdministrator(site, 'Root')
    const [admin, member] = [await ofBefore({ role: 'admin' }), await ofBefore({ role: 'member' })]
    const [ofAnn, ofBob] = [await ofBefore({ userId: site.ann.id }), await ofBefore({ userId: site.bob.id })]
    await site.database.users.update(site.ann.id, { role: 'admin' }, audit('user.role', site.ann.id))
    expect(await accept(site, admin, null)).toBe(false)
    expect(await accept(site, ofAnn, site.ann.id)).toBe(false)
    expect(await accept(site, member, null)).toBe(true)
    expect(await accept(site, ofBob, site.bob.id)).toBe(true)
    expect(await site.replica.invitations.list(site.clock.nowMs, 9)).toHaveLength(2)
  })

  test('an invitation is accepted before its giver ends, or not at all', async () => {
    await using site = await openSite(make)
    await addAdministrator(site, 'Root')
    let accepted = 0
    for (let round = 0; round < 12; round += 1) {
      const giver = await addAdministrator(site, `Giver ${round}`)
      const invitation = await invite(site, { role: 'admin', giverId: giver.id })
      const end = Object.values(endings)[round % 3]!
      const both = [() => accept(site, invitation, null), () => end(site, giver)]
      const outcomes = await Promise.all((round % 2 ? both : both.reverse()).map((work) => work()))
      const isAccepted = outcomes.includes(true)
      const { items } = await site.replica.audit.list({ limit: 1 })
      expect({ round, isAccepted, last: items[0]?.action }).toEqual({
        round,
        isAccepted,
        last: expect.stringMatching(/^user\.(disable|role|delete)$/),
      })
      accepted += Number(isAccepted)
    }
    expect((await site.replica.users.list()).filter(({ role }) => role === 'admin')).toHaveLength(
      1 + accepted + 4,
    )
  })

  test('a generated password is known with the account that gave it, and one’s own has no giver', async () => {
    await using site = await openSite(make)
    const giver = await addAdministrator(site, 'Giver')
    await addAdministrator(site, 'Other')
    const give = (by: string | null) =>
      site.database.users.setPassword(
        site.bob.id,
        { hash: 'new', isGenerated: true, isByCommand: by === null, keptTokenHash: null },
        audit('user.password', site.bob.id, { actorUserId: by, atMs: site.clock.nowMs }),
      )
    const giverOf = async () => (await site.replica.users.passwordFacts(site.bob.id)).giver
    expect(await giverOf()).toBeNull()
    await give(giver.id)
    expect(await giverOf()).toEqual({ role: 'admin', disabledAtMs: null })
    await endings.deleted(site, giver)
    expect(await giverOf()).toEqual({ role: 'member', disabledAtMs: site.clock.nowMs })
    for (const by of [site.bob.id, null]) {
      await give(by)
      expect(await giverOf()).toBeNull()
    }
  })
}

async function addAdministrator(site: Site, name: string): Promise<User> {
  const added = { ...user(name), role: 'admin' as const, passwordHash: 'hash' }
  await site.database.users.add(added, audit('user.add', added.id))
  return added
}

async function invite(
  site: Site,
  { giverId, ...given }: Partial<NewInvitation> & { giverId: string | null },
): Promise<NewInvitation> {
  const createdAtMs = site.clock.nowMs
  const invitation: NewInvitation = {
    id: newId(),
    tokenHash: sha256(newId()),
    userId: null,
    role: 'member' satisfies Role,
    quotaBytes: null,
    createdAtMs,
    expiresAtMs: createdAtMs + dayMs,
    ...given,
  }
  const made = audit('user.invite', invitation.id, { actorUserId: giverId, atMs: createdAtMs })
  await site.database.invitations.add(invitation, made)
  return invitation
}

function accept(site: Site, { tokenHash, role }: NewInvitation, userId: string | null): Promise<boolean> {
  const made = { ...user(newId()), role }
  const given = userId === null ? { user: made } : { userId, passwordHash: 'chosen' }
  const change = { actorUserId: userId ?? made.id, atMs: site.clock.nowMs }
  return site.replica.invitations.accept(tokenHash, given, audit('user.add', userId ?? made.id, change))
}
