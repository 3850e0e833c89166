import { expect, test } from 'bun:test'
import { addAlbum } from '@pictoglyph/site/albums'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { hashSecret } from '@pictoglyph/site/keys/key-gate'
import type { User } from '@pictoglyph/site/language/records'
import { upload } from '@pictoglyph/site/upload'
import { type ConsoleUnderTest, startConsole } from './support/console-under-test.ts'
import { picture } from './support/pictures.ts'
import { createSignedInVisitor, type Visitor } from './support/visitor.ts'

const link = { name: 'Summer party', categoryId: 'general', maxUploads: '3', expiresIn: '30d' }

/** Makes a link, and follows to the page that shows it. */
async function makeLink(visitor: Visitor, form: Record<string, string> = link) {
  const answer = await visitor.post('/guests', form)
  const path = answer.headers.get('location') ?? ''
  const page = await (await visitor.get(path)).text()
  return { path, page, key: /\/drop#(pgl_\w{33})"/.exec(page)?.[1] ?? '' }
}

/** Sends a picture as the images service would take it of a guest. */
async function sendBy({ site, limiter }: ConsoleUnderTest, key: string, seed: number): Promise<string> {
  const holder = await site.database.keys.bySecretHash(hashSecret(site, key))
  if (holder === undefined) throw new Error('the link has no key')
  const { image } = await upload(
    { ...site, keyLimiter: limiter },
    {
      address: undefined,
      uploader: holder,
      async readBody(file) {
        await file.write(await picture({ colour: [seed, 90, 90] }))
        return {}
      },
      findUploader: async () => holder,
    },
  )
  return image.id
}

const setUp = async () => {
  const testConsole = await startConsole()
  const olga: User = await testConsole.addMember('olga')
  return { testConsole, olga, visitor: await createSignedInVisitor(testConsole, olga) }
}

test('an owner makes a link for guests, which is shown once with a QR code, and holds a key bound as the form said', async () => {
  const { testConsole, olga, visitor } = await setUp()
  await using _ = testConsole
  const nowMs = testConsole.site.clock()
  const { path, page, key } = await makeLink(visitor)
  expect(page).toContain(`value="${testConsole.site.links.guestPage(key)}"`)
  expect(page).toContain('class="qr-code"')
  const [made] = await testConsole.site.database.keys.list(olga.id)
  expect(made).toMatchObject({
    name: 'Summer party',
    secretHash: hashSecret(testConsole.site, key),
    permissions: ['images:upload'],
    isGuestLink: true,
    isNameShown: true,
    maxUploads: 3,
    defaultCategoryId: 'general',
    binding: { categoryIds: ['general'] },
  })
  expect((made?.expiresAtMs ?? 0) - nowMs).toBeWithin(30 * 86_400_000, 30 * 86_400_000 + 60_000)
  for (const [later, lists] of [
    [path, true],
    ['/guests', true],
    ['/keys', false],
  ] as const) {
    const shown = await (await visitor.get(later)).text()
    expect([later, shown.includes('Summer party')]).toEqual([later, lists])
    expect(shown).not.toContain(key)
  }
})

test('the form of a guest link sets the restrictions that it shows, and no others', async () => {
  const { testConsole, olga, visitor } = await setUp()
  await using _ = testConsole
  await makeLink(visitor, { ...link, uploadsPerMinute: '1', imageLifetime: '1d', network: '192.0.2.0/24' })
  const [made] = await testConsole.site.database.keys.list(olga.id)
  expect(made).toMatchObject({ maxUploads: 3, uploadsPerMinute: null, imageLifetimeMs: null })
  expect(made?.binding).toEqual({ categoryIds: ['general'] })
})

test('an owner sees what came by a link and how much is left, and ends it', async () => {
  const { testConsole, olga, visitor } = await setUp()
  await using _ = testConsole
  const { key, path } = await makeLink(visitor)
  const other = await makeLink(visitor, { ...link, name: 'Another one' })
  const sent = await sendBy(testConsole, key, 1)
  const foreign = await sendBy(testConsole, other.key, 2)
  const id = path.replace('/keys/', '')
  const gallery = await (await visitor.get(`/images?key=${id}`)).text()
  expect(gallery).toContain(`/images/${sent}`)
  expect(gallery).not.toContain(`/images/${foreign}`)
  const image = await (await visitor.get(`/images/${sent}`)).text()
  expect(image).toContain(`<a href="/keys/${id}">Summer party</a>`)
  const list = await (await visitor.get('/guests')).text()
  expect(list.replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')).toContain('1 of 3')
  await sendBy(testConsole, key, 3)
  await sendBy(testConsole, key, 4)
  expect(await (await visitor.get('/guests')).text()).toContain('used up')
  expect(await sendBy(testConsole, key, 5).catch((error: { code: string }) => error.code)).toBe('KEY_USED_UP')

  const ended = await visitor.post(`/keys/${id}/revoke`, { return: '/guests' })
  expect(ended.headers.get('location')).toBe('/guests')
  const [first] = await testConsole.site.database.keys.list(olga.id)
  expect(first?.revokedAtMs).not.toBeNull()
})

test('a link that was lost gets another address with one act, and what it is for stays', async () => {
  const { testConsole, olga, visitor } = await setUp()
  await using _ = testConsole
  const album = await addAlbum(testConsole.site, commandActor, olga.id, 'Wedding')
  const { path, key } = await makeLink(visitor, { ...link, albumId: album.id })
  const before = await sendBy(testConsole, key, 1)
  const renewed = await visitor.post(`${path}/renew`)
  expect(renewed.headers.get('location')).toBe(path)
  const page = await (await visitor.get(path)).text()
  const next = /\/drop#(pgl_\w{33})"/.exec(page)?.[1] ?? ''
  expect(next).not.toBe(key)
  expect(page).toContain('class="qr-code"')
  const { keys, images, audit } = testConsole.site.database
  expect(await keys.bySecretHash(hashSecret(testConsole.site, key))).toBeUndefined()
  const after = await sendBy(testConsole, next, 2)
  expect((await images.list({ albumId: album.id, limit: 9 })).items.map(({ id }) => id).sort()).toEqual(
    [before, after].sort(),
  )
  expect((await keys.byId(path.replace('/keys/', '')))?.uploads).toBe(2)
  const { items } = await audit.list({ action: 'key.renew', limit: 9 })
  expect(items.map(({ subject, after }) => [subject, JSON.stringify(after).includes('pgl_')])).toEqual([
    [path.replace('/keys/', ''), false],
  ])
  expect(await (await visitor.get('/guests')).text()).toContain('Wedding')
  const stranger = await createSignedInVisitor(testConsole, await testConsole.addMember('bob'))
  expect((await stranger.post(`${path}/renew`)).status).toBe(404)
  await visitor.post(`${path}/revoke`, { return: '/guests' })
  expect((await visitor.post(`${path}/renew`)).status).toBe(409)
})

test('another owner sees neither the link nor what came by it', async () => {
  const { testConsole, visitor } = await setUp()
  await using _ = testConsole
  const { key, path } = await makeLink(visitor)
  const sent = await sendBy(testConsole, key, 1)
  const stranger = await createSignedInVisitor(testConsole, await testConsole.addMember('bob'))
  expect((await stranger.get(path)).status).toBe(404)
  const id = path.replace('/keys/', '')
  expect(await (await stranger.get(`/images?key=${id}`)).text()).not.toContain(sent)
  expect(await (await stranger.get('/guests')).text()).not.toContain('Summer party')
  expect((await stranger.post(`/keys/${id}/revoke`, { return: '/guests' })).status).toBe(404)
})

test('what a form for a link gets wrong is said at its field, in Chinese too', async () => {
  const { testConsole, visitor } = await setUp()
  await using _ = testConsole
  for (const [change, said] of [
    [{ maxUploads: '0' }, '上传总数必须是 1 到'],
    [{ maxUploads: 'many' }, '上传总数必须是 1 到'],
    [{ categoryId: 'nowhere' }, '分类“nowhere”不存在或已停用'],
  ] as const) {
    visitor.cookies.set('language', 'zh-CN')
    const answer = await visitor.post('/guests', { ...link, ...change })
    expect(answer.status).toBe(400)
    const page = await answer.text()
    expect(page).toContain(said)
    expect(page).toContain('value="Summer party"')
  }
})
