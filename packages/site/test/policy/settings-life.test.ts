import { Database } from 'bun:sqlite'
import { test } from 'bun:test'
import { expectRecorded } from '@pictoglyph/recorded'
import { accessSearch, listNetworks, removeNetwork } from '../../src/access/access.ts'
import { readAccessLines } from '../../src/access/read-access-lines.ts'
import { commandActor } from '../../src/audit/audit-draft.ts'
import { charset } from '../../src/ciphers/charset.ts'
import { preset } from '../../src/ciphers/preset.ts'
import { Failure } from '../../src/language/failure.ts'
import { allItems } from '../../src/language/list-limits.ts'
import type { AccessList } from '../../src/language/records.ts'
import type { WantedValue } from '../../src/language/shown-values.ts'
import { parseAddress } from '../../src/network/address.ts'
import { type PolicyKey, policyKeys, settingOf } from '../../src/policy/policy.ts'
import { setPolicies, setPolicy, whitelistRisk } from '../../src/policy/set-policy.ts'
import { createSnapshotSource, requireListed, requireListedUploader } from '../../src/snapshot.ts'
import { runAction } from '../../src/things/run-action.ts'
import { openSiteBook } from '../site-book.ts'
import { openSiteOnDisk } from '../site-on-disk.ts'

const dayMs = 24 * 60 * 60 * 1000

async function openLife() {
  await using opened = new AsyncDisposableStack()
  const site = opened.use(await openSiteOnDisk())
  const { ports, clock, admin } = site
  const book = opened.use(await openSiteBook(site.databasePath, clock.nowMs))
  const held = opened.move()
  return {
    ...{ site, ports, clock, book, step: book.step },
    actor: { name: admin.name, userId: admin.id, address: '192.0.2.1' },
    /** Changes rows as another version or damage does. */
    damage(statement: string) {
      using outside = new Database(site.databasePath)
      outside.run(statement)
    },
    [Symbol.asyncDispose]: () => held.disposeAsync(),
  }
}

test('networks on the lists leave the rows and the entries that are recorded', async () => {
  await using life = await openLife()
  const { ports, clock, step, actor, damage } = life
  const put =
    (list: AccessList, ...networks: string[]) =>
    () =>
      listNetworks(
        ports,
        actor,
        list,
        networks.map((network) => ({ network })),
      )
  for (const text of ['', 'home', '10.0.0.1/8', '10.0.0.0/33', '::/129', 'fe80::1%eth0', '10.0.0.0/08']) {
    await step(`the network ${JSON.stringify(text)}`, put('block', text))
  }
  await step('an address', put('block', ' 192.0.2.7 '))
  await step('several, one twice', put('allow', '10.0.0.0/8', '::ffff:10.0.0.0/104', '2001:DB8::/32'))
  const noted =
    (note: string, expiresAtMs: number | null = null) =>
    () =>
      listNetworks(ports, actor, 'block', [{ network: '192.0.2.7', note, expiresAtMs }])
  await step('again, with a note and an end', noted(' why ', clock.nowMs + dayMs))
  await step('a note of 200 characters', noted('n'.repeat(200)))
  await step('a note of 201 characters', noted('n'.repeat(201)))
  await step('an end that is now', noted('', clock.nowMs))
  await step('nothing', put('block'))
  await step('too many', () =>
    listNetworks(
      ports,
      actor,
      'block',
      Array.from({ length: 10_001 }, (_, at) => ({ network: `${at}` })),
    ),
  )
  const lines =
    (pasted: string, expiresAtMs: number | null = null) =>
    () =>
      readAccessLines('block', pasted, { expiresAtMs, nowMs: clock.nowMs })
  await step(
    'pasted',
    lines('10.0.0.0/8 office\r\n# a comment\r\r192.0.2.7,,; a, b\n10.0.0.0/8; twice\nhome\n::1\t'),
  )
  await step('pasted lines at the most', () => lines('\n'.repeat(9_999))().good.length)
  await step('pasted lines beyond', lines('\n'.repeat(10_000)))
  await step('pasted, with an end that is now', lines('::1', clock.nowMs))
  const found = async (search: string) =>
    (await ports.database.access.page({ list: 'allow', limit: 10, ...accessSearch(search) })).items.map(
      (one) => one.network,
    )
  for (const search of ['', '10.1.2.3', ' 10.0.0.0/8', 'DB8', '192.0.2.7', '2001:db8::5', 'none']) {
    await step(`found by ${JSON.stringify(search)}`, () => found(search))
  }
  await step('found in no networks', async () => {
    const page = { list: 'allow', limit: 10, networks: [] } as const
    return [
      await ports.database.access.page(page),
      await ports.database.access.isInForce('allow', clock.nowMs, []),
    ]
  })
  await step('a page at a time', async () => {
    const pageAt = (place: { after?: string }) =>
      ports.database.access.page({ list: 'allow', limit: 1, ...place })
    const all = await Array.fromAsync(allItems(pageAt))
    return all.map(({ network }) => network)
  })
  await step('from a place that no page named', () =>
    ports.database.access.page({ list: 'allow', limit: 1, after: 'nowhere' }),
  )
  await step('removed from one list', () => removeNetwork(ports, actor, '192.0.2.7', 'allow'))
  await step('removed', () => removeNetwork(ports, actor, ' 192.0.2.7/32 ', 'block'))
  await step('and again', () => removeNetwork(ports, actor, '192.0.2.7'))
  await put('block', '10.0.0.0/8')()
  await step('removed from both', () => removeNetwork(ports, actor, '10.0.0.0/8'))
  await step('what is no network', () => removeNetwork(ports, actor, 'home'))
  damage(
    "INSERT INTO access_entries (network, list, note, created_at_ms) VALUES ('home', 'block', '', 1), ('10.1.2.3/8', 'block', '', 2), ('10.1.2.3/99', 'allow', '', 3), ('192.0.2.0/24', 'later', '', 4), ('2001:db8::1/x', 'block', '', 5)",
  )
  await step('stored by another version', () => undefined)
  const source = await createSnapshotSource(ports.database, ports.clock)
  await step('is told', () => source.current().problems)
  await step('and removed as it is written', () => removeNetwork(ports, actor, 'home'))
  await step('and removed from its list', () => removeNetwork(ports, actor, '10.1.2.3/99', 'allow'))
  await expectRecorded(new URL('./networks-life.txt', import.meta.url), life.book.lines)
})

test('clients are let in and kept out as recorded', async () => {
  await using life = await openLife()
  const { site, ports, clock, actor } = life
  const list = (which: AccessList, network: string, afterMs: number | null = null) =>
    listNetworks(ports, actor, which, [{ network, expiresAtMs: afterMs && clock.nowMs + afterMs }])
  await list('block', '192.0.2.0/24')
  await list('block', '2001:db8::/32', 5)
  await list('allow', '192.0.2.7')
  await list('allow', '198.51.100.0/24', 9)
  const source = await createSnapshotSource(ports.database, ports.clock)
  const clients = ['192.0.2.1', '192.0.2.7', '198.51.100.1', '203.0.113.1', '2001:db8::1', '']
  const told: string[] = []
  const verdict = (judge: () => string) => {
    try {
      return judge()
    } catch (error) {
      return error instanceof Failure ? error.code : String(error)
    }
  }
  const tell = async (when: string) => {
    await source.refresh()
    const { staleAtMs } = source.current()
    told.push(`${when}, for ${staleAtMs - clock.nowMs} ms:`)
    for (const client of clients) {
      const address = parseAddress(client)
      const read = verdict(() => requireListed(address, source.current()).text)
      const upload = verdict(() => requireListedUploader(address, source.current()) ?? 'taken')
      told.push(`  ${client}: ${read === client ? 'let in' : read}; an upload ${upload}`)
    }
  }
  await tell('at first')
  await site.setPolicy('text.whitelistMode', 'on')
  await site.setPolicy('upload.accessLists', 'on')
  await tell('with a whitelist')
  clock.nowMs += 4
  await tell('a moment before the first end')
  clock.nowMs += 1
  await tell('at the first end')
  clock.nowMs += 4
  await tell('at the second end')
  clock.nowMs -= 9
  await tell('with the clock set back')
  await expectRecorded(new URL('./listed-clients.txt', import.meta.url), told)
})

test('settings leave the rows and the entries that are recorded', async () => {
  await using life = await openLife()
  const { ports, clock, step, actor, damage } = life
  for (const key of policyKeys) {
    const { kind, default: usual, strictest } = settingOf(key)
    const other = { number: '7', line: 'none', lines: '', choice: '', boxes: 'png', span: '3d' }[
      kind.control.as
    ]
    const words = kind.control.as === 'choice' ? Object.keys(kind.control.choices) : [other]
    const wanted = words.find((word) => word !== kind.write(usual)) ?? other
    await step(`${key} is ${wanted || 'empty'}`, () =>
      setPolicy(ports, commandActor, key, wanted, { onRisk: () => {} }),
    )
    if (strictest === undefined) continue
    damage(
      `INSERT INTO settings (key, value) VALUES ('${key}', 'damaged') ON CONFLICT (key) DO UPDATE SET value = 'damaged'`,
    )
  }
  const source = await createSnapshotSource(ports.database, ports.clock)
  await step('what is damaged', () => source.current().problems)
  await step('an unknown one', () => setPolicy(ports, actor, 'upload.maxbytes', '1'))
  await step('an unfit value', () => setPolicy(ports, actor, 'upload.maxSide', '0'))
  await step('as it is', () => setPolicy(ports, actor, 'upload.maxSide', '7'))
  const form = (values: [PolicyKey, WantedValue][]) => () => setPolicies(ports, actor, new Map(values))
  await step(
    'overtaken',
    form([
      ['upload.maxSide', { wanted: '9', shown: '8' }],
      ['upload.maxFrames', { wanted: '9', shown: '8' }],
    ]),
  )
  await step('with other line breaks', form([['site.welcome', { wanted: 'a\r\nb', shown: '' }]]))
  await step('the same with others', form([['site.welcome', { wanted: 'a\nb', shown: 'x' }]]))
  await step('in another order', form([['upload.types', { wanted: 'gif,png', shown: 'image/png,gif' }]]))
  await step('risk', () => whitelistRisk(ports, { address: undefined }))
  await listNetworks(ports, actor, 'allow', [{ network: '192.0.2.7', expiresAtMs: clock.nowMs + 1 }])
  for (const address of ['192.0.2.7', '192.0.2.8', '']) {
    await step(`risk at ${address}`, () => whitelistRisk(ports, { address: parseAddress(address) }))
  }
  await step('risk on the machine', () => whitelistRisk(ports))
  clock.nowMs += 1
  await step('risk once it has ended', () => whitelistRisk(ports))
  await expectRecorded(new URL('./settings-life.txt', import.meta.url), life.book.lines)
})

type Step =
  | { verb: 'add'; name: string; given: Record<string, string> }
  | { verb: 'rename'; id: string; name: string }
  | { verb: 'enable' | 'disable' | 'default'; id: string }

test('character sets and presets are called as recorded', async () => {
  const lines = [charset, preset].flatMap((thing) => [
    thing.kind,
    ...Object.entries(thing).flatMap(([name, value]) =>
      typeof value === 'function' ? [] : [`  ${name}: ${JSON.stringify(value, withNotices)}`],
    ),
  ])
  await expectRecorded(new URL('./cipher-parts.txt', import.meta.url), lines)
})

/** The words of a notice, which a definition makes of a thing's name and id. */
const withNotices = (field: string, value: unknown): unknown =>
  field === 'notice' && Array.isArray(value) ? value.map((words) => words('NAME', 'ID')) : value

test('character sets and presets leave the rows and the entries that are recorded', async () => {
  await using life = await openLife()
  const { ports, step, actor, damage } = life
  const kinds = {
    'character set': {
      run: (given: Step): Promise<unknown> => runAction(ports, { actor, thing: charset, ...given }),
      usual: { id: 'cards', symbols: '♠♥♦♣' },
      unfit: [
        { id: 'A' },
        { id: 'a'.repeat(41) },
        { id: '' },
        { symbols: '♠♥♦' },
        { symbols: '♠♠♦♣' },
        { symbols: 'abcd' },
      ],
      fit: [
        { id: 'a'.repeat(40), symbols: '①②③④' },
        { id: '0_-', symbols: '甲乙丙丁' },
      ],
    },
    preset: {
      run: (given: Step): Promise<unknown> => runAction(ports, { actor, thing: preset, ...given }),
      usual: { id: 'mine', type: 'rc4' },
      unfit: [{ id: '-' }, { type: 'none' }, { variant: 'none' }, { scheme: 'AESGCM/none' }, { type: '' }],
      fit: [
        { id: 'one', scheme: 'AESGCM/strong' },
        { id: 'two', type: 'raw', variant: 'classic' },
      ],
    },
  }
  for (const [kind, { run, usual, unfit, fit }] of Object.entries(kinds)) {
    const add =
      (change: Record<string, string>, name = 'Mine') =>
      () =>
        run({ verb: 'add', name, given: { ...usual, ...change } })
    await step(`a ${kind}`, add({}))
    await step(`the same ${kind}`, add({}))
    for (const change of [...unfit, ...fit]) await step(`a ${kind} of ${JSON.stringify(change)}`, add(change))
    for (const name of ['', 'n'.repeat(64), 'n'.repeat(65)]) {
      await step(`named ${JSON.stringify(name)}`, () => run({ verb: 'rename', id: usual.id, name }))
    }
    for (const verb of ['default', 'disable', 'default', 'enable'] as const) {
      await step(`${verb} ${usual.id}`, () => run({ verb, id: usual.id }))
    }
    const [other] = fit
    await step('another is the default', () => run({ verb: 'default', id: other?.id ?? '' }))
    for (const verb of ['disable', 'disable', 'enable'] as const) {
      await step(`${verb} ${usual.id}`, () => run({ verb, id: usual.id }))
    }
    await step('none', () => run({ verb: 'enable', id: 'none' }))
  }
  damage("UPDATE charsets SET symbols = '[1]' WHERE id = 'cards'")
  damage(`UPDATE charsets SET symbols = '["a","b","c","d"]' WHERE id = 'meow'`)
  damage("UPDATE charsets SET symbols = 'no JSON' WHERE is_default = 1")
  damage("UPDATE presets SET type = 'LATER' WHERE id = 'mine'")
  damage("UPDATE presets SET variant = 'later' WHERE is_default = 1")
  const source = await createSnapshotSource(ports.database, ports.clock)
  const { problems, charsets, presets } = source.current()
  await step('what is not understood', () => problems)
  await step('what is offered', () =>
    [...charsets, ...presets].map(({ id, enabled, isDefault }) => [id, enabled, isDefault].join(' ')),
  )
  await expectRecorded(new URL('./ciphers-life.txt', import.meta.url), life.book.lines)
})
