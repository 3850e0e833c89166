import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { consoleRoutes } from '../src/console-routes.ts'
import { startConsole } from './support/console-under-test.ts'
import { fillSite } from './support/sample-site.ts'
import { createSignedInVisitor } from './support/visitor.ts'

/** Tables whose rows a policy or a bound keeps few, and what a statement has found itself. */
const short = new Set([
  ...['categories', 'settings', 'charsets', 'presets', 'image_counters'],
  ...['page', 'looked', 'matching', 'given'],
])

/** Statements that look at more rows than they show. Readers of their own run them, for two seconds at most. */
const bounded: { what: string; text: RegExp }[] = [
  {
    what: 'the newest images that are not in the index yet',
    text: /search_number IS NULL .*LIMIT (20000|1 OFFSET)/,
  },
  { what: 'the entries of the access lists, which administrators make', text: /FROM access_entries/ },
  { what: 'albums of an image, up to 500', text: /FROM album_images JOIN albums/ },
  { what: 'sessions of an account, up to 50', text: /FROM sessions WHERE user_id/ },
  { what: 'keys of an account, up to 200', text: /FROM api_keys WHERE user_id/ },
  { what: 'albums of an account, up to 500', text: /FROM albums/ },
  { what: 'second factors of an account, up to 10', text: /FROM second_factors WHERE user_id/ },
  { what: 'reports that nobody has decided about, up to 10,000', text: /FROM reports/ },
  { what: 'claims to the same bytes, one for each owner', text: /FROM image_claims/ },
  { what: 'the space of each user, on the readers', text: /FROM image_counters WHERE scope >= / },
  { what: 'entries about something of a name', text: /FROM audit_entries WHERE \(subject = .* LIMIT/ },
]

const filters = [
  '',
  'q=harbour',
  'q=ab',
  'sort=name',
  'sort=largest',
  'sort=oldest',
  'category=general',
  'untitled=on',
  'type=image/png',
  'size=small',
  'from=2020-01-01&to=2030-01-01',
  'actor=admin',
  'action=policy.set',
  'subject=lin',
]

test('no query of a page looks at all that a member can create', async () => {
  const askedBy = new Map<string, string>()
  let address = 'while the site was filled'
  using _recorded = recordStatements((text) => {
    if (!askedBy.has(text)) askedBy.set(text, address)
  })
  await using testConsole = await startConsole()
  await fillSite(testConsole)
  const { images, albums, keys, users } = testConsole.site.database
  const admin = await users.byName(testConsole.admin.name)
  if (admin === undefined) throw new Error('there is no administrator')
  const { items } = await images.list({ ownerId: admin.id, limit: 3 })
  const [image] = items
  const [album] = await albums.list(admin.id)
  const [key] = await keys.list(admin.id)
  const visitor = await createSignedInVisitor(testConsole, admin)
  const pages = consoleRoutes.filter(({ method, access }) => method === 'GET' && access !== 'anyone')
  for (const { path } of pages) {
    const of = { images: image?.id, keys: key?.id, albums: album?.id, users: admin.id }
    const kind = path.split('/')[1] as keyof typeof of
    for (const filter of [...filters, `album=${album?.id}`]) {
      for (const after of ['', path === '/users' ? admin.id : `${image?.createdAtMs}.${image?.id}`]) {
        address = `${path.replace(':id', of[kind] ?? 'general')}?${filter}${after && `&after=${after}`}`
        await (await visitor.get(address)).bytes()
      }
    }
  }

  using rows = new Database(testConsole.databasePath, { readonly: true })
  const long: string[] = []
  /** Statements that make an index of what they join, since they walk the other table, which is longer. */
  const indexed: string[] = []
  const used = new Set<string>()
  for (const [text, from] of askedBy) {
    const read = text.replaceAll(/\s+/g, ' ')
    if (!/^ ?(SELECT|WITH)/.test(read)) continue
    if (planOf(rows, text).some((step) => step.includes('AUTOMATIC'))) indexed.push(`${from}: ${read}`)
    if (!isLong(rows, text)) continue
    const reason = bounded.find((one) => one.text.test(read))
    if (reason === undefined) long.push(`${from}: ${read}`)
    else used.add(reason.what)
  }
  expect(long).toEqual([])
  expect(indexed).toEqual([])
  expect(askedBy.size).toBeGreaterThan(50)
  expect([...used]).toContain('albums of an account, up to 500')
}, 60_000)

test('a query that reads a whole table is told from one that walks an index', async () => {
  await using testConsole = await startConsole()
  using rows = new Database(testConsole.databasePath, { readonly: true })
  for (const [text, long] of [
    ['SELECT * FROM images ORDER BY title LIMIT 5', true],
    ["SELECT * FROM images WHERE owner_id = 'a' AND deleted_at_ms IS NULL ORDER BY title LIMIT 5", true],
    ['SELECT * FROM api_keys', true],
    ['SELECT COUNT(*) FROM images', true],
    ['SELECT * FROM users ORDER BY name_key', true],
    ['SELECT * FROM users ORDER BY name_key LIMIT 5', false],
    ["SELECT * FROM api_keys WHERE id = 'a'", false],
  ] as const) {
    expect([text, isLong(rows, text)]).toEqual([text, long])
  }
})

/**
 * Whether a statement reads a whole table, or sorts more than the rows of a page, which are read by their ids. One that
 * walks an index stops at its limit.
 */
function isLong(rows: Database, text: string): boolean {
  const plan = planOf(rows, text)
  const walk = text.includes('LIMIT') ? /^SCAN (\w+)$/ : /^SCAN (\w+)/
  const scanned = plan.flatMap((step) => walk.exec(step)?.[1] ?? [])
  if (scanned.some((table) => !short.has(table))) return true
  const sorts = plan.filter((step) => step === 'USE TEMP B-TREE FOR ORDER BY').length
  const isOfPage = plan.includes('CO-ROUTINE page') || scanned.length > 0
  return sorts > (isOfPage ? 1 : 0)
}

/** What SQLite does for a statement, step by step. */
function planOf(rows: Database, text: string): string[] {
  const steps = rows.query<{ detail: string }, []>(`EXPLAIN QUERY PLAN ${text}`).all()
  return steps.map(({ detail }) => detail)
}

/** Tells of every statement that this process has SQLite prepare from now on. */
function recordStatements(note: (text: string) => void): Disposable {
  const { prepare } = Database.prototype
  Database.prototype.prepare = function (this: Database, ...parameters: Parameters<typeof prepare>) {
    note(parameters[0])
    return prepare.apply(this, parameters)
  } as typeof prepare
  return {
    [Symbol.dispose]() {
      Database.prototype.prepare = prepare
    },
  }
}
