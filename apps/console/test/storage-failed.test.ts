import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { startConsole } from './support/console-under-test.ts'
import { createSignedInVisitor } from './support/visitor.ts'

test('a form whose rows the storage does not take is told so on a page, and nothing is changed', async () => {
  await using testConsole = await startConsole()
  const { database } = testConsole.site
  const olga = await testConsole.addMember('olga')
  const visitor = await createSignedInVisitor(testConsole, olga)
  {
    using rows = new Database(testConsole.databasePath)
    rows.run(`CREATE TRIGGER no_album BEFORE INSERT ON albums BEGIN SELECT RAISE(ABORT, 'out of ink'); END`)
  }
  const answer = await visitor.post('/albums', { name: 'Holidays' })
  const page = await answer.text()
  expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '10'])
  expect(page).toContain('The storage of this site does not work at the moment. Try again later.')
  expect(page).not.toContain('out of ink')
  expect(page).not.toContain('action="/albums"')
  expect(await database.albums.list(olga.id)).toEqual([])
  expect((await visitor.get('/albums')).status).toBe(200)
})
