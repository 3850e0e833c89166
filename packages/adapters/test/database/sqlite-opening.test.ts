import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const opening = `
  import { openSqliteConnection } from ${JSON.stringify(join(import.meta.dir, '../../src/database/sqlite/connection.ts'))}
  console.log('opening')
  openSqliteConnection(process.argv[1], 'write').close()
`

test('a database that another process has locked for a moment is opened once it is free', async () => {
  await using opened = new AsyncDisposableStack()
  const directory = await mkdtemp(join(tmpdir(), 'pictoglyph-opening-'))
  opened.defer(() => rm(directory, { recursive: true }))
  const path = join(directory, 'site.db')
  using holder = new Database(path, { create: true })
  holder.run('CREATE TABLE a (b)')
  holder.run('BEGIN EXCLUSIVE')
  const other = Bun.spawn([process.execPath, '-e', opening, path], { stdout: 'pipe', stderr: 'pipe' })
  await other.stdout.getReader().read()
  // Longer than a change waits for another one before it lets the event loop go on.
  await Bun.sleep(300)
  holder.run('COMMIT')
  expect({ code: await other.exited, errors: await new Response(other.stderr).text() }).toEqual({
    code: 0,
    errors: '',
  })
})
