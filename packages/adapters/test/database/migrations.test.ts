import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { initial } from '../../src/database/sql/migrations/001-initial.ts'
import { enabledCharsets } from '../../src/database/sql/migrations/004-enabled-charsets.ts'
import { openSqliteEngine } from '../../src/database/sqlite/engine.ts'
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
