import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { createSqliteDatabase } from '@pictoglyph/adapters/database/sqlite'
import { auditDraft, commandActor } from '@pictoglyph/core'
import { openSite } from '@pictoglyph/images/test/site-fixture'
import { pictoglyph } from './command.ts'

test('an expiry after the year 9999 is refused, and one that is stored is listed', async () => {
  await using site = await openSite()
  const path = join(site.directory, 'site.db')
  const variables = {
    PICTOGLYPH_DATABASE_URL: `sqlite:${path}`,
    PICTOGLYPH_BLOBS_URL: `file:${join(site.directory, 'blobs')}`,
  }
  for (const words of [
    ['ip', 'block', '10.0.0.0/8'],
    ['key', 'create', '--user', 'admin'],
  ]) {
    const refused = await pictoglyph(variables, [...words, '--expires', '999999w'])
    expect(refused.code).not.toBe(0)
    expect(refused.err).toContain('The expiry lies after the year 9999.')
  }

  const database = await createSqliteDatabase({ path })
  const entry = { network: '10.0.0.0/8', list: 'block' as const, note: '', createdAtMs: 1 }
  await database.access.put(
    [{ ...entry, expiresAtMs: 9_001_800_000_000_000 }],
    auditDraft(commandActor, 1, { action: 'test.add', subject: 'x' }),
  )
  await database.close()
  const listed = await pictoglyph(variables, ['ip', 'list', '--json'])
  expect(JSON.parse(listed.out)).toMatchObject([{ expiresAt: '9999-12-31T23:59:59.999Z' }])
}, 20_000)
