import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { keepStatements, maxKeptStatements } from '../../src/rows/engine.ts'
import { openSqliteConnection } from '../../src/rows/sqlite/connection.ts'
import { temporaryFolder } from './sqlite-files.ts'

const texts = (count: number) => Array.from({ length: count }, (_, at) => `SELECT ${at} AS found`)

test('a text that comes again is not worked on again', () => {
  const made: string[] = []
  const kept = keepStatements((text) => {
    made.push(text)
    return text.length
  })
  for (const text of [...texts(5), ...texts(5)]) expect(kept(text)).toBe(text.length)
  expect(made).toEqual(texts(5))
})

test('however many texts there are, only so many are kept, and the oldest are let go', () => {
  const held = new Set<string>()
  const kept = keepStatements(
    (text) => {
      held.add(text)
      return text
    },
    (text) => held.delete(text),
  )
  const all = texts(3 * maxKeptStatements)
  for (const text of all) kept(text)
  expect([...held]).toEqual(all.slice(-maxKeptStatements))
})

test('a connection answers statements that it has let go', async () => {
  await using folder = await temporaryFolder()
  using stack = new DisposableStack()
  const connection = stack.adopt(openSqliteConnection(join(folder.path, 'site.sqlite'), 'write'), (opened) =>
    opened.close(),
  )
  const all = texts(2 * maxKeptStatements)
  for (const text of [...all, ...all]) {
    expect(await connection.get(text)).toEqual({ found: Number(text.split(' ')[1]) })
  }
})
