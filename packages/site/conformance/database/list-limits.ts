import { expect, test } from 'bun:test'
import type { Session } from '../../src/accounts/session-rows.ts'
import { maxListed } from '../../src/language/list-limits.ts'
import {
  addAlbum,
  addCategory,
  audit,
  failureOf,
  key,
  type MakeDatabase,
  openSite,
  startMs,
} from './fixture.ts'

export function listLimitLaws(make: MakeDatabase): void {
  test('an account has so many albums and no more, whatever others have', async () => {
    await using site = await openSite(make)
    await site.damage(
      `INSERT INTO albums (id, owner_id, name, name_key, position, created_at_ms)
       WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${maxListed.albums - 1})
       SELECT 'many' || n, '${site.ann.id}', 'many' || n, 'many' || n, n, 1 FROM numbers`,
    )
    await addAlbum(site.database, site.ann.id)
    expect(await failureOf(addAlbum(site.database, site.ann.id), 'CONFLICT')).toContain('at most 500 albums')
    await addAlbum(site.database, site.bob.id)
    expect(await site.database.albums.list(site.ann.id)).toHaveLength(maxListed.albums)
    await site.database.albums.remove('many7', startMs, audit('album.remove', 'many7'))
    await addAlbum(site.database, site.ann.id)
  })

  test('an account has so many keys that work, and its oldest revoked ones are forgotten', async () => {
    await using site = await openSite(make)
    const { keys } = site.database
    const add = (change = {}) => keys.add(key(site.ann.id, change), audit('key.create', 'a'))
    for (let index = 0; index < maxListed.revokedKeys + 3; index++)
      await add({ revokedAtMs: startMs + index })
    for (let index = 0; index < maxListed.keys; index++) await add()
    await failureOf(add(), 'CONFLICT')
    const kept = await keys.list(site.ann.id)
    const revoked = kept.flatMap(({ revokedAtMs }) => (revokedAtMs === null ? [] : [revokedAtMs]))
    expect(kept).toHaveLength(maxListed.keys + maxListed.revokedKeys)
    expect(Math.min(...revoked)).toBe(startMs + 3)
  })

  test('of more sessions than an account may have, the one not heard of for longest ends', async () => {
    await using site = await openSite(make)
    for (let index = 0; index < maxListed.sessions + 2; index++) await beginSession(site, index)
    const sessions = await site.database.sessions.list(site.ann.id)
    expect(sessions).toHaveLength(maxListed.sessions)
    expect(sessions.at(-1)?.tokenHash).toBe('token 2')
  })

  test('sessions that wait for a second factor end none that has begun, and are bounded by themselves', async () => {
    await using site = await openSite(make)
    const { sessions } = site.database
    for (let index = 0; index < maxListed.sessions; index++) await beginSession(site, index)
    for (let index = 100; index < 101 + maxListed.pendingSessions; index++)
      await beginSession(site, index, true)
    const listed = await sessions.list(site.ann.id)
    const pending = listed.filter(({ isPending }) => isPending)
    expect(listed.length - pending.length).toBe(maxListed.sessions)
    expect(pending).toHaveLength(maxListed.pendingSessions)
    expect(pending.at(-1)?.tokenHash).toBe('token 101')

    const begun = { ...sessionOf(site, 200), tokenHash: 'completed' }
    expect(await sessions.complete('token 101', begun)).toBe(true)
    const after = (await sessions.list(site.ann.id)).filter(({ isPending }) => !isPending)
    expect(after).toHaveLength(maxListed.sessions)
    expect([after[0]?.tokenHash, after.at(-1)?.tokenHash]).toEqual(['completed', 'token 1'])
  })

  test('a site has so many categories and no more', async () => {
    await using site = await openSite(make)
    await site.damage(
      `INSERT INTO categories (id, name, name_key, position, enabled, created_at_ms)
       WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${maxListed.categories - 2})
       SELECT 'many' || n, 'many' || n, 'many' || n, n, 1, 1 FROM numbers`,
    )
    await addCategory(site.database, 'last')
    expect(await failureOf(addCategory(site.database, 'one more'), 'CONFLICT')).toContain('500 categories')
  })

  test('the addresses of sessions are those of one account, the newest', async () => {
    await using site = await openSite(make)
    const begin = (subject: string, address: string, atMs: number, action = 'session.begin') =>
      site.database.audit.add(audit(action, subject, { address, atMs }))
    await begin('ann', '10.0.0.1', 1)
    await begin('ann', '10.0.0.2', 2)
    await begin('ann', '10.0.0.2', 3)
    await begin('ann', '10.0.0.9', 4, 'session.end')
    await begin('bob', '10.0.0.3', 5)
    const of = (fromMs: number, limit: number) => site.database.audit.sessionAddresses('ann', fromMs, limit)
    expect(await of(0, 10)).toEqual(['10.0.0.2', '10.0.0.1'])
    expect(await of(0, 2)).toEqual(['10.0.0.2'])
    expect(await of(2, 10)).toEqual(['10.0.0.2'])
  })
}

type Site = Awaited<ReturnType<typeof openSite>>

function sessionOf({ ann }: Site, index: number, isPending = false): Session {
  return {
    tokenHash: `token ${index}`,
    userId: ann.id,
    createdAtMs: startMs,
    lastSeenAtMs: startMs + index,
    expiresAtMs: startMs + 1_000_000,
    address: '::1',
    userAgent: '',
    provedAtMs: startMs,
    isPending,
    hasProviderFactor: false,
  }
}

async function beginSession(site: Site, index: number, isPending = false): Promise<void> {
  expect(await site.database.sessions.add(sessionOf(site, index, isPending), '')).toBe(true)
}
