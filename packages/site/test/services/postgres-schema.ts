import { SQL } from 'bun'
import { newId } from '../../src/language/ids.ts'

/** A new schema, and the address under which a database finds it. */
export async function createSchema(serverUrl: string): Promise<{ url: string } & AsyncDisposable> {
  const schema = `test_${newId().toLowerCase()}`
  const url = new URL(serverUrl)
  url.searchParams.set('search_path', schema)
  await onServer(serverUrl, `CREATE SCHEMA ${schema}`)
  return {
    url: url.href,
    [Symbol.asyncDispose]: () =>
      onServer(serverUrl, `SET client_min_messages = warning; DROP SCHEMA ${schema} CASCADE`),
  }
}

export async function onServer(serverUrl: string, statements: string): Promise<void> {
  await using server = new SQL(serverUrl, { max: 1 })
  await server.unsafe(statements)
}
