import { expect, test } from 'bun:test'
import type { Session } from '../../src/accounts/session-rows.ts'
import type { Page } from '../../src/language/list-limits.ts'
import type { User } from '../../src/language/records.ts'
import { audit, failureOf, key, type MakeDatabase, openSite, sha256, startMs, user } from './fixture.ts'

export function accountLaws(make: MakeDatabase): void {
  test('a user is found by id and by name in any case, on every replica at once', async () => {
    await using site = await openSite(make)
    const carol = {
      ...user('Çarol 🐈 "x"'),
      role: 'admin' as const,
      passwordHash: '$argon2id$',
      quotaBytes: 5,
    }
    await site.database.users.add(carol, audit('user.add', carol.id))
    expect(await site.replica.users.byId(carol.id)).toEqual(carol)
    expect(await site.replica.users.byName('çAROL 🐈 "X"')).toEqual(carol)
    expect(await site.database.users.byName('nobody')).toBeUndefined()
    expect((await site.database.users.list()).map(({ name }) => name)).toEqual(['Ann', 'Bob', carol.name])
  })

  test('users are given in pages, by name, and a marker that no page has given is refused', async () => {
    await using site = await openSite(make)
    const { users } = site.database
    for (const name of ['dave', 'Carol', 'ÉMILE', '猫']) await users.add(user(name), audit('user.add', name))
    const all = await users.list()
    const found: User[] = []
    for (let after: string | null = ''; after !== null; ) {
      const page: Page<User> = await users.page(after === '' ? { limit: 2 } : { limit: 2, after })
      expect(page.items.length).toBeLessThanOrEqual(2)
      found.push(...page.items)
      after = page.next
    }
    expect(found).toEqual(all)
    expect((await users.page({ limit: all.length })).next).toBeNull()
    await failureOf(users.page({ limit: 2, after: "x' OR 1" }), 'BAD_REQUEST')
  })

  test('a name that is taken, in whatever case, is a conflict and changes nothing', async () => {
    await using site = await openSite(make)
    const message = await failureOf(site.database.users.add(user('ANN'), audit('user.add', 'x')), 'CONFLICT')
    expect(message).toContain('ANN')
    expect(await site.database.users.list()).toHaveLength(2)
    expect((await site.database.audit.list({ subject: 'x', limit: 5 })).items).toEqual([])
  })

  test('a user is changed in the given fields only', async () => {
    await using site = await openSite(make)
    const { users } = site.database
    await users.update(site.ann.id, { role: 'admin', quotaBytes: 9 }, audit('user.update', site.ann.id))
    const carol = { ...user('Carol'), role: 'admin' as const, passwordHash: 'hash' }
    await users.add(carol, audit('user.add', carol.id))
    await users.update(site.ann.id, { disabledAtMs: 7, quotaBytes: null }, audit('user.update', site.ann.id))
    expect(await users.byId(site.ann.id)).toEqual({ ...site.ann, role: 'admin', disabledAtMs: 7 })
    expect(await users.byId(site.bob.id)).toEqual(site.bob)
    await failureOf(users.update('nobody', { role: 'admin' }, audit('user.update', 'nobody')), 'NOT_FOUND')
  })

  test('a display name stands with the user and with every image of theirs, on every replica', async () => {
    await using site = await openSite(make)
    const { image } = await site.upload({ ownerId: site.ann.id })
    const named = audit('user.displayName', site.ann.id)
    await site.database.users.update(site.ann.id, { displayName: 'Ann 🐈' }, named)
    expect(await site.replica.users.byId(site.ann.id)).toEqual({ ...site.ann, displayName: 'Ann 🐈' })
    const shown = await site.replica.images.byId(image.id)
    expect(shown).toMatchObject({ ownerName: 'Ann', ownerDisplayName: 'Ann 🐈' })
  })

  test('the last administrator is neither disabled nor made a member, and nothing else of the change is made', async () => {
    await using site = await openSite(make)
    const { users } = site.database
    const admins = [1, 2, 3].map((number) => ({
      ...user(`Admin ${number}`),
      role: 'admin' as const,
      passwordHash: 'hash',
    }))
    for (const admin of admins) await users.add(admin, audit('user.add', admin.id))
    const [first, second, last] = admins as [User, User, User]
    const change = (id: string, changed: Parameters<typeof users.update>[1]) =>
      users.update(id, changed, audit('user.update', id))

    await change(first.id, { disabledAtMs: 1 })
    await change(second.id, { role: 'member' })
    expect(await failureOf(change(last.id, { disabledAtMs: 1 }), 'CONFLICT')).toContain('last administrator')
    await failureOf(change(last.id, { role: 'member', quotaBytes: 9 }), 'CONFLICT')
    expect(await users.byId(last.id)).toEqual(last)
    expect((await site.database.audit.list({ subject: last.id, limit: 9 })).items).toHaveLength(1)

    await change(first.id, { disabledAtMs: 2, role: 'member' })
    await change(second.id, { disabledAtMs: 2 })
    await change(last.id, { role: 'admin', disabledAtMs: null, quotaBytes: 9 })
    await change(first.id, { disabledAtMs: null, role: 'admin' })
    await change(last.id, { disabledAtMs: 1 })
  })

  test('administrators who disable and demote each other at the same time always leave one', async () => {
    await using site = await openSite(make)
    const { users } = site.database
    for (let round = 0; round < 8; round++) {
      const admins = Array.from({ length: 4 }, (_, number) => ({
        ...user(`Admin ${round} ${number}`),
        role: 'admin' as const,
        passwordHash: 'hash',
      }))
      for (const admin of admins) await users.add(admin, audit('user.add', admin.id))
      const left = (await users.list()).filter(isAdministrator)
      const outcomes = await Promise.allSettled(
        left.map(({ id }, number) =>
          (number % 2 ? site.database : site.replica).users.update(
            id,
            number % 3 ? { disabledAtMs: 1 } : { role: 'member' },
            audit('user.update', id),
          ),
        ),
      )
      const refused = outcomes.flatMap((outcome) => (outcome.status === 'rejected' ? [outcome.reason] : []))
      expect(refused).toHaveLength(1)
      expect(refused[0]).toMatchObject({ code: 'CONFLICT' })
      expect((await users.list()).filter(isAdministrator)).toHaveLength(1)
    }
  })

  test('a NUL character is refused, because not every engine can keep it', async () => {
    await using site = await openSite(make)
    const added = site.database.users.add(user('a\0b'), audit('user.add', 'x'))
    expect(await failureOf(added, 'BAD_REQUEST')).toContain('NUL')
    expect(await failureOf(site.database.users.byName('a\0b'), 'BAD_REQUEST')).toContain('NUL')
  })

  test('a key is found by its secret together with its user', async () => {
    await using site = await openSite(make)
    const { keys } = site.database
    const full = key(site.ann.id, {
      name: "desk'top",
      expiresAtMs: startMs + 5,
      defaultCategoryId: site.general.id,
      clientKind: 'lsky',
      binding: {
        maxBytes: 10,
        types: ['image/gif'],
        networks: ['10.0.0.0/8'],
        categoryIds: [],
        albumIds: ['a'],
      },
    })
    const bare = key(site.bob.id, { permissions: [], createdAtMs: startMs + 1 })
    for (const one of [full, bare]) await keys.add(one, audit('key.create', one.id))
    expect(await site.replica.keys.bySecretHash(full.secretHash)).toEqual({ key: full, user: site.ann })
    expect(await keys.byId(bare.id)).toEqual(bare)
    expect(await keys.bySecretHash(sha256('unknown'))).toBeUndefined()
    expect(await keys.list()).toEqual([full, bare])
    expect(await keys.list(site.bob.id)).toEqual([bare])
    await failureOf(keys.add(key('nobody'), audit('key.create', 'x')), 'NOT_FOUND')
  })

  test('a key is revoked once, and its last use never moves back', async () => {
    await using site = await openSite(make)
    const { keys } = site.database
    const one = key(site.ann.id)
    await keys.add(one, audit('key.create', one.id))
    const use = (atMs: number, address: string, network = 'home') => ({
      atMs,
      address,
      networks: new Map([[network, address]]),
    })
    await keys.touch(
      new Map([
        [one.id, use(20, '192.0.2.1')],
        ['unknown', use(30, '192.0.2.2')],
      ]),
    )
    await keys.touch(new Map([[one.id, use(10, '192.0.2.3')]]))
    await keys.touch(new Map())
    await keys.revoke(one.id, 5, audit('key.revoke', one.id))
    await keys.revoke(one.id, 6, audit('key.revoke', one.id))
    expect(await keys.byId(one.id)).toEqual({
      ...one,
      revokedAtMs: 5,
      lastUsedAtMs: 20,
      lastUsedAddress: '192.0.2.1',
    })
    await failureOf(keys.revoke('unknown', 5, audit('key.revoke', 'unknown')), 'NOT_FOUND')
  })

  test('a key gets narrower as it is then, and wider only where it may', async () => {
    await using site = await openSite(make)
    const { keys, audit: log } = site.database
    const one = key(site.ann.id, { binding: { types: ['image/png'] } })
    await keys.add(one, audit('key.create', one.id))
    const narrow = {
      name: 'Blog',
      expiresAtMs: startMs + 9,
      uploadsPerMinute: 3,
      maxUploads: 4,
      imageLifetimeMs: 5_000,
      binding: { types: ['image/png' as const], maxBytes: 7 },
    }
    const change = (to: typeof narrow | typeof one, mayWiden: boolean) =>
      keys.change(one.id, { change: to, mayWiden }, audit('key.change', one.id, { after: to.name }))
    await change(narrow, false)
    expect(await site.replica.keys.byId(one.id)).toEqual({ ...one, ...narrow })
    expect(await failureOf(change(one, false), 'CONFLICT')).toContain('fresh proof')
    expect(await keys.byId(one.id)).toEqual({ ...one, ...narrow })
    await change(one, true)
    expect(await keys.byId(one.id)).toEqual(one)
    const entries = (await log.list({ action: 'key.change', limit: 9 })).items
    expect(entries.map(({ after }) => after)).toEqual([one.name, 'Blog'])
    await keys.revoke(one.id, 5, audit('key.revoke', one.id))
    await failureOf(change(narrow, false), 'CONFLICT')
    await failureOf(
      keys.change('unknown', { change: narrow, mayWiden: true }, audit('key.change', 'x')),
      'NOT_FOUND',
    )
  })

  test('a change of several things of a user is whole, with an entry for each', async () => {
    await using site = await openSite(make)
    const { users, audit: log } = site.database
    const drafts = (['user.rename', 'user.role', 'user.quota'] as const).map((action) =>
      audit(action, site.bob.id, { before: 1, after: action === 'user.role' ? 1 : 2 }),
    )
    await failureOf(users.update(site.bob.id, { name: 'ANN', quotaBytes: 7 }, drafts), 'CONFLICT')
    expect(await users.byId(site.bob.id)).toEqual(site.bob)
    await users.update(site.bob.id, { name: 'Rob', quotaBytes: 7 }, drafts)
    expect(await site.replica.users.byId(site.bob.id)).toEqual({ ...site.bob, name: 'Rob', quotaBytes: 7 })
    const entries = (await log.list({ subject: site.bob.id, limit: 9 })).items
    expect(entries.slice(0, -1).map(({ action }) => action)).toEqual(['user.quota', 'user.rename'])
  })

  test('a key gets another secret while all else stays, unless it has been revoked', async () => {
    await using site = await openSite(make)
    const { keys } = site.database
    const one = key(site.ann.id, { isGuestLink: true, isNameShown: true })
    const other = key(site.ann.id, { createdAtMs: startMs + 1 })
    for (const each of [one, other]) await keys.add(each, audit('key.create', each.id))
    const secretHash = sha256('another')
    const renewed = { ...one, secretHash }
    await keys.renew(one.id, secretHash, audit('key.renew', one.id))
    expect(await site.replica.keys.bySecretHash(one.secretHash)).toBeUndefined()
    expect(await site.replica.keys.bySecretHash(secretHash)).toEqual({ key: renewed, user: site.ann })
    await keys.revoke(one.id, 5, audit('key.revoke', one.id))
    await failureOf(keys.renew(one.id, sha256('third'), audit('key.renew', one.id)), 'CONFLICT')
    await failureOf(keys.renew('unknown', sha256('third'), audit('key.renew', 'unknown')), 'NOT_FOUND')
    expect(await keys.list()).toEqual([{ ...renewed, revokedAtMs: 5 }, other])
    const entries = await site.database.audit.list({ action: 'key.renew', limit: 9 })
    expect(entries.items.map(({ subject }) => subject)).toEqual([one.id])
  })

  test('sessions are found, touched, ended by others of the user, and forgotten once expired', async () => {
    await using site = await openSite(make)
    const { sessions } = site.database
    const [first, second, others] = [
      session('first', site.ann.id, startMs + 10),
      session('second', site.ann.id, startMs + 20),
      session('others', site.bob.id, startMs + 20),
    ] as const
    for (const one of [first, second, others]) expect(await sessions.add(one, '')).toBe(true)
    await sessions.touch(first.tokenHash, startMs + 2)
    await sessions.touch(first.tokenHash, startMs + 1)
    expect(await site.replica.sessions.byTokenHash(first.tokenHash)).toEqual({
      session: { ...first, lastSeenAtMs: startMs + 2 },
      user: site.ann,
    })
    await sessions.add({ ...session('later', site.bob.id), createdAtMs: startMs + 10 }, '')
    await sessions.remove(sha256('later'))
    expect(await sessions.byTokenHash(first.tokenHash)).toBeUndefined()
    await sessions.removeOthers(site.ann.id, second.tokenHash)
    expect(await sessions.list(site.ann.id)).toEqual([second])
    await sessions.removeOthers(site.ann.id, null)
    expect(await sessions.list(site.ann.id)).toEqual([])
    expect(await sessions.list(site.bob.id)).toEqual([others])
    await sessions.remove(others.tokenHash)
    await sessions.remove(others.tokenHash)
    expect(await sessions.list(site.bob.id)).toEqual([])
    await failureOf(sessions.add(session('lost', 'nobody'), ''), 'NOT_FOUND')
  })

  test('a new password ends all other sessions of the user, and none begins with the old one', async () => {
    await using site = await openSite(make)
    const { users, sessions } = site.database
    const [kept, ended, others] = [
      session('kept', site.ann.id),
      session('ended', site.ann.id),
      session('others', site.bob.id),
    ] as const
    for (const one of [kept, ended, others]) await sessions.add(one, '')
    const audited = audit('user.password', site.ann.id)
    await users.setPassword(
      site.ann.id,
      { hash: 'new', isGenerated: true, isByCommand: false, keptTokenHash: kept.tokenHash },
      audited,
    )
    expect(await site.replica.users.byId(site.ann.id)).toEqual({
      ...site.ann,
      passwordHash: 'new',
      hasGeneratedPassword: true,
    })
    expect(await sessions.list(site.ann.id)).toEqual([kept])
    expect(await sessions.list(site.bob.id)).toEqual([others])
    expect(await site.replica.sessions.add(session('late', site.ann.id), '')).toBe(false)
    expect(await sessions.list(site.ann.id)).toEqual([kept])
    expect(await sessions.add(session('fresh', site.ann.id), 'new')).toBe(true)
    expect((await site.database.audit.list({ subject: site.ann.id, limit: 1 })).items[0]).toMatchObject(
      audited,
    )
    const lost = users.setPassword(
      'nobody',
      { hash: 'new', isGenerated: false, isByCommand: false, keptTokenHash: null },
      audit('user.password', 'x'),
    )
    await failureOf(lost, 'NOT_FOUND')
  })

  test('of sessions that begin while the password changes none is left that was begun with the old one', async () => {
    await using site = await openSite(make)
    for (let round = 0; round < 8; round++) {
      const hash = `after ${round}`
      const before = (await site.database.users.byId(site.ann.id))?.passwordHash ?? ''
      const begin = (number: number) => {
        const one = session(`${round} ${number}`, site.ann.id)
        return (number % 2 ? site.database : site.replica).sessions.add(one, before)
      }
      await Promise.all([
        ...[0, 1, 2].map(begin),
        site.replica.users.setPassword(
          site.ann.id,
          { hash, isGenerated: false, isByCommand: false, keptTokenHash: null },
          audit('user.password', site.ann.id),
        ),
        ...[3, 4, 5].map(begin),
      ])
      expect(await site.database.sessions.list(site.ann.id)).toEqual([])
    }
  })

  test('disabling a user ends their sessions, and none begins until they are enabled', async () => {
    await using site = await openSite(make)
    const { users, sessions } = site.database
    await sessions.add(session('first', site.ann.id), '')
    await sessions.add(session('others', site.bob.id), '')
    await users.update(site.ann.id, { disabledAtMs: startMs }, audit('user.disable', site.ann.id))
    expect(await sessions.list(site.ann.id)).toEqual([])
    expect(await sessions.list(site.bob.id)).toHaveLength(1)
    expect(await sessions.add(session('late', site.ann.id), '')).toBe(false)
    await users.update(site.ann.id, { disabledAtMs: null }, audit('user.enable', site.ann.id))
    expect(await sessions.list(site.ann.id)).toEqual([])
    expect(await sessions.add(session('late', site.ann.id), '')).toBe(true)
  })
}

/** A session of a user, by its token. */
export function session(token: string, userId: string, expiresAtMs = startMs + 1_000): Session {
  return {
    tokenHash: sha256(token),
    userId,
    createdAtMs: startMs,
    lastSeenAtMs: startMs,
    expiresAtMs,
    address: '::1',
    userAgent: 'Firefox',
    provedAtMs: startMs,
    isPending: false,
    hasProviderFactor: false,
  }
}

function isAdministrator({ role, disabledAtMs }: User): boolean {
  return role === 'admin' && disabledAtMs === null
}
