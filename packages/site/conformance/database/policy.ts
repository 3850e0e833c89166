import { expect, test } from 'bun:test'
import type { AccessEntry, AccessQuery } from '../../src/access/access-rows.ts'
import type { Charset } from '../../src/ciphers/charset.ts'
import type { Preset } from '../../src/ciphers/preset.ts'
import type { SiteDatabase } from '../../src/database/database.ts'
import { audit, failureOf, key, type MakeDatabase, openSite, startMs, user } from './fixture.ts'

export const roar: Charset = {
  id: 'roar',
  name: 'Roar',
  symbols: ['嗷', '呜', '啊', '~'],
  enabled: true,
  isDefault: true,
  unreadable: undefined,
  position: 0,
}
const cats: Charset = {
  ...roar,
  id: 'cats',
  symbols: ['😺', '😸', '😹', '😻'],
  isDefault: false,
  position: 1,
}
export const classic: Preset = {
  id: 'classic',
  name: 'Classic',
  type: 'RAW',
  variant: 'classic',
  enabled: true,
  isDefault: true,
  unreadable: undefined,
  position: 0,
}
const strong: Preset = {
  id: 'strong',
  name: 'Strong',
  type: 'AESGCM',
  variant: 'strong',
  enabled: true,
  isDefault: false,
  unreadable: undefined,
  position: 1,
}

export function policyLaws(make: MakeDatabase): void {
  test('a setting is what it was last set to, on every replica', async () => {
    await using site = await openSite(make)
    const { settings } = site.database
    expect(await settings.all()).toEqual(new Map())
    await settings.setAll([{ key: 'a', value: '1', audit: audit('policy.set', 'a') }])
    await settings.setAll([{ key: 'b', value: '\u{1F431}', audit: audit('policy.set', 'b') }])
    await settings.setAll([{ key: 'a', value: '2', audit: audit('policy.set', 'a') }])
    expect(await site.replica.settings.all()).toEqual(
      new Map([
        ['a', '2'],
        ['b', '\u{1F431}'],
      ]),
    )
  })

  test('settings are set only while those to be changed are as they were read', async () => {
    await using site = await openSite(make)
    const { settings } = site.database
    const change = (key: string, value: string) => ({ key, value, audit: audit('policy.set', key) })
    const read = await settings.all()
    expect(await site.replica.settings.setAll([change('a', '1')], read)).toBe(true)
    const before = await site.database.revision()
    expect(await settings.setAll([change('b', '2'), change('a', '2')], read)).toBe(false)
    expect(await settings.all()).toEqual(new Map([['a', '1']]))
    expect(await site.database.revision()).toBe(before)
    expect((await site.database.audit.list({ action: 'policy.set', limit: 9 })).items).toHaveLength(1)
    // Another one has changed, which is not theirs.
    expect(await settings.setAll([change('b', '2')], read)).toBe(true)
    const decided = await settings.all()
    const both = await Promise.all(
      [settings, site.replica.settings].map((one, index) =>
        one.setAll([change('a', `${index + 2}`)], decided),
      ),
    )
    expect(both.toSorted()).toEqual([false, true])
  })

  test('several settings are set together or not at all, each with its audit entry', async () => {
    await using site = await openSite(make)
    const { settings } = site.database
    const change = (key: string, value: string) => ({ key, value, audit: audit('policy.set', key) })
    await failureOf(settings.setAll([change('a', '1'), change('b', 'a\0b')]), 'BAD_REQUEST')
    expect(await settings.all()).toEqual(new Map())
    const before = await site.database.revision()
    await settings.setAll([change('a', '1'), change('b', '2')])
    const expected = new Map([
      ['a', '1'],
      ['b', '2'],
    ])
    expect(await site.replica.settings.all()).toEqual(expected)
    expect(await site.replica.revision()).toBeGreaterThan(before)
    const written = await site.database.audit.list({ action: 'policy.set', limit: 5 })
    expect(written.items.map(({ subject }) => subject)).toEqual(['b', 'a'])
  })

  test('a fact of the site is claimed by one of many', async () => {
    await using site = await openSite(make)
    const claims = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        (index % 2 ? site.database : site.replica).settings.claim('set up', String(index)),
      ),
    )
    expect(claims.filter(Boolean)).toHaveLength(1)
    expect(await site.database.settings.claim('another', '')).toBe(true)
  })

  test('a noted fact takes the place of an earlier one, for every replica, and is no change of settings', async () => {
    await using site = await openSite(make)
    const before = await site.database.revision()
    expect(await site.database.settings.noted('last check')).toBeUndefined()
    await site.database.settings.note('last check', '1')
    await site.replica.settings.note('last check', '2')
    expect(await site.database.settings.noted('last check')).toBe('2')
    expect(await site.database.settings.all()).toEqual(new Map())
    expect(await site.database.revision()).toBe(before)
  })

  test('networks are put on either list, noted anew, and taken off one or both', async () => {
    await using site = await openSite(make)
    const { access } = site.database
    const entry = (network: string, list: AccessEntry['list'], note = ''): AccessEntry => ({
      network,
      list,
      note,
      createdAtMs: startMs,
      expiresAtMs: null,
    })
    const blocked = entry('10.0.0.0/8', 'block')
    await access.put([blocked, entry('10.0.0.0/8', 'allow')], audit('ip.block', '10.0.0.0/8'))
    const anew = { ...blocked, note: 'spam', createdAtMs: startMs + 5, expiresAtMs: startMs + 9 }
    await access.put([anew, entry('::1/128', 'allow')], audit('ip.block', '10.0.0.0/8'))
    expect(await site.replica.access.list()).toContainEqual({ ...anew, createdAtMs: startMs })
    expect(await access.list()).toHaveLength(3)
    await access.remove('10.0.0.0/8', 'allow', audit('ip.remove', 'x'))
    expect(await access.list()).toHaveLength(2)
    await failureOf(access.remove('10.0.0.0/8', 'allow', audit('ip.remove', 'x')), 'NOT_FOUND')
    await access.put([entry('10.0.0.0/8', 'allow')], audit('ip.allow', 'x'))
    await access.remove('10.0.0.0/8', null, audit('ip.remove', 'x'))
    expect(await access.list()).toEqual([entry('::1/128', 'allow')])
  })

  test('thousands of networks are put on a list at once, each as it was named last', async () => {
    await using site = await openSite(make)
    const { access } = site.database
    const entries = Array.from(
      { length: 2_000 },
      (_, index): AccessEntry => ({
        network: `10.0.${Math.floor(index / 200)}.${index % 200}/32`,
        list: 'block',
        note: `number ${index}`,
        createdAtMs: startMs,
        expiresAtMs: null,
      }),
    )
    const again = entries.slice(10, 20).map((entry) => ({ ...entry, note: 'named again' }))
    await access.put([...entries, ...again], audit('ip.block', 'many'))
    const wanted = [...entries.slice(0, 10), ...again, ...entries.slice(20)]
    const byNetwork = (a: AccessEntry, b: AccessEntry) => (a.network < b.network ? -1 : 1)
    expect((await site.replica.access.list()).sort(byNetwork)).toEqual(wanted.sort(byNetwork))
    await access.put([], audit('ip.block', 'none'))
  })

  test('the networks of a list are given page by page, the newest first, and none twice', async () => {
    await using site = await openSite(make)
    const { access } = site.database
    const entry = (index: number, list: AccessEntry['list']): AccessEntry => ({
      network: `2001:db8:${index}::/48`,
      list,
      note: `number ${index}`,
      createdAtMs: startMs + Math.floor(index / 4),
      expiresAtMs: null,
    })
    const blocked = Array.from({ length: 10 }, (_, index) => entry(index, 'block'))
    await access.put([...blocked, entry(3, 'allow'), entry(99, 'allow')], audit('ip.block', 'x'))
    const seen: AccessEntry[] = []
    const counts: number[] = []
    for (let after: string | null | undefined; after !== null; ) {
      const page = await site.replica.access.page({ list: 'block', limit: 4, ...(after && { after }) })
      seen.push(...page.items)
      counts.push(page.items.length)
      after = page.next
    }
    expect(counts).toEqual([4, 4, 2])
    expect(seen).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1, 0].map((index) => entry(index, 'block')))
    await failureOf(access.page({ list: 'block', limit: 4, after: 'x' }), 'BAD_REQUEST')
  })

  test('of the networks of a list those are found that are asked for, or whose words are, page by page', async () => {
    await using site = await openSite(make)
    const { access } = site.database
    const entry = (network: string, note: string, list: AccessEntry['list'] = 'block'): AccessEntry => {
      return { network, list, note, createdAtMs: startMs, expiresAtMs: null }
    }
    await access.put(
      [
        entry('192.0.2.0/24', 'Scraper of 2025'),
        entry('192.0.2.7/32', 'scraper, again'),
        entry('198.51.100.0/24', '100%_sure'),
        entry('192.0.2.0/24', 'the office', 'allow'),
      ],
      audit('ip.block', 'x'),
    )
    const found = async (query: Partial<AccessQuery>) =>
      (await access.page({ list: 'block', limit: 9, ...query })).items.map(({ network }) => network)
    expect(await found({ search: 'SCRAPER' })).toEqual(['192.0.2.7/32', '192.0.2.0/24'])
    expect(await found({ search: ' again  scraper ' })).toEqual(['192.0.2.7/32'])
    expect(await found({ search: '0.2.0/24' })).toEqual(['192.0.2.0/24'])
    expect(await found({ search: '%_' })).toEqual(['198.51.100.0/24'])
    expect(await found({ search: 'office' })).toEqual([])
    expect(await found({ search: ' ' })).toHaveLength(3)
    expect(await found({ networks: ['192.0.2.0/24', '192.0.0.0/16'] })).toEqual(['192.0.2.0/24'])
    expect(await found({ networks: [] })).toEqual([])
    const first = await access.page({ list: 'block', limit: 1, search: 'scraper' })
    expect(first.next).not.toBeNull()
    expect(await found({ search: 'scraper', after: first.next ?? '' })).toEqual(['192.0.2.0/24'])
  })

  test('one network of a list is found, and whether it is in force', async () => {
    await using site = await openSite(make)
    const { access } = site.database
    const network = '192.0.2.0/24'
    const ends: AccessEntry = {
      network,
      list: 'allow',
      note: '',
      createdAtMs: startMs,
      expiresAtMs: startMs + 9,
    }
    expect(await access.isInForce('allow', startMs)).toBe(false)
    await access.put([ends], audit('ip.allow', network))
    expect(await site.replica.access.find(network, 'allow')).toEqual(ends)
    expect(await access.find(network, 'block')).toBeUndefined()
    const inForce = (nowMs: number, networks?: string[]) => access.isInForce('allow', nowMs, networks)
    expect(await inForce(startMs + 8)).toBe(true)
    expect(await inForce(startMs + 8, ['192.0.0.0/16', network])).toBe(true)
    expect(await inForce(startMs + 8, ['192.0.0.0/16'])).toBe(false)
    expect(await inForce(startMs + 8, [])).toBe(false)
    expect(await inForce(startMs + 9)).toBe(false)
    expect(await access.isInForce('block', startMs)).toBe(false)
  })

  test('character sets keep their order and their one default', async () => {
    await using site = await openSite(make)
    const { charsets } = site.database
    await addCharsets(site.database)
    expect(await site.replica.charsets.list()).toEqual([roar, cats])
    await charsets.change('cats', { enabled: false }, audit('charset.disable', 'cats'))
    const message = await failureOf(
      charsets.change('roar', { enabled: false }, audit('charset.disable', 'roar')),
      'CONFLICT',
    )
    expect(message).toContain('default')
    await charsets.change('cats', asDefault, audit('charset.default', 'cats'))
    expect(await charsets.list()).toEqual([
      { ...roar, isDefault: false },
      { ...cats, isDefault: true },
    ])
    await charsets.change('roar', { enabled: false }, audit('charset.disable', 'roar'))
    const third: Charset = { ...roar, id: 'abcd', symbols: ['a', 'b', 'c', 'd'], position: 2 }
    await charsets.add(third, audit('charset.add', 'abcd'))
    expect((await charsets.list()).filter(({ isDefault }) => isDefault)).toEqual([third])
    await failureOf(charsets.change('unknown', asDefault, audit('charset.default', 'x')), 'NOT_FOUND')
    await failureOf(charsets.change('unknown', { enabled: true }, audit('charset.enable', 'x')), 'NOT_FOUND')
    expect((await charsets.list()).filter(({ isDefault }) => isDefault)).toHaveLength(1)
  })

  test('of sets with the same symbols, in whatever order, one is enabled; another is a conflict that names it', async () => {
    await using site = await openSite(make)
    const { charsets } = site.database
    await addCharsets(site.database)
    const add = (change: Partial<Charset>) =>
      charsets.add({ ...cats, id: 'new', ...change }, audit('charset.add', 'new'))
    expect(await failureOf(add({ symbols: ['~', '啊', '呜', '嗷'] }), 'CONFLICT')).toContain('roar')
    expect(await failureOf(add({ symbols: ['嗷', '呜', '啊', '～'] }), 'CONFLICT')).toContain('roar')
    expect(await failureOf(add({ id: 'roar', symbols: ['a', 'b', 'c', 'd'] }), 'CONFLICT')).toContain('roar')
    expect(await charsets.list()).toHaveLength(2)
  })

  test('two sets of which a damaged symbol makes the other are not enabled together', async () => {
    await using site = await openSite(make)
    const { charsets } = site.database
    await addCharsets(site.database)
    // A frame's checksum is the same for both (packages/codec/test/charset.test.ts).
    const add = (id: string, first: string) =>
      charsets.add({ ...cats, id, symbols: [first, 'b', 'c', 'd'] }, audit('charset.add', id))
    await add('wave', '🌊')
    expect(await failureOf(add('rare', '𬍩'), 'CONFLICT')).toContain('wave')
  })

  test('a set that is not enabled leaves its symbols to others, and is not enabled beside them', async () => {
    await using site = await openSite(make)
    const { charsets } = site.database
    await addCharsets(site.database)
    const switchTo = (id: string, enabled: boolean) =>
      charsets.change(id, { enabled }, audit(enabled ? 'charset.enable' : 'charset.disable', id))
    const enabledIds = async () =>
      (await site.replica.charsets.list()).filter(({ enabled }) => enabled).map(({ id }) => id)
    await switchTo('cats', false)
    await charsets.add(
      { ...cats, id: 'kittens', symbols: ['😻', '😹', '😸', '😺'] },
      audit('charset.add', 'x'),
    )
    expect(await enabledIds()).toEqual(['roar', 'kittens'])
    expect(await failureOf(switchTo('cats', true), 'CONFLICT')).toContain('kittens')
    const byDefault = charsets.change('cats', asDefault, audit('charset.default', 'cats'))
    expect(await failureOf(byDefault, 'CONFLICT')).toContain('kittens')
    expect((await charsets.list()).find(({ isDefault }) => isDefault)?.id).toBe('roar')
    await switchTo('kittens', true)
    await switchTo('kittens', false)
    await switchTo('cats', true)
    expect(await failureOf(switchTo('kittens', true), 'CONFLICT')).toContain('cats')
    expect(await enabledIds()).toEqual(['roar', 'cats'])
  })

  test('presets keep their order and their one default', async () => {
    await using site = await openSite(make)
    const { presets } = site.database
    for (const one of [classic, strong]) await presets.add(one, audit('preset.add', one.id))
    expect(await site.replica.presets.list()).toEqual([classic, strong])
    await failureOf(
      presets.change('classic', { enabled: false }, audit('preset.disable', 'classic')),
      'CONFLICT',
    )
    await presets.change('strong', { enabled: false }, audit('preset.disable', 'strong'))
    await presets.change('strong', asDefault, audit('preset.default', 'strong'))
    await presets.change('classic', { enabled: false }, audit('preset.disable', 'classic'))
    expect(await presets.list()).toEqual([
      { ...classic, isDefault: false, enabled: false },
      { ...strong, isDefault: true },
    ])
    expect(await failureOf(presets.add(classic, audit('preset.add', 'classic')), 'CONFLICT')).toContain(
      'classic',
    )
    await presets.change('classic', { name: 'Strong' }, audit('preset.rename', 'classic'))
    await presets.arrange(['strong'], audit('preset.arrange', 'presets'))
    expect((await site.replica.presets.list()).map(({ id, name }) => [id, name])).toEqual([
      ['strong', 'Strong'],
      ['classic', 'Strong'],
    ])
    await failureOf(presets.change('unknown', asDefault, audit('preset.default', 'x')), 'NOT_FOUND')
  })

  test('the revision grows with each change of policy, on every replica, and with nothing else', async () => {
    await using site = await openSite(make)
    const { database, replica } = site
    const entry: AccessEntry = {
      network: '::/0',
      list: 'block',
      note: '',
      createdAtMs: 0,
      expiresAtMs: null,
    }
    const changes = [
      () => database.settings.setAll([{ key: 'a', value: '1', audit: audit('policy.set', 'a') }]),
      () => database.access.put([entry], audit('ip.block', '::/0')),
      () => replica.access.remove('::/0', null, audit('ip.remove', '::/0')),
      () => database.charsets.add(roar, audit('charset.add', 'roar')),
      () => replica.charsets.add(cats, audit('charset.add', 'cats')),
      () => database.charsets.change('cats', { enabled: false }, audit('charset.disable', 'cats')),
      () => database.charsets.change('cats', asDefault, audit('charset.default', 'cats')),
      () => database.charsets.change('cats', { name: 'Tabby' }, audit('charset.rename', 'cats')),
      () => replica.charsets.arrange(['cats'], audit('charset.arrange', 'charsets')),
      () => database.presets.add(classic, audit('preset.add', 'classic')),
      () => database.presets.change('classic', asDefault, audit('preset.default', 'classic')),
    ]
    let last = await database.revision()
    for (const change of changes) {
      await change()
      const revision = await replica.revision()
      expect(revision).toBeGreaterThan(last)
      last = revision
    }
    await failureOf(
      database.charsets.change('unknown', asDefault, audit('charset.default', 'x')),
      'NOT_FOUND',
    )
    await site.upload()
    expect(await database.revision()).toBe(last)
  })

  test('a new site is seeded once, whole, and only the end of its key goes with the first use', async () => {
    await using subject = await make(() => startMs)
    const root = { ...user('admin'), role: 'admin' as const }
    const first = {
      user: root,
      category: { id: 'c', name: 'general', position: 0, enabled: true, createdAtMs: startMs },
      key: { ...key(root.id), expiresAtMs: startMs + 100 },
      charsets: [roar, cats],
      presets: [classic, strong],
    }
    const before = await subject.replica.revision()
    const seeded = await Promise.all([
      subject.database.seed(first, audit('site.start', 'site')),
      subject.replica.seed(first, audit('site.start', 'site')),
    ])
    expect(seeded.filter(Boolean)).toHaveLength(1)
    expect(await subject.replica.revision()).toBeGreaterThan(before)
    expect(await subject.replica.users.list()).toEqual([root])
    expect(await subject.replica.categories.list()).toEqual([first.category])
    expect(await subject.replica.keys.list()).toEqual([first.key])
    expect(await subject.replica.charsets.list()).toEqual(first.charsets)
    expect(await subject.replica.presets.list()).toEqual(first.presets)
    expect((await subject.database.audit.list({ limit: 5 })).items).toHaveLength(1)

    const added = { ...key(root.id), expiresAtMs: startMs + 100 }
    await subject.database.keys.add(added, audit('key.create', added.id))
    const use = { atMs: startMs + 1, address: '192.0.2.1', networks: new Map([['home', '192.0.2.1']]) }
    await subject.database.keys.touch(
      new Map([
        [first.key.id, use],
        [added.id, use],
      ]),
    )
    const endings = (await subject.replica.keys.list()).map(({ id, expiresAtMs }) => [id, expiresAtMs])
    expect(Object.fromEntries(endings)).toEqual({ [first.key.id]: null, [added.id]: added.expiresAtMs })
  })
}

/** What makes a character set or preset the default. */
const asDefault = { isDefault: true, enabled: true }

async function addCharsets(database: SiteDatabase): Promise<void> {
  for (const one of [roar, cats]) await database.charsets.add(one, audit('charset.add', one.id))
}
