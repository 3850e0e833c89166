import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { openSite, type SiteFixture } from '@pictoglyph/images/test/site-fixture'
import { auditDraft, commandActor } from '@pictoglyph/site/audit/audit-draft'
import { pictoglyph } from './command.ts'

const hostile = 'x\u001b[2Jy\u009b\u202eexe\u2028z\nw'

function variablesOf({ directory }: SiteFixture): Record<string, string> {
  return { PICTOGLYPH_DATA_DIR: directory, PICTOGLYPH_DATABASE_URL: `sqlite:${join(directory, 'site.db')}` }
}

test.each([
  ['category', ['add', hostile]],
  ['album', ['add', hostile, '--owner', 'admin']],
  ['key', ['create', '--user', 'admin', '--name', hostile]],
  ['user', ['add', hostile]],
  ['charset', ['add', 'x', hostile, 'wxyz']],
  ['preset', ['add', 'x', hostile, 'RC4']],
])('a %s whose name would mislead a terminal is refused', async (kind, words) => {
  await using site = await openSite()
  const { code, err } = await pictoglyph(variablesOf(site), [kind, ...words])
  expect([code, err]).toEqual([1, expect.stringContaining('The name holds')])
})

test('names that were given before that was refused reach no terminal as they are', async () => {
  await using site = await openSite()
  const audit = auditDraft(commandActor, 0, { action: 'category.add', subject: 'old' })
  await site.ports.database.categories.add({ id: 'old', name: hostile, enabled: true, createdAtMs: 0 }, audit)
  const list = ['category', 'list']
  const { out } = await pictoglyph(variablesOf(site), list)
  expect(out).toContain('x\\u001b[2Jy\\u009b\\u202eexe\\u2028z\\u000aw')
  expect(out).not.toMatch(/[^\P{Cc}\n]|[\u2028\u202e]/u)
  const { out: json } = await pictoglyph(variablesOf(site), [...list, '--json'])
  expect(JSON.parse(json)).toContainEqual(expect.objectContaining({ name: hostile }))
})
