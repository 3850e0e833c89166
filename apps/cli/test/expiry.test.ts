import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { openSite } from '@pictoglyph/images/test/site-fixture'
import { auditDraft, commandActor } from '@pictoglyph/site/audit/audit-draft'
import { createSqliteDatabase } from '@pictoglyph/site/database/sqlite'
import { pictoglyph } from './command.ts'
import { placesOf } from './places-of.ts'

test('an expiry after the year 9999 is refused, and one that is stored is listed', async () => {
  await using site = await openSite()
  const variables = placesOf(site)
  for (const words of [
    ['ip', 'block', '10.0.0.0/8'],
    ['key', 'create', '--user', 'admin'],
  ]) {
    const refused = await pictoglyph(variables, [...words, '--expires', '999999w'])
    expect(refused.code).not.toBe(0)
    expect(refused.err).toContain('The expiry lies after the year 9999.')
  }

  await store(site.directory, [{ network: '10.0.0.0/8', expiresAtMs: 9_001_800_000_000_000 }])
  const listed = await pictoglyph(variables, ['ip', 'list', '--json'])
  expect(JSON.parse(listed.out)).toMatchObject([{ expiresAt: '9999-12-31T23:59:59.999Z' }])
}, 30_000)

test('the list of networks says which entries have expired', async () => {
  await using site = await openSite()
  const variables = placesOf(site)
  await store(site.directory, [
    { network: '10.0.0.0/8', expiresAtMs: Date.now() - 1 },
    { network: '192.0.2.0/24', expiresAtMs: Date.now() + 86_400_000 },
    { network: '198.51.100.0/24', expiresAtMs: null },
  ])
  const listed: { network: string; expired: boolean }[] = JSON.parse(
    (await pictoglyph(variables, ['ip', 'list', '--json'])).out,
  )
  expect(listed.map(({ network, expired }) => [network, expired]).sort()).toEqual([
    ['10.0.0.0/8', true],
    ['192.0.2.0/24', false],
    ['198.51.100.0/24', false],
  ])
  const table = (await pictoglyph(variables, ['ip', 'list'])).out
  expect(table).toContain('EXPIRED')
  expect(table.split('\n').filter((line) => line.endsWith('true'))).toHaveLength(1)
}, 30_000)

/** Blocks networks as of long ago, which no command does. */
async function store(directory: string, entries: { network: string; expiresAtMs: number | null }[]) {
  const database = await createSqliteDatabase({ path: join(directory, 'site.db') })
  await database.access.put(
    entries.map((entry) => ({ ...entry, list: 'block', note: '', createdAtMs: 1 })),
    auditDraft(commandActor, 1, { action: 'access.block', subject: 'x' }),
  )
  await database.close()
}
