import { expect, test } from 'bun:test'
import type { NewInvitation } from '../../src/accounts/invitation-rows.ts'
import { newId } from '../../src/language/ids.ts'
import { session } from './accounts.ts'
import {
  addAlbum,
  audit,
  failureOf,
  key,
  type MakeDatabase,
  openSite,
  type Site,
  sha256,
  user,
} from './fixture.ts'

const dayMs = 86_400_000

export function invitationLaws(make: MakeDatabase): void {
  test('an invitation makes one account, once, however many use it at the same time', async () => {
    await using site = await openSite(make)
    const { tokenHash } = await invite(site, null)
    const accept = (name: string, database = site.database) =>
      database.invitations.accept(tokenHash, { user: user(name) }, now(site, 'user.add'))
    await failureOf(accept('ANN'), 'CONFLICT')
    const used = await Promise.all(['cid', 'dan', 'eve'].map((name) => accept(name, site.replica)))
    expect(used.filter((isUsed) => isUsed)).toHaveLength(1)
    expect(await accept('fay')).toBe(false)
    expect(await site.replica.users.list()).toHaveLength(3)
  })

  test('one that has expired, was ended or was followed by another is good for nothing', async () => {
    await using site = await openSite(make)
    const first = await invite(site, site.bob.id)
    const second = await invite(site, site.bob.id)
    const accept = ({ tokenHash }: NewInvitation) =>
      site.database.invitations.accept(
        tokenHash,
        { userId: site.bob.id, passwordHash: 'new' },
        now(site, 'user.password'),
      )
    expect(await accept(first)).toBe(false)
    const at = site.clock.nowMs
    expect((await site.replica.invitations.byTokenHash(second.tokenHash, at))?.id).toBe(second.id)
    expect(await site.replica.invitations.byTokenHash(second.tokenHash, at + dayMs)).toBeUndefined()
    const remove = () => site.database.invitations.remove(second.id, now(site, 'user.uninvite'))
    await remove()
    await failureOf(remove(), 'NOT_FOUND')
    expect(await accept(second)).toBe(false)
    const third = await invite(site, site.bob.id)
    site.clock.nowMs += dayMs
    expect(await accept(third)).toBe(false)
    const fourth = await invite(site, site.bob.id)
    expect(await accept(fourth)).toBe(true)
    expect((await site.replica.users.byId(site.bob.id))?.passwordHash).toBe('new')
    const fifth = await invite(site, site.bob.id)
    const disabledAtMs = site.clock.nowMs
    await site.database.users.update(site.bob.id, { disabledAtMs }, now(site, 'user.disable'))
    expect(await accept(fifth)).toBe(false)
  })

  test('a user’s new name is the only one that finds the account, and no one else’s', async () => {
    await using site = await openSite(make)
    const rename = (name: string) =>
      site.database.users.update(site.bob.id, { name }, now(site, 'user.rename'))
    await failureOf(rename('aNN'), 'CONFLICT')
    await rename('Robert')
    expect((await site.replica.users.byName('ROBERT'))?.id).toBe(site.bob.id)
    expect(await site.replica.users.byName('bob')).toBeUndefined()
    await rename('robert')
  })

  test('it is known when an account was last seen, also once its sessions have ended', async () => {
    await using site = await openSite(make)
    const seen = () => site.replica.users.lastSeenAtMs(site.bob.id)
    expect(await seen()).toBeNull()
    const begun = { ...session('first', site.bob.id), lastSeenAtMs: 2_000 }
    await site.database.sessions.add(begun, site.bob.passwordHash)
    expect(await seen()).toBe(2_000)
    await site.database.sessions.remove(begun.tokenHash)
    expect(await seen()).toBe(2_000)
    const made = key(site.bob.id)
    await site.database.keys.add(made, now(site, 'key.create'))
    expect(await seen()).toBe(2_000)
    const again = { ...session('second', site.bob.id), lastSeenAtMs: 3_000 }
    await site.database.sessions.add(again, site.bob.passwordHash)
    await site.database.sessions.touch(again.tokenHash, 4_000)
    await site.database.sessions.remove(again.tokenHash)
    expect(await seen()).toBe(4_000)
  })

  test('an erased account is found by nothing, its keys are gone, and its images stay without its name', async () => {
    await using site = await openSite(make)
    const { image } = await site.upload({ ownerId: site.bob.id })
    const gone = (await site.upload({ ownerId: site.bob.id })).image
    await site.database.images.remove([gone.id], site.clock.nowMs, now(site, 'image.remove'))
    for (const imageId of [image.id, gone.id]) await report(site, imageId)
    const made = key(site.bob.id)
    await site.database.keys.add(made, now(site, 'key.create'))
    await addAlbum(site.database, site.bob.id)
    const ownEntry = {
      ...now(site, 'image.describe'),
      actor: 'Bob',
      actorUserId: site.bob.id,
      address: '192.0.2.9',
    }
    await site.database.audit.add({
      ...ownEntry,
      subject: image.id,
      before: { ownerId: site.bob.id, owner: 'Bob' },
    })
    const change = { before: { name: 'Bob' }, after: { name: 'Robert' } }
    await site.database.users.update(
      site.bob.id,
      { name: 'Robert' },
      { ...now(site, 'user.rename'), subject: site.bob.id, ...change },
    )
    const linked = { name: 'bobs-cat', ownerId: site.bob.id, imageId: image.id, atMs: 1, actor: 'Bob' }
    await site.database.links.set(linked, now(site, 'link.set'))
    await site.database.audit.add({ ...now(site, 'user.add'), subject: site.bob.id, after: { name: 'Bob' } })
    const robert = { ...site.bob, name: 'Robert' }
    await site.database.users.erase(robert, 'deleted 1', {
      ...now(site, 'user.delete'),
      subject: site.bob.id,
    })
    expect(await site.replica.links.history('bobs-cat')).toMatchObject([{ actor: 'deleted 1' }])
    expect(await site.replica.users.byId(site.bob.id)).toBeUndefined()
    expect(await site.replica.users.byName('robert')).toBeUndefined()
    expect(await site.replica.users.byName('deleted 1')).toBeUndefined()
    expect((await site.replica.users.list()).map(({ name }) => name)).toEqual(['Ann'])
    expect(await site.replica.keys.byId(made.id)).toBeUndefined()
    expect(await site.replica.images.byId(image.id)).toMatchObject({
      ownerName: 'deleted 1',
      ownerDisplayName: '',
    })
    expect((await site.replica.reports.list({ limit: 9 })).items.map(({ imageId }) => imageId)).toEqual([
      image.id,
    ])
    const { items } = await site.replica.audit.list({ limit: 99 })
    expect(JSON.stringify(items)).not.toMatch(/\bBob\b|Robert|192\.0\.2\.9/)
    expect(items[0]).toMatchObject({ action: 'user.delete', subject: site.bob.id })
    await failureOf(site.database.users.erase(site.bob, 'deleted 2', now(site, 'user.delete')), 'NOT_FOUND')
  })
}

async function report(site: Site, imageId: string): Promise<void> {
  const said = { id: newId(), imageId, reporter: newId(), reason: 'other', note: '', atMs: site.clock.nowMs }
  await site.database.reports.add(said, { max: 9, maxOfImage: 9, maxOfReporter: 9 })
}

async function invite(site: Site, userId: string | null): Promise<NewInvitation> {
  const createdAtMs = site.clock.nowMs
  const invitation: NewInvitation = {
    id: newId(),
    tokenHash: sha256(newId()),
    userId,
    role: 'member',
    quotaBytes: null,
    createdAtMs,
    expiresAtMs: createdAtMs + dayMs,
  }
  await site.database.invitations.add(invitation, now(site, 'user.invite'))
  return invitation
}

const now = ({ clock }: Site, action: string) => ({ ...audit(action, 'subject'), atMs: clock.nowMs })
