import { createHash } from 'node:crypto'
import { conflict } from '../../language/failure.ts'
import { message } from '../../language/message.ts'
import { insertion } from '../clauses.ts'
import { integer, type SqlDialect, type SqlEngine, type SqlTransaction, text } from '../engine.ts'
import { type Migration, migrations } from './steps.ts'

/**
 * Updates the schema. Any number of processes may start together: each step is one transaction, and the others wait
 * while the first process makes it.
 * @throws {Failure} CONFLICT if the database was written by a newer program
 * @throws {Error} if a step has changed after it ran
 */
export async function migrate(engine: SqlEngine): Promise<void> {
  await engine.write(
    async (sql) => {
      await sql.lock('migrations')
      await createVersionTable(sql, engine.dialect)
    },
    { unhurried: true },
  )
  for (const [index, migration] of migrations.entries()) {
    await engine.write(
      async (sql) => {
        await sql.lock('migrations')
        await apply(sql, engine.dialect, { version: index + 1, migration })
      },
      { unhurried: true },
    )
  }
}

/**
 * SHA-256 of a step's statements, hexadecimal. Each database stores those of its steps, and does not open if one has
 * changed, even by a space.
 */
export function checksumOf({ statements }: Migration, dialect: SqlDialect): string {
  return createHash('sha256').update(statements(dialect).join(';\n')).digest('hex')
}

async function createVersionTable(sql: SqlTransaction, dialect: SqlDialect): Promise<void> {
  await sql.run(
    `CREATE TABLE IF NOT EXISTS schema_versions (
      version ${dialect.integer} PRIMARY KEY, name ${dialect.text} NOT NULL, checksum ${dialect.text} NOT NULL
    )${dialect.table}`,
  )
  const newer = await sql.get(
    'SELECT version FROM schema_versions WHERE version > ? ORDER BY version DESC LIMIT 1',
    migrations.length,
  )
  if (!newer) return
  const reason = message(
    'The database is of a newer version of Pictoglyph (schema {found}, this program knows {known}). Start the newer program, or restore a backup made before the upgrade.',
    { found: integer(newer, 'version'), known: migrations.length },
  )
  throw conflict(reason)
}

async function apply(
  sql: SqlTransaction,
  dialect: SqlDialect,
  { version, migration }: { version: number; migration: Migration },
): Promise<void> {
  const checksum = checksumOf(migration, dialect)
  const done = await sql.get('SELECT checksum FROM schema_versions WHERE version = ?', version)
  if (done && text(done, 'checksum') !== checksum) {
    throw new Error(`The schema step ${migration.name} is not the one that this database was made with.`)
  }
  if (done) return
  for (const statement of migration.statements(dialect)) await sql.run(statement)
  await sql.run(...insertion('schema_versions', { version, name: migration.name, checksum }))
}
