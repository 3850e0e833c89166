import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { type AccessEntry, accessStore } from '../../src/access/access-rows.ts'
import { openSqlEngine } from '../../src/database/open-engine.ts'
import type { AuditDraft } from '../../src/language/records.ts'
import type { SqlEngine } from '../../src/rows/engine.ts'
import { temporaryFolder } from './sqlite-files.ts'

/** The same engine, and how many changing statements it was given. */
function counted(engine: SqlEngine): { engine: SqlEngine; statements: () => number } {
  let statements = 0
  return {
    statements: () => statements,
    engine: {
      ...engine,
      write: (work, options) =>
        engine.write(
          (sql) =>
            work({
              ...sql,
              run(text, ...parameters) {
                statements += 1
                return sql.run(text, ...parameters)
              },
            }),
          options,
        ),
    },
  }
}

const audit: AuditDraft = {
  atMs: 1,
  actor: 'Ann',
  actorUserId: null,
  address: 'local',
  action: 'access.block',
  subject: 'many',
  before: null,
  after: null,
}

test('thousands of networks take some statements, not one each, for each is a way to the database and back', async () => {
  await using folder = await temporaryFolder()
  await using cleanup = new AsyncDisposableStack()
  const opened = await openSqlEngine(`sqlite:${join(folder.path, 'site.sqlite')}`)
  cleanup.defer(() => opened.close())
  const { engine, statements } = counted(opened)
  const entries = Array.from(
    { length: 2_000 },
    (_, index): AccessEntry => ({
      network: `10.0.${Math.floor(index / 200)}.${index % 200}/32`,
      list: 'block',
      note: '',
      createdAtMs: 1,
      expiresAtMs: null,
    }),
  )
  await accessStore.changes(engine).put(entries, audit)
  expect(statements()).toBeLessThan(20)
})
