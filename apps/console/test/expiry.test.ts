import { expect, test } from 'bun:test'
import { auditDraft, commandActor } from '@pictoglyph/core'
import { startConsole } from './support/console-under-test.ts'
import { createSignedInVisitor } from './support/visitor.ts'

test('an expiry after the year 9999 is refused with its reason, and the page goes on', async () => {
  await using testConsole = await startConsole()
  const visitor = await createSignedInVisitor(testConsole, await testConsole.addMember('olga', 'admin'))
  const network = { list: 'block', network: '10.0.0.0/8', note: '' }
  const far = [
    { hours: '2500000000' },
    { hours: '999999999999999' },
    { hours: '9'.repeat(400) },
    { expiresAtMs: '9001800000000000' },
  ]
  for (const expiry of far) {
    for (const path of ['/access/add', '/access/paste']) {
      const answer = await visitor.post(path, { ...network, lines: '10.0.0.0/8', ...expiry })
      expect(answer.status).toBe(400)
      expect(await answer.text()).toContain('The expiry lies after the year 9999.')
    }
  }
  const key = await visitor.post('/keys', { name: 'k', expires: '9999999' })
  expect(key.status).toBe(400)
  expect(await key.text()).toContain('The expiry lies after the year 9999.')
  visitor.cookies.set('language', 'zh-CN')
  const chinese = await visitor.post('/access/add', { ...network, hours: '2500000000' })
  expect(await chinese.text()).toContain('到期时间不能晚于 9999 年。')

  expect(await testConsole.site.database.access.list()).toEqual([])
  expect((await visitor.post('/access/add', { ...network, hours: '24' })).status).toBe(303)
  expect((await visitor.get('/access')).status).toBe(200)
})

test('rows whose expiry no date can tell are shown', async () => {
  await using testConsole = await startConsole()
  const olga = await testConsole.addMember('olga', 'admin')
  const visitor = await createSignedInVisitor(testConsole, olga)
  const { database } = testConsole.site
  const expiresAtMs = 9_001_800_000_000_000
  const audit = auditDraft(commandActor, 1, { action: 'access.block', subject: 'x' })
  const entry = { network: '10.0.0.0/8', list: 'block' as const, note: '', createdAtMs: 1, expiresAtMs }
  await database.access.put([entry], audit)
  const key = {
    id: 'k',
    userId: olga.id,
    name: 'far',
    secretHash: 'h',
    permissions: [],
    createdAtMs: 1,
    expiresAtMs,
    revokedAtMs: null,
    lastUsedAtMs: null,
    lastUsedAddress: null,
    newNetwork: null,
    uploadsPerMinute: null,
    imageLifetimeMs: null,
    maxUploads: null,
    uploads: 0,
    isQuiet: false,
    defaultCategoryId: null,
    clientKind: 'standard' as const,
    binding: {},
  }
  await database.keys.add(key, audit)
  for (const path of ['/access', '/keys']) {
    const page = await visitor.get(path)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('9999-12-31 23:59 UTC')
  }
})
