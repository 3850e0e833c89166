import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { listNetworks } from '@pictoglyph/site/access'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { readStoredPolicy } from '@pictoglyph/site/policy'
import { Secret, TOTP } from 'otpauth'
import { consoleRoutes } from '../src/console-routes.ts'
import { type ConsoleUnderTest, memberPassword, startConsole } from './support/console-under-test.ts'
import { unescaped } from './support/form-fields.ts'
import { formsIn, sentBy } from './support/html-forms.ts'
import { imageIdOf, uploadPicture } from './support/upload-picture.ts'
import { createSignedInVisitor, createVisitor } from './support/visitor.ts'

function damage({ databasePath }: ConsoleUnderTest, ...statements: string[]): void {
  using rows = new Database(databasePath)
  for (const statement of statements) rows.run(statement)
}

test('pages show what is stored and not understood, lead to what puts it right, and no page fails for it', async () => {
  await using testConsole = await startConsole()
  const { site } = testConsole
  const olga = await testConsole.addMember('olga', 'admin')
  const visitor = await createSignedInVisitor(testConsole, olga)
  await visitor.post('/keys', { name: 'Blog', permission: 'images:upload' })
  const imageId = imageIdOf(await uploadPicture(visitor))
  await listNetworks(site, commandActor, 'block', [{ network: '192.0.2.0/24' }])
  const [key] = await site.database.keys.list(olga.id)
  await visitor.get(`/keys/${key?.id}`)
  damage(
    testConsole,
    "INSERT INTO settings VALUES ('upload.maxSide', '2000000'), ('site.robots', 'no?'), ('site.name', 'a' || char(0)), ('text.whitelistMode', ''), ('of.tomorrow', '1')",
    "UPDATE access_entries SET network = '10.0.0.1 - 10/9?#_'",
    "UPDATE charsets SET symbols = '[1' WHERE id = 'meow'",
    "UPDATE presets SET type = 'TOMORROW' WHERE id = 'compact'",
    "UPDATE api_keys SET binding = '{' WHERE name = 'Blog'",
    "UPDATE images SET removed = '{'",
    "UPDATE audit_entries SET before_json = '{' WHERE action = 'user.add'",
  )
  await testConsole.refresh()
  const pages = consoleRoutes
    .filter(({ method, path, access }) => method === 'GET' && access !== 'anyone' && !path.includes(':'))
    .map(({ path }) => path)
  const things = [
    `/images/${imageId}`,
    `/keys/${key?.id}`,
    '/settings/text/charsets/meow',
    '/settings/text/presets/compact',
  ]
  for (const path of [...pages, ...things]) {
    expect(`${path} ${(await visitor.get(path)).status < 400}`).toBe(`${path} true`)
  }
  const textOf = async (path: string) => unescaped(await (await visitor.get(path)).text())
  expect(await textOf('/settings/uploads')).toContain(
    'The stored value "2000000" can’t be used. This one is in force instead, and saving stores it.',
  )
  expect(await textOf('/settings/site')).toContain('The stored value "a\\u0000" can’t be used.')
  expect(await textOf('/settings/networks')).toContain('The stored value "" can’t be used.')
  expect(await textOf(`/keys/${key?.id}`)).toContain('so it lets no one in. Revoke it, and create another.')
  expect(await textOf('/keys')).toContain('<span class="badge bad">unreadable</span>')
  expect(await textOf('/settings/text')).toContain('TOMORROW frame')

  // The entry has a page, from which it is removed.
  const networks = await (await visitor.get('/settings/networks')).text()
  const [, address = ''] = /href="([^"]*\/entries\/[^"]*)"/.exec(networks) ?? []
  const entry = await (await visitor.get(unescaped(address))).text()
  expect(entry).toContain('can’t read it as a network')
  const removal = (await formsIn(entry)).find(({ action }) => action === '/settings/networks/remove')!
  expect((await visitor.post('/settings/networks/remove', sentBy(removal))).status).toBe(303)
  expect(await site.database.access.list()).toEqual([])

  // Saving what a page shows stores it.
  for (const [page, action = page] of [
    ['/settings/uploads'],
    ['/settings/site'],
    ['/settings/networks', '/settings/networks/whitelist'],
  ] as [string, string?][]) {
    const form = (await formsIn(await (await visitor.get(page)).text())).find((one) => one.action === action)!
    const button = action.endsWith('whitelist') && { 'text.whitelistMode': ['off'] }
    expect((await visitor.post(action, { ...sentBy(form), ...button })).status, action).toBe(303)
  }
  const settings = await site.database.settings.all()
  expect(Object.fromEntries(settings)).toEqual({
    'upload.maxSide': '1000000',
    'site.robots': 'noindex',
    'site.name': 'Pictoglyph',
    'text.whitelistMode': 'off',
    'of.tomorrow': '1',
  })
  expect(readStoredPolicy(settings).unusable.size).toBe(0)
})

test('whoever has a second factor of a kind that this version does not know is still asked for one', async () => {
  await using testConsole = await startConsole()
  const { site } = testConsole
  const kim = await testConsole.addMember('kim')
  await site.database.factors.add(
    {
      id: 'f',
      userId: kim.id,
      kind: 'totp',
      name: 'ring',
      secret: '',
      counter: 0,
      createdAtMs: 0,
      lastUsedAtMs: null,
    },
    { codeHashes: null, keptTokenHash: '' },
    {
      atMs: 0,
      actor: 'kim',
      actorUserId: kim.id,
      address: '',
      action: 'user.factor.add',
      subject: kim.id,
      before: null,
      after: null,
    },
  )
  for (const change of [
    "kind = 'totp', secret = ''",
    "kind = 'ring', secret = '{'",
    "kind = 'passkey', secret = '{}'",
  ]) {
    damage(testConsole, `UPDATE second_factors SET ${change}`)
    const visitor = createVisitor(testConsole)
    const answer = await visitor.signIn('kim', memberPassword)
    expect(answer.headers.get('location'), change).toStartWith('/sign-in/code')
    expect((await visitor.get('/sign-in/code')).status).toBe(200)
    // The code of an empty secret, which anyone can compute.
    const code = new TOTP({ secret: new Secret({ buffer: new ArrayBuffer(0) }) }).generate()
    const tried = await visitor.post('/sign-in/code', { code })
    expect(tried.status).toBeGreaterThanOrEqual(400)
    expect((await visitor.get('/images')).status).toBe(303)
  }
})
