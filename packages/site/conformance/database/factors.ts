import { expect, test } from 'bun:test'
import type { SecondFactor } from '../../src/accounts/factor-rows.ts'
import type { Session } from '../../src/accounts/session-rows.ts'
import { newId } from '../../src/language/ids.ts'
import { audit, failureOf, key, type MakeDatabase, openSite, sha256, startMs, user } from './fixture.ts'

export function factorLaws(make: MakeDatabase): void {
  test('a second factor is found on every replica, and ends the user’s other sessions', async () => {
    await using site = await openSite(make)
    const { factors, sessions } = site.database
    const [kept, ended, others] = [
      session('kept', site.ann.id),
      session('ended', site.ann.id),
      session('others', site.bob.id),
    ] as const
    for (const one of [kept, ended, others]) await sessions.add(one, '')
    const first = factor(site.ann.id)
    await factors.add(
      first,
      { codeHashes: ['a', 'b'], keptTokenHash: kept.tokenHash },
      audit('user.factor.add', site.ann.id),
    )
    expect(await site.replica.factors.list(site.ann.id)).toEqual([first])
    expect(await site.replica.factors.list(site.bob.id)).toEqual([])
    expect(await sessions.list(site.ann.id)).toEqual([kept])
    expect(await sessions.list(site.bob.id)).toEqual([others])
    const lost = factors.add(
      factor('nobody'),
      { codeHashes: null, keptTokenHash: '' },
      audit('user.factor.add', 'x'),
    )
    await failureOf(lost, 'NOT_FOUND')
  })

  test('of any uses of one counter on all replicas one is good, and no earlier one after it', async () => {
    await using site = await openSite(make)
    const one = factor(site.ann.id)
    await site.database.factors.add(
      one,
      { codeHashes: null, keptTokenHash: '' },
      audit('user.factor.add', site.ann.id),
    )
    const uses = Array.from({ length: 10 }, (_, index) =>
      (index % 2 ? site.database : site.replica).factors.use(one.id, { counter: 7, atMs: startMs }),
    )
    expect((await Promise.all(uses)).filter(Boolean)).toHaveLength(1)
    expect(await site.database.factors.use(one.id, { counter: 6, atMs: startMs })).toBe(false)
    expect(await site.database.factors.use(one.id, { counter: 8, atMs: startMs + 1 })).toBe(true)
    expect(await site.replica.factors.list(site.ann.id)).toEqual([
      { ...one, counter: 8, lastUsedAtMs: startMs + 1 },
    ])
  })

  test('a recovery code is good once on all replicas together, and for its user alone', async () => {
    await using site = await openSite(make)
    const { factors } = site.database
    await factors.setCodes(site.ann.id, ['a', 'b', 'c'], audit('user.factor.codes', site.ann.id))
    expect(await factors.useCode(site.bob.id, 'a')).toBe(false)
    const uses = Array.from({ length: 8 }, (_, index) =>
      (index % 2 ? site.database : site.replica).factors.useCode(site.ann.id, 'a'),
    )
    expect((await Promise.all(uses)).filter(Boolean)).toHaveLength(1)
    expect(await site.replica.factors.countCodes(site.ann.id)).toBe(2)
    await factors.setCodes(site.ann.id, ['d'], audit('user.factor.codes', site.ann.id))
    expect(await factors.useCode(site.ann.id, 'b')).toBe(false)
    expect(await factors.useCode(site.ann.id, 'd')).toBe(true)
  })

  test('of a passkey that counts no counter comes twice or falls back, and one that does not count stays at 0', async () => {
    await using site = await openSite(make)
    const { factors } = site.database
    const passkey = { ...factor(site.ann.id), kind: 'passkey' as const, counter: 0 }
    const added = { codeHashes: null, keptTokenHash: '' }
    await factors.add(passkey, added, audit('user.factor.add', site.ann.id))
    const use = (counter: number) => factors.use(passkey.id, { counter, atMs: startMs })
    expect([await use(0), await use(0)]).toEqual([true, true])
    expect([await use(5), await use(5), await use(4), await use(0), await use(6)]).toEqual([
      true,
      false,
      false,
      false,
      true,
    ])
  })

  test('a challenge is good once on all replicas together, until it ends', async () => {
    await using site = await openSite(make)
    const time = { atMs: startMs, endsAtMs: startMs + 10 }
    const uses = Array.from({ length: 8 }, (_, index) =>
      (index % 2 ? site.database : site.replica).factors.useChallenge('one', time),
    )
    expect((await Promise.all(uses)).filter(Boolean)).toHaveLength(1)
    expect(await site.database.factors.useChallenge('two', time)).toBe(true)
    const later = { atMs: startMs + 10, endsAtMs: startMs + 20 }
    expect(await site.replica.factors.useChallenge('one', later)).toBe(true)
  })

  test('so many wrong codes in a row have codes rest, whoever sends them and however many at once', async () => {
    await using site = await openSite(make)
    const { factors } = site.database
    const wrong = (index: number, isCode = true) =>
      (index % 2 ? site.database : site.replica).factors.noteWrong(site.ann.id, {
        atMs: startMs + index,
        address: `10.0.0.${index}`,
        isCode,
        most: 6,
        restMs: 1_000,
      })
    expect(await factors.failures(site.ann.id)).toBeUndefined()
    await Promise.all([0, 1, 2, 3].map((index) => wrong(index)))
    await wrong(4, false)
    expect(await site.replica.factors.failures(site.ann.id)).toEqual({
      codesInRow: 4,
      restingUntilMs: 0,
      failures: 5,
      lastAtMs: startMs + 4,
      lastAddress: '10.0.0.4',
    })
    await factors.noteRight(site.ann.id)
    for (let index = 5; index < 10; index++) await wrong(index)
    expect(await factors.failures(site.ann.id)).toMatchObject({ codesInRow: 5, restingUntilMs: 0 })
    await wrong(10)
    await wrong(11, false)
    const resting = { codesInRow: 6, restingUntilMs: startMs + 1_010, failures: 12 }
    expect(await factors.failures(site.ann.id)).toMatchObject(resting)
    await wrong(12)
    expect(await factors.failures(site.ann.id)).toMatchObject({ restingUntilMs: startMs + 1_012 })
    expect(await factors.failures(site.bob.id)).toBeUndefined()
    const removed = { id: null, keptTokenHash: null }
    await factors.remove(site.ann.id, removed, audit('user.factor.remove', site.ann.id))
    expect(await factors.failures(site.ann.id)).toBeUndefined()
  })

  test('so many wrong factors end a sign-in that waits for one, and no session that has begun', async () => {
    await using site = await openSite(make)
    const { sessions } = site.database
    const pending = { ...session('pending', site.ann.id), isPending: true }
    const begun = { ...session('begun', site.ann.id), hasProviderFactor: true }
    for (const one of [pending, begun]) await sessions.add(one, '')
    const wrong = ({ tokenHash }: Session) => [
      site.database.sessions.noteWrong(tokenHash, 3),
      site.replica.sessions.noteWrong(tokenHash, 3),
    ]
    expect((await Promise.all(wrong(begun))).concat(await Promise.all(wrong(begun)))).not.toContain(true)
    expect(await Promise.all(wrong(pending))).toEqual([false, false])
    expect(await sessions.noteWrong(pending.tokenHash, 3)).toBe(true)
    expect(await sessions.list(site.ann.id)).toEqual([begun])
  })

  test('recovery codes go with the last factor, and not with one of two', async () => {
    await using site = await openSite(make)
    const { factors } = site.database
    const [first, second] = [factor(site.ann.id), factor(site.ann.id)] as const
    const audited = audit('user.factor.add', site.ann.id)
    await factors.add(first, { codeHashes: ['a'], keptTokenHash: '' }, audited)
    await factors.add(second, { codeHashes: null, keptTokenHash: '' }, audited)
    const removal = audit('user.factor.remove', site.ann.id)
    await factors.remove(site.ann.id, { id: first.id, keptTokenHash: null }, removal)
    expect(await factors.countCodes(site.ann.id)).toBe(1)
    const again = factors.remove(site.ann.id, { id: first.id, keptTokenHash: null }, removal)
    await failureOf(again, 'NOT_FOUND')
    const others = factors.remove(site.bob.id, { id: second.id, keptTokenHash: null }, removal)
    await failureOf(others, 'NOT_FOUND')
    await factors.remove(site.ann.id, { id: null, keptTokenHash: null }, removal)
    expect(await factors.list(site.ann.id)).toEqual([])
    expect(await factors.countCodes(site.ann.id)).toBe(0)
  })

  test('of any who bind one subject at once one does, and a name that is taken adds nobody', async () => {
    await using site = await openSite(make)
    const identity = { issuer: 'https://id.example', subject: 'one' }
    const add = (number: number) => {
      const added = user(`Newcomer ${number}`)
      const store = (number % 2 ? site.database : site.replica).users
      return store.addFromProvider(added, identity, audit('user.add', added.id))
    }
    const outcomes = await Promise.all([1, 2, 3, 4].map(add))
    expect(outcomes.toSorted()).toEqual(['added', 'bound', 'bound', 'bound'])
    const bound = await site.replica.users.byProvider(identity.issuer, identity.subject)
    expect(bound?.name).toBe(`Newcomer ${outcomes.indexOf('added') + 1}`)
    expect(await site.database.users.byProvider('https://other.example', 'one')).toBeUndefined()
    const other = { ...identity, subject: 'two' }
    expect(await site.database.users.addFromProvider(user('ANN'), other, audit('user.add', 'x'))).toBe(
      'taken',
    )
    expect(await site.database.users.byProvider(other.issuer, other.subject)).toBeUndefined()
    expect(await site.database.users.list()).toHaveLength(3)
  })

  test('a session that is pending is completed once, and none where it has ended', async () => {
    await using site = await openSite(make)
    const { sessions } = site.database
    const pending = { ...session('pending', site.ann.id), isPending: true }
    await sessions.add(pending, '')
    const attempts = [1, 2, 3, 4].map((number) =>
      (number % 2 ? site.database : site.replica).sessions.complete(
        pending.tokenHash,
        session(`begun ${number}`, site.ann.id),
      ),
    )
    expect((await Promise.all(attempts)).filter(Boolean)).toHaveLength(1)
    expect(await sessions.byTokenHash(pending.tokenHash)).toBeUndefined()
    const [begun, ...more] = await sessions.list(site.ann.id)
    expect([begun?.isPending, more]).toEqual([false, []])
    const tokenHash = begun?.tokenHash ?? ''
    expect(await sessions.complete(tokenHash, session('not pending', site.ann.id))).toBe(false)
    await sessions.prove(tokenHash, startMs + 5)
    expect((await site.replica.sessions.byTokenHash(tokenHash))?.session.provedAtMs).toBe(startMs + 5)
  })

  test('a key that is used from a second network is marked, and all of a user’s keys are revoked at once', async () => {
    await using site = await openSite(make)
    const { keys } = site.database
    const [one, ended, others] = [
      key(site.ann.id, { uploadsPerMinute: 5 }),
      key(site.ann.id, { revokedAtMs: 1 }),
      key(site.bob.id),
    ] as const
    for (const each of [one, ended, others]) await keys.add(each, audit('key.create', each.id))
    const use = (atMs: number, address: string) => ({
      atMs,
      address,
      networks: new Map([[`${address}/24`, address]]),
    })
    await keys.touch(new Map([[one.id, use(10, '192.0.2.1')]]))
    await keys.touch(new Map([[one.id, use(11, '192.0.2.1')]]))
    expect((await keys.byId(one.id))?.newNetwork).toBeNull()
    await keys.touch(new Map([[one.id, use(12, '198.51.100.1')]]))
    await keys.touch(new Map([[one.id, use(13, '192.0.2.1')]]))
    expect(await site.replica.keys.byId(one.id)).toEqual({
      ...one,
      lastUsedAtMs: 13,
      lastUsedAddress: '192.0.2.1',
      newNetwork: { address: '198.51.100.1', atMs: 12 },
    })
    expect(await keys.revokeAll(site.ann.id, 20, audit('key.revoke', site.ann.id))).toBe(1)
    expect((await keys.list(site.ann.id)).map(({ revokedAtMs }) => revokedAtMs).toSorted()).toEqual([1, 20])
    expect((await keys.byId(others.id))?.revokedAtMs).toBeNull()
  })
}

function factor(userId: string): SecondFactor {
  return {
    id: newId(),
    userId,
    kind: 'totp',
    name: 'phone',
    secret: 'secret',
    counter: 3,
    createdAtMs: startMs,
    lastUsedAtMs: null,
  }
}

function session(token: string, userId: string): Session {
  return {
    tokenHash: sha256(token),
    userId,
    createdAtMs: startMs,
    lastSeenAtMs: startMs,
    expiresAtMs: startMs + 1_000,
    address: '::1',
    userAgent: 'Firefox',
    provedAtMs: startMs,
    isPending: false,
    hasProviderFactor: false,
  }
}
