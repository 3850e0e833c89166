import { type SqlEngine, text } from '../sql/engine.ts'

/** @throws {Error} if the server does not keep Unicode or durable commits */
export async function requireSettings(engine: SqlEngine): Promise<void> {
  await demand(engine, 'server_encoding', (value) => value === 'UTF8')
  await demand(engine, 'synchronous_commit', (value) => value !== 'off')
}

async function demand(engine: SqlEngine, setting: string, fits: (value: string) => boolean): Promise<void> {
  const row = await engine.read.get(`SELECT current_setting('${setting}') AS value`)
  const value = row ? text(row, 'value') : ''
  if (!fits(value))
    throw new Error(`PostgreSQL's ${setting} is ${value}, with which the site's rows are not safe`)
}
