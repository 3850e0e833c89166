import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { invitationStore } from '../../src/accounts/invitation-rows.ts'
import { createSqliteDatabase } from '../../src/database/sqlite.ts'
import { insertion } from '../../src/rows/clauses.ts'
import { initial } from '../../src/rows/migrations/001-initial.ts'
import { checksumOf } from '../../src/rows/migrations/migrate.ts'
import { deletedBytes, enabledCharsets, migrations } from '../../src/rows/migrations/steps.ts'
import { postgresDialect } from '../../src/rows/postgres/dialect.ts'
import { sqliteDialect } from '../../src/rows/sqlite/dialect.ts'
import { openSqliteEngine } from '../../src/rows/sqlite/engine.ts'
import { fillSite } from './sample-site.ts'
import { temporaryFolder } from './sqlite-files.ts'

test('an older site keeps its character sets, and may then have two of the same symbols of which one is enabled', async () => {
  await using folder = await temporaryFolder()
  const engine = openSqliteEngine(join(folder.path, 'site.sqlite'))
  const run = (statements: readonly string[]) =>
    engine.write(async (sql) => {
      for (const statement of statements) await sql.run(statement)
    })
  const add = (id: string, enabled: number, isDefault: number) =>
    run([
      `INSERT INTO charsets VALUES ('${id}', 'Name', '["0","1","2","3"]', '0123', ${enabled}, ${isDefault}, 7)`,
    ])
  const rows = () => engine.read.all('SELECT * FROM charsets ORDER BY id')
  await run(initial(engine.dialect))
  await add('digits', 1, 1)
  const before = await rows()
  await expect(add('twin', 0, 0)).rejects.toThrow()
  await run(enabledCharsets(engine.dialect))
  expect(await rows()).toEqual(before)
  await add('twin', 0, 0)
  await expect(add('third', 1, 0)).rejects.toThrow()
  await expect(add('fourth', 0, 1)).rejects.toThrow()
  expect((await rows()).map(({ id }) => id)).toEqual(['digits', 'twin'])
  await engine.close()
})

test('what was deleted on an older site is counted as what is deleted now', async () => {
  await using folder = await temporaryFolder()
  const path = join(folder.path, 'site.sqlite')
  const database = await createSqliteDatabase({ path })
  await fillSite(database, 5)
  const { items } = await database.images.list({ limit: 2 })
  const ownerId = items[0]?.ownerId ?? ''
  const audit = { atMs: 1, actor: 'Root', actorUserId: null, address: 'local', before: null, after: null }
  const change = { ...audit, action: 'image.delete', subject: 'two' }
  await database.images.remove(
    items.map(({ id }) => id),
    1,
    change,
  )
  const usage = await database.users.usage(ownerId)
  expect(usage.deletedBytes).toBe(items.reduce((sum, { file }) => sum + file.sizeBytes, 0))
  await database.close()

  using older = new Database(path)
  older.run("DELETE FROM image_counters WHERE scope LIKE 'deleted:%'")
  older.run('DROP INDEX deleted_images_of_owner')
  for (const statement of deletedBytes()) older.run(statement)
  const newer = await createSqliteDatabase({ path })
  expect(await newer.users.usage(ownerId)).toEqual(usage)
  await newer.close()
})

/** An empty database with the steps before one of them. */
async function siteBefore(name: string, folder: string) {
  const engine = openSqliteEngine(join(folder, 'site.sqlite'))
  const at = migrations.findIndex((step) => step.name === name)
  if (at === -1) throw new Error(`there is no step ${name}`)
  const run = (steps: typeof migrations) =>
    engine.write(async (sql) => {
      for (const statement of steps.flatMap((step) => step.statements(engine.dialect)))
        await sql.run(statement)
    })
  await run(migrations.slice(0, at))
  return { engine, upgrade: () => run(migrations.slice(at)) }
}

test('what an older site has taken down is live again where it was live, and stays deleted where it was not', async () => {
  await using folder = await temporaryFolder()
  const { engine, upgrade } = await siteBefore('045-live-when-taken-down', folder.path)
  const user = {
    id: 'ann',
    name: 'ann',
    name_key: 'ann',
    role: 'member',
    password_hash: '',
    created_at_ms: 1,
  }
  const image = {
    owner_id: 'ann',
    category_id: 'general',
    title: '',
    description: '',
    search_text: '',
    received_sha256: 'a',
    address: 'b',
    removed: '[]',
    created_at_ms: 1,
    taken_down_at_ms: 5,
    taken_down_reason: '',
  }
  await engine.write(async (sql) => {
    await sql.run(...insertion('users', user))
    const general = { id: 'general', name: 'general', name_key: 'general', position: 0, enabled: 1 }
    await sql.run(...insertion('categories', { ...general, created_at_ms: 1 }))
    await sql.run(...insertion('blobs', { address: 'b', size_bytes: 1, created_at_ms: 1, images: 2 }))
    await sql.run(...insertion('images', { ...image, id: 'live', deleted_at_ms: 5 }))
    await sql.run(...insertion('images', { ...image, id: 'deleted', deleted_at_ms: 4 }))
  })
  await upgrade()
  const rows = await engine.read.all('SELECT id, live_when_taken_down FROM images ORDER BY id')
  expect(rows.map((row) => [row.id, row.live_when_taken_down])).toEqual([
    ['deleted', 0],
    ['live', 1],
  ])
  await engine.close()
})

test('of invitations of an older site those for administrators end, and those for members stay', async () => {
  await using folder = await temporaryFolder()
  const { engine, upgrade } = await siteBefore('044-givers', folder.path)
  await engine.write(async (sql) => {
    for (const role of ['admin', 'member']) {
      await sql.run(
        ...insertion('invitations', {
          id: role,
          token_hash: role,
          user_id: null,
          role,
          quota_bytes: null,
          created_at_ms: 1,
          expires_at_ms: 9,
        }),
      )
    }
  })
  await upgrade()
  const listed = await invitationStore.reads(engine).list(1, 9)
  expect(listed.map(({ id, isInForce }) => [id, isInForce])).toEqual([
    ['admin', false],
    ['member', true],
  ])
  expect(listed[0]).toMatchObject({ giver: { isCommand: false, account: null }, giverName: null })
  await engine.close()
})

/** How the checksum of each step begins, on SQLite and on PostgreSQL. Rows are added here, and never changed. */
const recorded = {
  '001-initial': ['2fbf581568aadd25', '51a2110dbf5cb94e'],
  '002-collection': ['da792b97153ee7a7', 'a8033313b9622d9b'],
  '003-renditions': ['24dd5c818e06b99e', 'a4fa36da27f72fc3'],
  '004-enabled-charsets': ['fa63555e44671d74', 'f0328f157873e450'],
  '005-deleted-bytes': ['f520688464a3c0da', 'f520688464a3c0da'],
  '006-search-index': ['93161df97dd2862b', '06b2ad867230bec5'],
  '007-text-bytes': ['6b8c0415bd64cbc8', '6b8c0415bd64cbc8'],
  '008-session-addresses': ['8f4bdb2f551c07f7', '8f4bdb2f551c07f7'],
  '010-accounts': ['1c55ebc436be2043', '8ec3fb7c91bfb329'],
  '011-provider-accounts': ['77ba12a9c40ca737', '18abfefce984ab29'],
  '033-text-requests': ['88bcd2c8230ca199', '9b52197c2f932e10'],
  '035-public-links': ['37e4205e4684fffd', '4c902b23470bea4a'],
  '036-factor-bounds': ['ef3c109cfccce3bf', '650aba3524570ae6'],
  '037-take-downs': ['9c9aab3533478f30', 'a2860b14b7378b85'],
  '038-invitations': ['680420a58a0de008', '622473e53300056c'],
  '039-file-names': ['7a0e3788db62c8f6', 'e763a8a2efbe0a29'],
  '040-first-key': ['d62373afcb10e16f', 'ce1fd53b65a8115b'],
  '041-guest-titles': ['a24bacf2dbd4a216', '48c672ec5355898f'],
  '042-removed-albums': ['05fd01ed550f3e38', '3c429d0ccf40ff31'],
  '043-reporters': ['e89e62526f42cf75', '47fe841a32f40112'],
  '044-givers': ['50bb9c1d23d85f5c', 'bfcb6b73ec2a182c'],
  '045-live-when-taken-down': ['e8a1e4d148ab9777', '2fd9157478626137'],
  '046-renditions-for-one': ['b1ea252bc1f050c4', '66636e93ddd89965'],
  '026-display-names': ['8ab0ee5c18c8e689', '208a1acea03a561e'],
  '027-passwords-and-names': ['f4d6cdcd3f193510', '6356027480e18725'],
  '029-links': ['bb66b278f3305248', '8869dd37647d1203'],
  '028-lifetimes': ['e8687c153e5d7fd9', 'c7f6fe272ef0f82a'],
  '030-guests': ['dc80056d7f501cc9', '68ca9fba60f37e64'],
  '031-album-order': ['73662482b4cfe4aa', '6536eed38b19ae60'],
  '032-image-orders': ['7beda812cd0a3322', '3bda3c4f5d8db944'],
}

test('the steps of the schema are to the letter those that sites were made with, which no site would start without', () => {
  const beginnings = migrations.map((step) => {
    const checksums = [sqliteDialect, postgresDialect].map((dialect) =>
      checksumOf(step, dialect).slice(0, 16),
    )
    return [step.name, checksums]
  })
  expect(Object.fromEntries(beginnings)).toEqual(recorded)
})
