import { expect, test } from 'bun:test'
import { listNetworks } from '@pictoglyph/site/access'
import { setUserQuota } from '@pictoglyph/site/accounts/users'
import { addAlbum } from '@pictoglyph/site/albums'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { pruneAudit } from '@pictoglyph/site/audit/prune-audit'
import { category } from '@pictoglyph/site/categories'
import { revokeAllKeys, revokeKey } from '@pictoglyph/site/keys'
import { setPolicy } from '@pictoglyph/site/policy/set-policy'
import { runAction } from '@pictoglyph/site/things/run-action'
import { factsOf } from '../src/operators/audit/audit-facts.ts'
import { startConsole } from './support/console-under-test.ts'
import { unescaped } from './support/form-fields.ts'
import { picture } from './support/pictures.ts'
import { imageIdOf, uploadPicture } from './support/upload-picture.ts'
import { createSignedInVisitor } from './support/visitor.ts'

test('the audit log is found by the name of what was changed and of who did it, whatever the case', async () => {
  await using testConsole = await startConsole()
  const olga = await testConsole.addMember('olga', 'admin')
  const visitor = await createSignedInVisitor(testConsole, olga)
  await addAlbum(testConsole.site, commandActor, olga.id, 'Travel')
  await runAction(testConsole.site, {
    actor: commandActor,
    thing: category,
    verb: 'add',
    name: 'Cat pictures',
  })
  await visitor.post('/keys', { name: 'Blog', permission: 'images:upload' })
  await setUserQuota(testConsole.site, commandActor, olga, 5_000_000)
  const actions = async (query: string) => {
    const page = await (await visitor.get(`/audit?${query}`)).text()
    return [...page.matchAll(/<td[^>]*><span title="([^"]+)"><strong/g)].map(([, action]) => action)
  }
  expect(await actions('subject=travel')).toEqual(['album.add'])
  expect(await actions('subject=Cat+pictures')).toEqual(['category.add'])
  expect(await actions('subject=Blog')).toEqual(['key.create'])
  expect(await actions('subject=OLGA')).toEqual(['user.quota', 'user.add'])
  expect(await actions(`subject=${olga.id}`)).toEqual(['user.quota', 'user.add'])
  expect(await actions('actor=Olga')).toEqual(['key.create'])
})

test('the filter of the audit log is cleared only where it holds something', async () => {
  await using testConsole = await startConsole()
  const visitor = await createSignedInVisitor(testConsole, await testConsole.addMember('olga', 'admin'))
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
  await using testConsole = await startConsole({ clock: () => nowMs })
  const { site } = testConsole
  const subjects = async () =>
    (await site.database.audit.list({ action: 'category.add', limit: 10 })).items.length
  await runAction(site, { actor: commandActor, thing: category, verb: 'add', name: 'Old' })
  nowMs += 8 * 24 * 60 * 60 * 1000
  await runAction(site, { actor: commandActor, thing: category, verb: 'add', name: 'New' })
  expect(await pruneAudit(site)).toBe(0)
  await setPolicy(site, commandActor, 'audit.keepFor', '1w')
  await testConsole.refresh()
  expect(await pruneAudit(site)).toBeGreaterThan(0)
  expect(await subjects()).toBe(1)
  for (const unfit of ['0d', '1h', 'never', '-1d', '']) {
    expect(setPolicy(site, commandActor, 'audit.keepFor', unfit)).rejects.toThrow('audit.keepFor')
  }
})

test('entries are sentences with the names of what they are about, and say whose it was', async () => {
  await using testConsole = await startConsole()
  const { site } = testConsole
  const olga = await testConsole.addMember('olga', 'admin')
  const visitor = await createSignedInVisitor(testConsole, olga)
  const bob = await testConsole.addMember('bob')
  const bobs = await createSignedInVisitor(testConsole, bob)
  const ids: string[] = []
  for (let width = 30; width < 33; width++) {
    ids.push(imageIdOf(await uploadPicture(bobs, { title: `Quay ${width}` }, picture({ width }))))
  }
  await visitor.post('/all-images/take-down', { reason: 'Reported.', id: ids.slice(0, 2) })
  await visitor.post('/all-images/take-down', { reason: 'Reported.', id: ids.slice(2) })
  await bobs.post('/images/restore', { id: ids.slice(2) })
  await visitor.post('/all-images/restore', { id: ids.slice(0, 2) })
  await bobs.post('/keys', { name: 'Blog' })
  const [key] = await site.database.keys.list(bob.id)
  await revokeKey(site, commandActor, key?.id ?? '')
  await revokeAllKeys(site, commandActor, bob.id)
  for (const role of ['admin', 'member', 'admin']) await visitor.post(`/users/${bob.id}`, { role })
  await setPolicy(site, commandActor, 'upload.maxSide', '9000')
  const sentences = async (language: string) => {
    const page = await (await visitor.get('/audit', { 'Accept-Language': language })).text()
    return [...page.matchAll(/<td><span title="[^"]+">(.*?)<\/span>/g)].map(([, told]) =>
      told?.replaceAll(/<[^>]+>/g, ''),
    )
  }
  expect((await sentences('en')).slice(0, 10)).toEqual([
    'command set upload.maxSide to “9000”, from “32768”.',
    'olga changed the role of bob to administrator.',
    'olga changed the role of bob to member.',
    'olga changed the role of bob to administrator.',
    'command revoked all keys of bob.',
    'command revoked the key “Blog”.',
    'bob created the key “Blog”.',
    'olga put back 2 images of bob.',
    'olga took down the image “Quay 32” of bob.',
    'olga took down 2 images of bob.',
  ])
  expect((await sentences('zh-CN')).slice(0, 10)).toEqual([
    'command 将 upload.maxSide 由“32768”改为“9000”。',
    'olga 将 bob 的角色改为管理员。',
    'olga 将 bob 的角色改为成员。',
    'olga 将 bob 的角色改为管理员。',
    'command 吊销了 bob 的所有密钥。',
    'command 吊销了密钥“Blog”。',
    'bob 创建了密钥“Blog”。',
    'olga 恢复了 bob 的 2 张图片。',
    'olga 下架了 bob 的图片“Quay 32”。',
    'olga 下架了 bob 的 2 张图片。',
  ])
})

const entry = { id: 1, atMs: 1, actor: 'x', actorUserId: null, address: 'local', subject: 's' }

test('a value is named by itself, by its parts or by the first of its names, and things are counted', async () => {
  await using testConsole = await startConsole()
  const written = async (value: unknown) => {
    const changes = [
      { ...entry, action: 'robot.teach', before: value, after: null },
      { ...entry, action: 'robot.teach', before: null, after: value },
      { ...entry, action: 'robot.teach', before: [1, 2, 3, 4, 5], after: value },
    ]
    const [was, is, instead] = await factsOf(testConsole.site.database, changes)
    expect([was?.from, was?.to, is?.from]).toEqual([is?.to, '', ''])
    expect(was?.count).toBe(is?.count)
    return [is?.to, is?.count, instead?.count]
  }
  for (const [value, ...expected] of [
    [null, '', 1, 5],
    ['warm', 'warm', 1, 5],
    [7, '7', 1, 5],
    [['a', { name: 'b' }, 3], 'a, b, 3', 3, 3],
    [[], '', 0, 0],
    [{ list: 'block' }, 'block', 1, 5],
    [{ list: 'block', id: 'i' }, 'i', 1, 5],
    [{ id: 'i', label: 'Token' }, 'Token', 1, 5],
    [{ label: 'Token', displayName: 'Kim' }, 'Kim', 1, 5],
    [{ displayName: 'Kim', role: 'admin' }, 'admin', 1, 5],
    [{ role: 'admin', name: 'kim' }, 'kim', 1, 5],
    [{ name: 5, role: 'admin' }, 'admin', 1, 5],
    [{ ids: ['a', 'b'] }, '', 2, 2],
    [{ images: 7 }, '', 7, 7],
    [{ images: 'many', other: 'x' }, '', 1, 5],
  ] as const) {
    expect(await written(value)).toEqual(expected)
  }
})

test('each kind of thing is named as it is now, and otherwise as it was', async () => {
  await using testConsole = await startConsole()
  const { site } = testConsole
  const olga = await testConsole.addMember('olga', 'admin')
  const visitor = await createSignedInVisitor(testConsole, olga)
  const album = await addAlbum(site, commandActor, olga.id, 'Travel')
  await visitor.post('/keys', { name: 'Blog', permission: 'images:upload' })
  const [key] = await site.database.keys.list(olga.id)
  const image = imageIdOf(await uploadPicture(visitor, { title: 'Quay' }, picture()))
  const [general] = await site.database.categories.list()
  const whatOf = async (action: string, subject: string, after: object = {}) => {
    const [facts] = await factsOf(site.database, [{ ...entry, action, subject, before: null, after }])
    return facts?.what
  }
  for (const [action, subject = '', name = ''] of [
    ['user.disable', olga.id, 'olga'],
    ['session.begin', olga.id, 'olga'],
    ['key.create', key?.id, 'Blog'],
    ['category.add', general?.id, general?.name],
    ['album.add', album.id, 'Travel'],
    ['image.delete', image, 'Quay'],
  ] as const) {
    expect([action, await whatOf(action, subject, { name: 'Older' })]).toEqual([action, name])
    expect(await whatOf(action, 'gone', { name: 'Older' })).toBe('Older')
    expect(await whatOf(action, 'gone')).toBe('gone')
  }
  expect(await whatOf('key.revoke', olga.id, { keys: 'all' })).toBe('olga')
  expect(await whatOf('robot.teach', olga.id)).toBe(olga.id)
})

test('what an entry changed is folded, and cut where it is long', async () => {
  await using testConsole = await startConsole()
  const visitor = await createSignedInVisitor(testConsole, await testConsole.addMember('olga', 'admin'))
  const lines = Array.from({ length: 500 }, (_, index) => `10.0.${index >> 8}.${index & 255}`).join('\n')
  await visitor.post('/settings/networks/paste', { list: 'block', lines })
  const page = await (await visitor.get('/audit?action=access.block')).text()
  expect(page).toContain('<strong dir="auto">olga</strong> blocked 500 networks.')
  const json = /<details class="audit-details">.*?<pre class="json"[^>]*>(.*?)<\/pre>/s.exec(page)?.[1] ?? ''
  expect(json).toContain('10.0.0.0/32')
  expect(json).not.toContain('10.0.1.243/32')
})

test('a page of the log has a hundred entries, and leads on only if there are more', async () => {
  await using testConsole = await startConsole()
  const { site } = testConsole
  const visitor = await createSignedInVisitor(testConsole, await testConsole.addMember('olga', 'admin'))
  const block = (last: number) => listNetworks(site, commandActor, 'block', [{ network: `10.0.0.${last}` }])
  const page = async (path: string) => {
    const html = await (await visitor.get(path)).text()
    const next = / rel="next" href="([^"]+)"/.exec(html)?.[1]
    return { entries: html.match(/<td[^>]*><span title="access.block">/g)?.length, next: unescaped(next) }
  }
  for (let last = 1; last <= 100; last++) await block(last)
  expect(await page('/audit?action=access.block')).toEqual({ entries: 100, next: '' })
  await block(101)
  const first = await page('/audit?action=access.block')
  expect(first.entries).toBe(100)
  expect(await page(first.next)).toEqual({ entries: 1, next: '' })
})
