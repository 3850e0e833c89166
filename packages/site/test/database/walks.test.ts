import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { createBoundedReads, readsAtOnce } from '../../src/database/bounded-reads.ts'
import { createSqlDatabase } from '../../src/database/database.ts'
import { openSqlEngine } from '../../src/database/open-engine.ts'
import { callMethod } from '../../src/database/store-calls.ts'
import { type StoreName, stores } from '../../src/database/stores.ts'
import type { ImageQuery } from '../../src/images/image-records.ts'
import { imageWalks } from '../../src/images/image-walks.ts'
import type { SqlEngine, SqlReader, SqlValue } from '../../src/rows/engine.ts'
import type { StoreDefinition } from '../../src/rows/store.ts'
import { temporaryFolder } from './sqlite-files.ts'

/** Tables whose rows a policy, a bound or the days that pass keep few, and what a statement has found itself. */
const few = new Set(
  'categories settings charsets presets image_counters access_entries text_request_days reports page '
    .concat('CONSTANT given part_1 part_2 members claims named of_images of_renditions covers')
    .split(' '),
)

/** The parameters of each method that may stay on the event loop. */
const parametersOf: Readonly<Record<string, readonly unknown[]>> = {
  'access.list': [],
  'access.find': ['10.0.0.0/8', 'block'],
  'access.isInForce': ['block', 1, ['10.0.0.0/8']],
  'traffic.daily': [0],
  'factors.list': ['a'],
  'factors.countCodes': ['a'],
  'factors.failures': ['a'],
  'sessions.byTokenHash': ['a'],
  'users.byId': ['a'],
  'users.byName': ['a'],
  'users.byProvider': ['a', 'b'],
  'users.page': [{ limit: 5 }],
  'users.passwordFacts': ['a'],
  'users.usage': ['a'],
  'users.lastSeenAtMs': ['a'],
  'invitations.byTokenHash': ['a', 5],
  'albums.byId': ['a'],
  'albums.byPublicToken': ['a'],
  'albums.withImage': ['a'],
  'albums.covers': [['a', 'b']],
  'albums.mosaics': [['a', 'b']],
  'albums.sample': ['a', { fromId: 'b', size: 5 }],
  'audit.sessionAddresses': ['a', 0, 5],
  'blobs.byAddress': ['a'],
  'blobs.list': ['a', 5],
  'blobs.needed': ['a', 5],
  'blobs.removal': ['a'],
  'blobs.removable': [1, 5],
  'repairs.isNamed': ['a'],
  'repairs.unrecorded': ['a', 5],
  'repairs.needCounts': ['a', 5],
  'repairs.strayClaims': ['a:b', 5],
  'categories.byId': ['a'],
  'categories.list': [],
  'charsets.byId': ['a'],
  'charsets.list': [],
  'presets.byId': ['a'],
  'presets.list': [],
  'hashes.requireNone': [['a']],
  'hashes.list': [{ limit: 5, after: '1.a' }],
  'renditions.of': ['a'],
  'renditions.thumbnails': [['a', 'b']],
  'images.byId': ['a'],
  'images.byIdWithDeleted': ['a'],
  'images.byIds': [['a', 'b']],
  'images.ownersOf': [['a', 'b']],
  'images.duplicateOf': [
    {
      ownerId: 'a',
      receivedSha256: 'b',
      address: 'c',
      dedupScope: 'site',
      dedupBy: 'file',
      expiresAtMs: null,
    },
  ],
  'images.byIdempotency': ['a', 'b'],
  'images.totals': [],
  'images.daily': [0],
  'images.list': [{ limit: 5 }],
  'keys.bySecretHash': ['a'],
  'keys.byId': ['a'],
  'links.byName': ['a'],
  'links.history': ['a'],
  'links.strips': [['a', 'b']],
  'settings.all': [],
  'settings.noted': ['a'],
  'reports.list': [{ limit: 5, after: '1.a' }],
  'reports.count': [],
}

/** The walks, with and without what may be added to them. */
const walkedQueries = imageWalks.flatMap(({ index, by, sorts }) =>
  sorts.flatMap((sort) => {
    const asked = Object.fromEntries(by.map((name) => [name, name.startsWith('is') ? true : 'a']))
    const query: ImageQuery = { ...asked, sort, limit: 100 }
    const later = sort === 'album' ? [] : [{ createdFromMs: 1, createdBeforeMs: 9 }]
    return [{}, { after: '5.a' }, ...later].map((more) => ({ index, query: { ...query, ...more } }))
  }),
)

test('what stays on the event loop reads by keys, or walks an index in order', async () => {
  await using site = await openWatched()
  const unread: string[] = []
  for (const [store, definition] of Object.entries(stores) as [StoreName, StoreDefinition][]) {
    const { walks, reads } = definition
    const methods = { ...walks?.(site.engine, Date.now), ...reads?.(site.engine, Date.now) }
    for (const method of Object.keys(methods)) {
      const parameters = parametersOf[`${store}.${method}`] ?? []
      await callMethod(site.database, { store, method, parameters }).catch(() =>
        unread.push(`${store}.${method}`),
      )
    }
  }
  expect(unread).toEqual([])
  expect(site.statements.size).toBeGreaterThan(40)
  for (const [statement, parameters] of site.statements) {
    const plan = await site.planOf(statement, parameters)
    const long = plan.filter((step) => !few.has(/^SCAN (\w+)/.exec(step)?.[1] ?? 'page'))
    expect({ statement, long: isShort(statement, plan) ? [] : long }).toEqual({ statement, long: [] })
  }
  expect(site.away).toEqual(
    [
      'access.page',
      'albums.list',
      'audit.list',
      'categories.counts',
      'charsets.counts',
      'images.count',
    ].concat(
      [
        'images.countIn',
        'images.idsByBlob',
        'images.neighbours',
        'images.recent',
        'invitations.list',
        'keys.list',
        'links.list',
        'presets.counts',
        'search.waiting',
      ],
      ['sessions.list', 'users.largest', 'users.list'],
    ),
  )
})

test('each walk of images takes its own index and sorts nothing', async () => {
  await using site = await openWatched()
  for (const { index, query } of walkedQueries) {
    site.statements.clear()
    await site.database.images.list(query)
    const [[statement, parameters] = ['', []]] = site.statements
    const plan = await site.planOf(statement, parameters)
    const page = plan.slice(0, plan.indexOf('SCAN page'))
    expect({ query, uses: page.some((step) => step.split(' ').includes(index)) }).toEqual({
      query,
      uses: true,
    })
    expect({ query, sorted: page.filter((step) => step.includes('TEMP B-TREE')) }).toEqual({
      query,
      sorted: [],
    })
    expect(site.away).toEqual([])
  }
})

test('a query with anything beyond a walk goes to the readers, also with a field that is new', async () => {
  const beyond: (Partial<ImageQuery> & { isBlue?: boolean })[] = [
    { isExpiring: true },
    { isTakenDown: true },
    { isUntitled: true },
    { categoryId: 'a' },
    { keyId: 'a', ownerId: 'a' },
    { albumId: 'a', ownerId: 'a' },
    { albumId: 'a', sort: 'album', createdFromMs: 1 },
    { sort: 'album' },
    { sort: 'name' },
    { sort: 'largest' },
    { search: 'harbour' },
    { minBytes: 1 },
    { belowBytes: 1 },
    { types: ['image/png'] },
    { addresses: ['a'] },
    { deletedAfterMs: 0 },
    { limit: 101 },
    { isBlue: true },
  ]
  await using site = await openWatched()
  for (const more of beyond) {
    site.away.length = 0
    await site.database.images.list({ limit: 5, ...more })
    expect({ more, away: site.away }).toEqual({ more, away: ['images.list'] })
  }
})

test('a walk or a read that writes does not compile', async () => {
  await using site = await openWatched()
  const remove = 'DELETE FROM settings'
  const writing = {
    // @ts-expect-error: an engine for walks has no transactions
    walks: ({ write }) => ({ clear: () => write((sql) => sql.run(remove)) }),
    // @ts-expect-error: and its statements only read
    reads: ({ read }) => ({ clear: () => read.run(remove) }),
    changes: ({ write }) => ({ clear: () => write((sql) => sql.run(remove)) }),
  } satisfies StoreDefinition
  expect(await writing.changes(site.engine).clear()).toBe(0)
})

/** A database on a new file, with the statements of what stays on the event loop, and the names of what goes away. */
async function openWatched() {
  const folder = await temporaryFolder()
  const opened = await openSqlEngine(`sqlite:${join(folder.path, 'site.db')}`)
  const statements = new Map<string, readonly SqlValue[]>()
  const noting =
    <Result>(own: (text: string, ...parameters: SqlValue[]) => Result) =>
    (text: string, ...parameters: SqlValue[]) => {
      statements.set(text, parameters)
      return own(text, ...parameters)
    }
  const { all, get } = opened.read
  const read: SqlReader = { all: noting(all), get: noting(get) }
  const engine: SqlEngine = { ...opened, read }
  const away: string[] = []
  const { reads } = createBoundedReads(async ({ store, method }) => {
    away.push(`${store}.${method}`)
    away.sort()
  })
  expect(readsAtOnce).toBeGreaterThan(0)
  return {
    engine,
    database: createSqlDatabase(engine, () => 5, { reads }),
    statements,
    away,
    async planOf(text: string, parameters: readonly SqlValue[]) {
      const steps = await all(`EXPLAIN QUERY PLAN ${text}`, ...parameters)
      return steps.map(({ detail }) => String(detail))
    },
    async [Symbol.asyncDispose]() {
      await opened.close()
      await folder[Symbol.asyncDispose]()
    },
  }
}

/** Whether no table is read but as far as a limit. */
const isShort = (statement: string, plan: readonly string[]) =>
  statement.includes('LIMIT') && !plan.some((step) => step.includes('TEMP B-TREE'))
