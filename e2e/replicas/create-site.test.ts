/** What the compose file's PostgreSQL runs once, `deploy/postgres/create-site.sh`, on a PostgreSQL. */
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { SQL } from 'bun'
import { startPostgres } from '../services/postgres.ts'
import { startSite } from '../site/running-site.ts'
import { temporaryDirectory } from '../site/temporary-directory.ts'
import { hasServices } from './shared-services.ts'

const script = join(import.meta.dir, '../../deploy/postgres/create-site.sh')

if (hasServices) {
  test('the site’s user of PostgreSQL runs the site, needs its password, and may do nothing else', async () => {
    const administrator = 'secret of the administrator'
    await using postgres = await startPostgres(administrator)
    {
      await using sql = new SQL(urlOf(postgres, 'postgres', administrator, 'postgres'), { max: 1 })
      // The script runs in an empty server.
      await sql`DROP DATABASE pictoglyph`
    }
    const password = `a 'quote', "two", a \\ and a $HOME`
    const made = Bun.spawnSync(['sh', script], {
      env: {
        PATH: process.env.PATH ?? '',
        PGHOST: '127.0.0.1',
        PGPORT: String(postgres.port),
        PGPASSWORD: administrator,
        SITE_PASSWORD: password,
      },
    })
    expect([made.exitCode, made.stderr.toString()]).toEqual([0, ''])

    const url = urlOf(postgres, 'pictoglyph', password, 'pictoglyph')
    await using folder = await temporaryDirectory()
    const environment = { PICTOGLYPH_DATABASE_URL: url }
    await using site = await startSite({ dataDirectory: folder.path, environment })
    expect((await fetch(`${site.urls.images}/readyz`)).status).toBe(200)

    await refused(urlOf(postgres, 'pictoglyph', 'another', 'pictoglyph'), 'SELECT 1', '28P01')
    for (const other of ['postgres', 'template1'])
      await refused(urlOf(postgres, 'pictoglyph', password, other), 'SELECT 1', '42501')
    await refused(url, 'CREATE DATABASE another', '42501')
    await refused(url, 'CREATE ROLE another', '42501')
    await refused(url, 'SELECT rolpassword FROM pg_authid', '42501')
    {
      await using sql = new SQL(urlOf(postgres, 'postgres', administrator, 'postgres'), { max: 1 })
      await sql`CREATE ROLE stranger LOGIN PASSWORD 'stranger'`
    }
    await refused(urlOf(postgres, 'stranger', 'stranger', 'pictoglyph'), 'SELECT 1', '42501')
  }, 60_000)
}

const urlOf = ({ port }: { port: number }, user: string, password: string, database: string) =>
  `postgres://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`

/** The statement is refused with this SQLSTATE (PostgreSQL's appendix A). */
async function refused(url: string, statement: string, state: string): Promise<void> {
  await using sql = new SQL(url, { max: 1 })
  const outcome = await sql.unsafe(statement).catch((error: unknown) => error)
  expect([statement, outcome]).toEqual([statement, expect.objectContaining({ errno: state })])
}
