import { expect, test } from 'bun:test'
import type { AuditEntry } from '../../src/records.ts'
import { addCategory, audit, failureOf, type MakeDatabase, openSite, startMs } from './fixture.ts'

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
      expect(await database.checkWhole()).toBeUndefined()
    }
  })

  test('a database that can be written to is healthy', async () => {
    await using site = await openSite(make)
    for (const database of [site.database, site.replica]) {
      expect(await database.checkHealth()).toBeUndefined()
    }
  })
}
