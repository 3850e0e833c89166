import { expect, test } from 'bun:test'
import { SQL } from 'bun'
import {
  bulkActionConformance,
  type DatabaseUnderTest,
  databaseConformance,
} from '../../conformance/database.ts'
import { createSqlDatabase } from '../../src/database/database.ts'
import { hasSite } from '../../src/database/has-site.ts'
import { openSqlEngine } from '../../src/database/open-engine.ts'
import { createPostgresDatabase } from '../../src/database/postgres.ts'
import { compareRows, transferRows } from '../../src/database/transfer/transfer-rows.ts'
import type { AuditDraft } from '../../src/language/records.ts'
import { openCountedDatabase } from '../database/counted-database.ts'
import { fillSite } from '../database/sample-site.ts'
import { temporaryFolder } from '../database/sqlite-files.ts'
import { openFaultyLink } from './faulty-link.ts'
import { createSchema, onServer } from './postgres-schema.ts'

const { PICTOGLYPH_TEST_SERVICES, PICTOGLYPH_TEST_POSTGRES_URL, PICTOGLYPH_PROOF } = process.env

function auditOf(action: string): AuditDraft {
  const actor = { actor: 'Root', actorUserId: null, address: 'local' }
  return { atMs: 1, ...actor, action, subject: 'a', before: null, after: '1' }
}

/** Two databases over one new schema, as two replicas have it. */
async function openPostgresPair(serverUrl: string, clock: () => number): Promise<DatabaseUnderTest> {
  const schema = await createSchema(serverUrl)
  const [database, replica] = await Promise.all([
    createPostgresDatabase({ url: schema.url, connections: 5, clock }),
    createPostgresDatabase({ url: schema.url, connections: 5, clock }),
  ])
  return {
    database,
    replica,
    damage: (statement) => onServer(schema.url, `SET session_replication_role = replica; ${statement}`),
    async [Symbol.asyncDispose]() {
      await Promise.all([database.close(), replica.close()])
      await schema[Symbol.asyncDispose]()
    },
  }
}

if (PICTOGLYPH_TEST_SERVICES === '1' && PICTOGLYPH_TEST_POSTGRES_URL) {
  const url = PICTOGLYPH_TEST_POSTGRES_URL
  databaseConformance('PostgreSQL', (clock) => openPostgresPair(url, clock), {
    runs: PICTOGLYPH_PROOF ? 1_000 : 40,
  })

  bulkActionConformance('PostgreSQL, 2 ms away', async (clock) => {
    const server = new URL(url)
    const link = openFaultyLink({ hostname: server.hostname, port: Number(server.port) }, 2)
    const schema = await createSchema(url)
    const far = new URL(schema.url)
    far.host = `${link.hostname}:${link.port}`
    const made = await openCountedDatabase(far.href, clock)
    return {
      ...made,
      async [Symbol.asyncDispose]() {
        await made[Symbol.asyncDispose]()
        await schema[Symbol.asyncDispose]()
        await link[Symbol.asyncDispose]()
      },
    }
  })

  test('a site moves from SQLite to PostgreSQL and back without a difference', async () => {
    await using schema = await createSchema(url)
    await using folder = await temporaryFolder()
    const [first, second, third] = await Promise.all([
      openSqlEngine(`sqlite:${folder.path}/first.sqlite`),
      openSqlEngine(schema.url),
      openSqlEngine(`sqlite:${folder.path}/third.sqlite`),
    ])
    await fillSite(createSqlDatabase(first, Date.now), 700)
    for (const ends of [
      { from: first, to: second },
      { from: second, to: third },
    ]) {
      await transferRows(ends)
      expect((await compareRows(ends)).filter(({ same }) => !same)).toEqual([])
      await createSqlDatabase(ends.to, Date.now).settings.setAll([
        { key: 'a', value: '1', audit: auditOf('policy.set') },
      ])
    }
    await Promise.all([first.close(), second.close(), third.close()])
  })

  test('what goes wrong inside a transaction takes it back and is thrown as it is', async () => {
    await using schema = await createSchema(url)
    const engine = await openSqlEngine(schema.url)
    const failing = engine.write(async (sql) => {
      await sql.run("INSERT INTO settings (key, value) VALUES ('a', '1')")
      throw new TypeError('no')
    })
    await expect(failing).rejects.toThrow(new TypeError('no'))
    await expect(engine.read.all('SELECT nothing')).rejects.toMatchObject({ code: 'STORAGE_FAILED' })
    expect(await engine.read.all('SELECT key FROM settings')).toEqual([])
    await engine.close()
  })

  test('a schema holds a site once it has users, and asking makes nothing in it', async () => {
    await using schema = await createSchema(url)
    expect(await hasSite(schema.url)).toBe(false)
    await expect(onServer(schema.url, 'SELECT * FROM schema_versions')).rejects.toThrow('does not exist')
    const engine = await openSqlEngine(schema.url)
    expect(await hasSite(schema.url)).toBe(false)
    await fillSite(createSqlDatabase(engine, Date.now), 1)
    expect(await hasSite(schema.url)).toBe(true)
    await engine.close()
  })

  test('images that somebody is bringing back are passed over when others are forgotten, and nobody waits', async () => {
    await using schema = await createSchema(url)
    const database = await createPostgresDatabase({ url: schema.url, connections: 3 })
    await fillSite(database, 3)
    const ids = (await database.images.list({ limit: 3 })).items.map(({ id }) => id)
    await database.images.remove(ids, 1, auditOf('image.delete'))
    await using other = new SQL(schema.url, { max: 1 })
    await other.begin(async (sql) => {
      await sql`SELECT id FROM images WHERE id = ${ids[0]} FOR UPDATE`
      expect(await database.images.collect(2, 2)).toBe(2)
    })
    expect(await database.images.collect(2, 2)).toBe(1)
    await database.close()
  })

  test('many who ask for its health at once have one change made, and not one each', async () => {
    await using schema = await createSchema(url)
    const engine = await openSqlEngine(schema.url)
    await Promise.all(Array.from({ length: 50 }, () => engine.checkHealth()))
    const row = await engine.read.get('SELECT checks FROM site_health')
    expect(Number(row?.checks)).toBe(1)
    await engine.close()
  })

  test('sessions that the server ends are replaced without a failure', async () => {
    await using schema = await createSchema(url)
    const database = await createPostgresDatabase({ url: schema.url, connections: 3 })
    await Promise.all(Array.from({ length: 9 }, () => database.users.list()))
    await onServer(
      url,
      `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
       WHERE application_name = 'pictoglyph' AND pid <> pg_backend_pid()`,
    )
    expect(await database.users.list()).toEqual([])
    expect(await database.settings.claim('a', '1')).toBe(true)
    await database.close()
  })

  test('a search that has to wait for too long is refused, and its connection is free again', async () => {
    await using schema = await createSchema(url)
    const database = await createPostgresDatabase({ url: schema.url, connections: 3 })
    await fillSite(database, 3)
    await using other = new SQL(schema.url, { max: 1 })
    await other.begin(async (sql) => {
      await sql`LOCK TABLE images IN ACCESS EXCLUSIVE MODE`
      const searches = [1, 2].map((asker) =>
        database
          .askedBy(String(asker), () => database.images.list({ search: 'harbour', limit: 1 }))
          .catch((error: unknown) => error),
      )
      for (const refusal of await Promise.all(searches))
        expect(refusal).toMatchObject({ code: 'BAD_REQUEST' })
    })
    expect((await database.images.list({ search: 'harbour', limit: 1 })).next).toBeNull()
    await database.close()
  })
}
