import { expect, test } from 'bun:test'
import { addAlbum, addCategory, commandActor, pruneAudit, setPolicy, setUserQuota } from '@pictoglyph/core'
import { startConsole } from './support/console-under-test.ts'
import { createSignedInVisitor } from './support/visitor.ts'

test('the audit log is found by the name of what was changed and of who did it, whatever the case', async () => {
  await using console_ = await startConsole()
  const olga = await console_.addMember('olga', 'admin')
  const visitor = await createSignedInVisitor(console_, olga)
  await addAlbum(console_.site, commandActor, olga.id, 'Travel')
  await addCategory(console_.site, commandActor, 'Cat pictures')
  await visitor.post('/keys', { name: 'Blog', permission: 'images:upload' })
  await setUserQuota(console_.site, commandActor, olga, 5_000_000)
  const actions = async (query: string) => {
    const page = await (await visitor.get(`/audit?${query}`)).text()
    return [...page.matchAll(/<td[^>]*><span title="([^"]+)">/g)].map(([, action]) => action)
  }
  expect(await actions('subject=travel')).toEqual(['album.add'])
  expect(await actions('subject=Cat+pictures')).toEqual(['category.add'])
  expect(await actions('subject=Blog')).toEqual(['key.create'])
  expect(await actions('subject=OLGA')).toEqual(['user.quota', 'user.add'])
  expect(await actions(`subject=${olga.id}`)).toEqual(['user.quota', 'user.add'])
  expect(await actions('actor=Olga')).toEqual(['key.create'])
})

test('the filter of the audit log is cleared only where it holds something', async () => {
  await using console_ = await startConsole()
  const visitor = await createSignedInVisitor(console_, await console_.addMember('olga', 'admin'))
  const page = async (path: string) => (await visitor.get(path)).text()
  const clear = '<a class="button plain" href="/audit">'
  expect(await page('/audit')).not.toContain(clear)
  expect(await page('/audit?actor=&from=')).not.toContain(clear)
  for (const query of ['actor=olga', 'action=album.add', 'subject=x', 'from=2026-01-01', 'to=2026-01-01']) {
    expect(await page(`/audit?${query}`)).toContain(clear)
  }
})

test('entries are kept for as long as the policy says, and for ever as shipped', async () => {
  let nowMs = Date.now()
  await using console_ = await startConsole({ clock: () => nowMs })
  const { site } = console_
  const subjects = async () =>
    (await site.database.audit.list({ action: 'category.add', limit: 10 })).items.length
  await addCategory(site, commandActor, 'Old')
  nowMs += 8 * 24 * 60 * 60 * 1000
  await addCategory(site, commandActor, 'New')
  expect(await pruneAudit(site)).toBe(0)
  await setPolicy(site, commandActor, 'audit.keepFor', '1w')
  await console_.refresh()
  expect(await pruneAudit(site)).toBeGreaterThan(0)
  expect(await subjects()).toBe(1)
  for (const unfit of ['0d', '1h', 'never', '-1d', '']) {
    expect(setPolicy(site, commandActor, 'audit.keepFor', unfit)).rejects.toThrow('audit.keepFor')
  }
})
