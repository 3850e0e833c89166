import { expect, test } from 'bun:test'
import {
  addAlbum,
  addCategory,
  commandActor,
  pruneAudit,
  revokeAllKeys,
  revokeKey,
  setPolicy,
  setUserQuota,
} from '@pictoglyph/core'
import { startConsole } from './support/console-under-test.ts'
import { picture } from './support/pictures.ts'
import { imageIdOf, uploadPicture } from './support/upload-picture.ts'
import { createSignedInVisitor } from './support/visitor.ts'

test('the audit log is found by the name of what was changed and of who did it, whatever the case', async () => {
  await using testConsole = await startConsole()
  const olga = await testConsole.addMember('olga', 'admin')
  const visitor = await createSignedInVisitor(testConsole, olga)
  await addAlbum(testConsole.site, commandActor, olga.id, 'Travel')
  await addCategory(testConsole.site, commandActor, 'Cat pictures')
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
  await addCategory(site, commandActor, 'Old')
  nowMs += 8 * 24 * 60 * 60 * 1000
  await addCategory(site, commandActor, 'New')
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
  await visitor.post('/all-images/take-down', { id: ids.slice(0, 2) })
  await visitor.post('/all-images/take-down', { id: ids.slice(2) })
  await bobs.post('/images/restore', { id: ids.slice(2) })
  await visitor.post('/all-images/restore', { id: ids.slice(0, 2) })
  await bobs.post('/keys', { name: 'Blog' })
  const [key] = await site.database.keys.list(bob.id)
  await revokeKey(site, commandActor, key?.id ?? '')
  await revokeAllKeys(site, commandActor, bob.id)
  await visitor.post(`/users/${bob.id}/role`, { role: 'admin' })
  await setPolicy(site, commandActor, 'upload.maxSide', '9000')
  const sentences = async (language: string) => {
    const page = await (await visitor.get('/audit', { 'Accept-Language': language })).text()
    return [...page.matchAll(/<td class="written sentence"><span title="[^"]+">(.*?)<\/span>/g)].map(
      ([, told]) => told?.replaceAll(/<[^>]+>/g, ''),
    )
  }
  expect((await sentences('en')).slice(0, 9)).toEqual([
    'command set upload.maxSide to “9000”, from “16384”.',
    'olga made bob an administrator.',
    'command revoked all keys of bob.',
    'command revoked the key “Blog”.',
    'bob created the key “Blog”.',
    'olga restored 2 images.',
    'bob restored the image “Quay 32”.',
    'olga deleted the image “Quay 32” of bob.',
    'olga deleted 2 images of bob.',
  ])
  expect((await sentences('zh-CN')).slice(7, 9)).toEqual([
    'olga 删除了 bob 的图片“Quay 32”。',
    'olga 删除了 bob 的 2 张图片。',
  ])
})

test('what an entry changed is folded, and cut where it is long', async () => {
  await using testConsole = await startConsole()
  const visitor = await createSignedInVisitor(testConsole, await testConsole.addMember('olga', 'admin'))
  const lines = Array.from({ length: 500 }, (_, index) => `10.0.${index >> 8}.${index & 255}`).join('\n')
  await visitor.post('/access/paste', { list: 'block', lines })
  const page = await (await visitor.get('/audit?action=access.block')).text()
  expect(page).toContain('<strong dir="auto">olga</strong> blocked 500 networks.')
  const json = /<details class="audit-details">.*?<pre class="json"[^>]*>(.*?)<\/pre>/s.exec(page)?.[1] ?? ''
  expect(json).toContain('10.0.0.0/32')
  expect(json).not.toContain('10.0.1.243/32')
})
