import { expect, test } from 'bun:test'
import { noLiveLimits } from '../../src/accounts/quota.ts'
import type { AuditDraft, AuditEntry } from '../../src/language/records.ts'
import {
  addAlbum,
  addCategory,
  audit,
  failureOf,
  key,
  type MakeDatabase,
  openSite,
  startMs,
  user,
} from './fixture.ts'
import { classic, roar } from './policy.ts'

export function historyLaws(make: MakeDatabase): void {
  test('an entry is kept as it was written, newest first', async () => {
    await using site = await openSite(make)
    const draft = audit('category.disable', 'c', {
      atMs: startMs + 5,
      actor: 'Zoë',
      actorUserId: 'u',
      address: '2001:db8::1',
      before: { enabled: true, names: ['a', null] },
      after: 'text',
    })
    await site.database.audit.add(draft)
    const { items } = await site.replica.audit.list({ limit: 1 })
    expect(items).toEqual([{ ...draft, id: expect.any(Number) }])
  })

  test('the oldest entries from before a time are removed, some at a time', async () => {
    await using site = await openSite(make)
    for (const atMs of [1, 2, 3, 4]) await site.database.audit.add(audit('policy.set', `${atMs}`, { atMs }))
    const old = async () => {
      const { items } = await site.replica.audit.list({ beforeMs: 10, limit: 10 })
      return items.map(({ subject }) => subject)
    }
    expect(await site.database.audit.prune(4, 2)).toBe(2)
    expect(await old()).toEqual(['4', '3'])
    expect(await site.database.audit.prune(4, 2)).toBe(1)
    expect(await old()).toEqual(['4'])
    expect(await site.database.audit.prune(4, 2)).toBe(0)
  })

  test('entries are found by the id or the name of what they are about', async () => {
    await using site = await openSite(make)
    const cats = await addCategory(site.database, 'Cat Pictures')
    const album = await addAlbum(site.database, site.ann.id)
    const laptop = { ...key(site.ann.id), name: 'Laptop' }
    await site.database.keys.add(laptop, audit('key.create', laptop.id))
    await site.database.audit.add(audit('category.disable', cats.id))
    await site.database.audit.add(audit('album.publish', album.id))
    await site.database.audit.add(audit('user.role', site.ann.id))
    const found = async (subject: string) =>
      (await site.replica.audit.list({ subject, limit: 1 })).items.map(({ action }) => action)
    expect(await found('cat PICTURES')).toEqual(['category.disable'])
    expect(await found(cats.id)).toEqual(['category.disable'])
    expect(await found(album.name.toUpperCase())).toEqual(['album.publish'])
    expect(await found('Laptop')).toEqual(['key.create'])
    expect(await found(site.ann.name.toLowerCase())).toEqual(['user.role'])
    expect(await found('nothing of this name')).toEqual([])
  })

  test('a change and its entry happen together or not at all', async () => {
    await using site = await openSite(make)
    const count = async () => (await site.database.audit.list({ limit: 100 })).items.length
    const before = await count()
    await addCategory(site.database, 'cats')
    expect(await count()).toBe(before + 1)
    await failureOf(addCategory(site.database, 'cats'), 'CONFLICT')
    await failureOf(site.database.images.remove(['unknown'], 0, audit('image.remove', 'x')), 'NOT_FOUND')
    expect(await count()).toBe(before + 1)
  })

  test('whatever somebody changes has its entry', async () => {
    await using site = await openSite(make)
    const { users, keys, categories, albums, images, settings, access, charsets, presets } = site.database
    const { image } = await site.upload()
    const album = await addAlbum(site.database, site.ann.id)
    const gone = await addAlbum(site.database, site.ann.id)
    const laptop = key(site.ann.id)
    const network = '192.0.2.0/24'
    const [annId, category] = [site.ann.id, site.general.id]
    const named = { ownerId: annId, publicToken: null, createdAtMs: startMs }
    const blocked = { network, list: 'block', note: '', createdAtMs: startMs, expiresAtMs: null } as const
    const changes: ((entry: AuditDraft) => Promise<unknown>)[] = [
      (entry) => users.add(user('Cy'), entry),
      (entry) => users.update(annId, { quotaBytes: 10_000 }, entry),
      (entry) =>
        users.setPassword(
          annId,
          { hash: 'new', isGenerated: false, isByCommand: false, keptTokenHash: null },
          entry,
        ),
      (entry) => keys.add(laptop, entry),
      (entry) => keys.revoke(laptop.id, startMs, entry),
      (entry) => categories.add({ id: 'cats', name: 'cats', enabled: true, createdAtMs: startMs }, entry),
      (entry) => categories.change(category, { enabled: false }, entry),
      (entry) => categories.change(category, { name: 'all' }, entry),
      (entry) => categories.arrange([category], entry),
      (entry) => albums.add({ ...named, id: 'empty', name: 'empty' }, entry),
      (entry) => albums.addWithImages({ ...named, id: 'full', name: 'full' }, [image.id], entry),
      (entry) => albums.update(album.id, { name: 'trip' }, entry),
      (entry) => albums.arrange(annId, [album.id], entry),
      (entry) =>
        albums.moveImages(
          { ownerId: annId, imageIds: [image.id], into: album.id, outOf: null, atMs: startMs },
          entry,
        ),
      (entry) =>
        albums.moveImages(
          { ownerId: annId, imageIds: [image.id], into: null, outOf: album.id, atMs: startMs },
          entry,
        ),
      (entry) => albums.remove(gone.id, startMs, entry),
      (entry) => albums.restore(gone.id, { ownerId: gone.ownerId, removedAfterMs: 0 }, entry),
      (entry) => images.update([image.id], { title: 'New' }, entry),
      (entry) => images.remove([image.id], startMs, entry),
      (entry) => users.update(annId, { quotaBytes: null }, entry),
      (entry) => images.restore([image.id], entry, noLiveLimits),
      (entry) => settings.setAll([{ key: 'a', value: '2', audit: entry }]),
      (entry) => access.put([blocked], entry),
      (entry) => access.remove(network, null, entry),
      (entry) => charsets.add(roar, entry),
      (entry) => charsets.change(roar.id, { enabled: true }, entry),
      (entry) => charsets.change(roar.id, { isDefault: true, enabled: true }, entry),
      (entry) => charsets.arrange([roar.id], entry),
      (entry) => presets.add(classic, entry),
      (entry) => presets.change(classic.id, { enabled: true }, entry),
      (entry) => presets.change(classic.id, { isDefault: true, enabled: true }, entry),
      (entry) => presets.arrange([classic.id], entry),
    ]
    for (const [number, change] of changes.entries()) await change(audit('test.change', `${number}`))
    const { items } = await site.replica.audit.list({ action: 'test.change', limit: 100 })
    expect(items.map(({ subject }) => subject).reverse()).toEqual(changes.map((_, number) => `${number}`))
  })

  test('a failing change takes nothing of its neighbours back', async () => {
    await using site = await openSite(make)
    const names = Array.from({ length: 20 }, (_, index) => `c${index % 10}`)
    const outcomes = await Promise.allSettled(names.map((name) => addCategory(site.database, name)))
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(10)
    expect(await site.database.categories.list()).toHaveLength(11)
  })

  test('entries are selected by who, what, on what and when, in pages', async () => {
    await using site = await openSite(make)
    const { audit: history } = site.database
    for (let index = 0; index < 30; index++) {
      await history.add(
        audit(index % 2 ? 'key.create' : 'key.revoke', `s${index % 3}`, {
          atMs: startMs + 100 + (index % 7),
          actor: index % 5 ? 'Ann' : 'Bob',
        }),
      )
    }
    const all = (await history.list({ fromMs: startMs + 100, limit: 100 })).items
    expect(all).toHaveLength(30)
    expect(all).toEqual([...all].sort((a, b) => b.atMs - a.atMs || b.id - a.id))
    const query = { actor: 'Ann', action: 'key.create', subject: 's1', beforeMs: startMs + 105 }
    const wanted = all.filter(
      (entry) =>
        entry.actor === 'Ann' &&
        entry.action === 'key.create' &&
        entry.subject === 's1' &&
        entry.atMs < startMs + 105,
    )
    const found: AuditEntry[] = []
    let after: string | null = null
    do {
      const page = await history.list({ ...query, limit: 2, ...(after === null ? {} : { after }) })
      found.push(...page.items)
      after = page.next
    } while (after !== null)
    expect(found).toEqual(wanted)
  })

  test('a page marker that no page of entries has given is refused', async () => {
    await using site = await openSite(make)
    for (const after of ['abc', '1.abc', '1.-1', '1.0x10', `1.${'9'.repeat(20)}`]) {
      expect(await failureOf(site.database.audit.list({ limit: 5, after }), 'BAD_REQUEST')).toContain(
        'marker',
      )
    }
  })

  test('a database that is as it was written is whole', async () => {
    await using site = await openSite(make)
    for (const database of [site.database, site.replica]) {
      expect(await database.checkIntegrity()).toBeUndefined()
    }
  })

  test('a database that can be written to is healthy', async () => {
    await using site = await openSite(make)
    for (const database of [site.database, site.replica]) {
      expect(await database.checkHealth()).toBeUndefined()
    }
  })
}
