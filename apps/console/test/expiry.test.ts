import { expect, test } from 'bun:test'
import { auditDraft, commandActor } from '@pictoglyph/site/audit/audit-draft'
import { startConsole } from './support/console-under-test.ts'
import { policyFields } from './support/policy-fields.ts'
import { imageIdOf, uploadPicture } from './support/upload-picture.ts'
import { createSignedInVisitor } from './support/visitor.ts'

test('an expiry after the year 9999 is refused with its reason, and the page goes on', async () => {
  await using testConsole = await startConsole()
  const visitor = await createSignedInVisitor(testConsole, await testConsole.addMember('olga', 'admin'))
  const network = { list: 'block', network: '10.0.0.0/8', note: '' }
  const far = [
    { expiresIn: '999999w' },
    { expiresIn: 'custom', 'expiresIn.custom': '9999-12-31' },
    { expiresAtMs: '9001800000000000' },
  ]
  for (const expiry of far) {
    for (const path of ['/settings/networks/add', '/settings/networks/paste']) {
      const answer = await visitor.post(path, { ...network, lines: '10.0.0.0/8', ...expiry })
      expect(answer.status).toBe(400)
      expect(await answer.text()).toContain('The expiry lies after the year 9999.')
    }
  }
  const key = await visitor.post('/keys', { name: 'k', expiresIn: '999999w' })
  expect(key.status).toBe(400)
  expect(await key.text()).toContain('The expiry lies after the year 9999.')
  visitor.cookies.set('language', 'zh-CN')
  const chinese = await visitor.post('/settings/networks/add', { ...network, expiresIn: '999999w' })
  expect(await chinese.text()).toContain('到期时间不能晚于 9999 年。')

  expect(await testConsole.site.database.access.list()).toEqual([])
  expect((await visitor.post('/settings/networks/add', { ...network, expiresIn: '1d' })).status).toBe(303)
  expect((await visitor.get('/settings/networks')).status).toBe(200)
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
    isGuestLink: false,
    isNameShown: false,
    defaultCategoryId: null,
    clientKind: 'standard' as const,
    binding: {},
  }
  await database.keys.add(key, audit)
  for (const path of ['/settings/networks', '/keys']) {
    const page = await visitor.get(path)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('9999-12-31')
  }
})

test('every form that gives an end asks for it with the same choices, and none asks for a word', async () => {
  await using testConsole = await startConsole()
  const visitor = await createSignedInVisitor(testConsole, await testConsole.addMember('olga', 'admin'))
  const image = `/images/${imageIdOf(await uploadPicture(visitor))}`
  visitor.cookies.set('language', 'zh-CN')
  const forms: [path: string, names: string[]][] = [
    ['/upload', ['expiresIn']],
    ['/images', ['expiresIn']],
    [image, ['expiresIn']],
    ['/keys', ['expiresIn', 'imageLifetime']],
    ['/guests', ['expiresIn']],
    ['/settings/networks', ['expiresIn', 'expiresIn']],
    ['/settings/uploads', ['upload.defaultLifetime', 'upload.maxLifetime']],
  ]
  for (const [path, names] of forms) {
    const page = await (await visitor.get(path)).text()
    const asked = [...page.matchAll(/<div class="field expiry">.*?<select name="([^"]+)".*?<\/select>/gs)]
    expect([path, asked.map(([, name]) => name)]).toEqual([path, names])
    for (const [choice] of asked) {
      for (const word of ['1 小时', '1 天', '7 天', '30 天', '自定义']) expect(choice).toContain(`>${word}<`)
    }
    expect([path, page.replaceAll(/<[^>]*>/g, '').includes('forever')]).toEqual([path, false])
  }
})

test('a custom expiry is a span or a last day, and a refusal names the field by its label', async () => {
  await using testConsole = await startConsole()
  const olga = await testConsole.addMember('olga', 'admin')
  const visitor = await createSignedInVisitor(testConsole, olga)
  const id = imageIdOf(await uploadPicture(visitor, { expiresIn: 'custom', 'expiresIn.custom': '3h' }))
  const endOf = async () => (await testConsole.site.database.images.byId(id))?.expiresAtMs ?? null
  const uploaded = await endOf()
  expect((uploaded ?? 0) - testConsole.site.clock()).toBeGreaterThan(2.9 * 3_600_000)
  const change = (written: string) =>
    visitor.post(`/images/${id}`, { title: '', expiresIn: 'custom', 'expiresIn.custom': written })
  visitor.cookies.set('zone', 'Europe/Berlin')
  expect((await change('2099-06-30')).status).toBe(303)
  expect(await endOf()).toBe(Date.UTC(2099, 5, 30, 22))
  await visitor.post(`/images/${id}`, { title: '', expiresIn: '' })
  expect(await endOf()).toBe(Date.UTC(2099, 5, 30, 22))
  const refused = await (await change('soon')).text()
  expect(refused).toContain('“Expires in” must be a span such as 30s, 10m, 1h or 30d, not &quot;soon&quot;.')
  expect(refused).toMatch(/name="expiresIn.custom"[^>]*value="soon"[^>]*aria-invalid="true"/)
  const past = await (await change('2001-01-01')).text()
  expect(past).toContain('The expiry lies in the past.')
  expect(past).toContain('aria-invalid="true"')
  await visitor.post(`/images/${id}`, { title: '', expiresIn: 'forever' })
  expect(await endOf()).toBeNull()
  visitor.cookies.set('language', 'zh-CN')
  const policy = await visitor.post('/settings/uploads', {
    ...policyFields,
    'upload.maxLifetime': 'custom',
    'upload.maxLifetime.custom': 'soon',
  })
  expect(await policy.text()).toContain('图片最长到期时长：必须是时长，如 12h 或 30d，或 “永久”')
})
