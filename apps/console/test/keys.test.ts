import { expect, test } from 'bun:test'
import { addAlbum, addCategory, commandActor, createKey, type KeyBinding, setPolicy } from '@pictoglyph/core'
import { mediaTypes } from '@pictoglyph/media'
import { type ConsoleUnderTest, startConsole } from './support/console-under-test.ts'
import { createSignedInVisitor } from './support/visitor.ts'

async function boundKey(testConsole: ConsoleUnderTest, userId: string, binding: KeyBinding): Promise<string> {
  const { key } = await createKey(testConsole.site, commandActor, {
    userId,
    name: 'Blog',
    permissions: ['images:upload'],
    expiresAtMs: null,
    defaultCategoryId: null,
    clientKind: 'standard',
    binding,
  })
  return key.id
}

test('a key says what it is restricted to, on its page and in the list', async () => {
  await using testConsole = await startConsole()
  const olga = await testConsole.addMember('olga')
  const cats = await addCategory(testConsole.site, commandActor, 'Cat pictures')
  const travel = await addAlbum(testConsole.site, commandActor, olga.id, 'Travel')
  const id = await boundKey(testConsole, olga.id, {
    categoryIds: [cats.id],
    albumIds: [travel.id],
    types: ['image/png', 'image/webp'],
    maxBytes: 2 * 1024 * 1024,
    networks: ['10.0.0.0/8', '2001:db8::/32'],
  })
  const visitor = await createSignedInVisitor(testConsole, olga)
  for (const path of [`/keys/${id}`, '/keys']) {
    const page = await (await visitor.get(path)).text()
    for (const words of ['Cat pictures', 'Travel', 'PNG, WebP', '2 MB', '10.0.0.0/8, 2001:db8::/32']) {
      expect(page).toContain(words)
    }
  }
  const free = await boundKey(testConsole, olga.id, {})
  expect(await (await visitor.get(`/keys/${free}`)).text()).not.toContain('Only ')
})

test('a test uploads to a category and an album that the key may use', async () => {
  await using testConsole = await startConsole()
  const olga = await testConsole.addMember('olga')
  const cats = await addCategory(testConsole.site, commandActor, 'cats')
  const travel = await addAlbum(testConsole.site, commandActor, olga.id, 'Travel')
  const id = await boundKey(testConsole, olga.id, { categoryIds: [cats.id], albumIds: [travel.id] })
  const visitor = await createSignedInVisitor(testConsole, olga)
  const answer = await visitor.post(`/keys/${id}/test`)
  expect(answer.headers.get('location')).toStartWith('/images/')
  const { items } = await testConsole.site.database.images.list({ limit: 9, albumId: travel.id })
  expect(items.map(({ categoryId }) => categoryId)).toEqual([cats.id])
})

test('a test whose picture was there before does not say that it came in with this key', async () => {
  await using testConsole = await startConsole()
  const olga = await testConsole.addMember('olga')
  const cats = await addCategory(testConsole.site, commandActor, 'cats')
  const visitor = await createSignedInVisitor(testConsole, olga)
  const told = async (id: string) => {
    const answer = await visitor.post(`/keys/${id}/test`)
    const page = await (await visitor.get(answer.headers.get('location') ?? '')).text()
    return /role="status"[^>]*><p>(.*?)<\/p>/.exec(page)?.[1]
  }
  expect(await told(await boundKey(testConsole, olga.id, {}))).toBe(
    'The key “Blog” works: this test image came in with it.',
  )
  expect(await told(await boundKey(testConsole, olga.id, { categoryIds: [cats.id] }))).toBe(
    'The key “Blog” works. The test image was here already, so that nothing was added.',
  )
})

test('a test says that a key works only from the networks that it is bound to', async () => {
  await using testConsole = await startConsole()
  const olga = await testConsole.addMember('olga')
  const id = await boundKey(testConsole, olga.id, { networks: ['10.0.0.0/8'] })
  const visitor = await createSignedInVisitor(testConsole, olga)
  const answer = await visitor.post(`/keys/${id}/test`)
  const page = await (await visitor.get(answer.headers.get('location') ?? '')).text()
  expect(page).toContain('The key “Blog” works, but only from 10.0.0.0/8: this test image came in with it.')
})

test('a key is made with every restriction that the command offers', async () => {
  await using testConsole = await startConsole()
  const olga = await testConsole.addMember('olga')
  const cats = await addCategory(testConsole.site, commandActor, 'cats')
  const travel = await addAlbum(testConsole.site, commandActor, olga.id, 'Travel')
  const visitor = await createSignedInVisitor(testConsole, olga)
  const answer = await visitor.post('/keys', {
    name: 'Office',
    permission: 'images:upload',
    expires: 'day',
    lastDay: '2099-12-31',
    categoryIds: [cats.id, 'general'],
    albumIds: travel.id,
    types: ['image/jpeg', 'image/png'],
    maxBytes: '1.5',
    network: '10.0.0.0/8\n2001:db8::/32',
    uploadsPerMinute: '30',
    maxUploads: '500',
    imageLifetime: '30d',
    linkNames: 'today, logo',
  })
  const id = answer.headers.get('location')?.replace('/keys/', '') ?? ''
  expect(await testConsole.site.database.keys.byId(id)).toMatchObject({
    expiresAtMs: Date.UTC(2100, 0, 1),
    uploadsPerMinute: 30,
    maxUploads: 500,
    imageLifetimeMs: 30 * 86_400_000,
    binding: {
      categoryIds: [cats.id, 'general'],
      albumIds: [travel.id],
      types: ['image/jpeg', 'image/png'],
      maxBytes: 1.5 * 1024 * 1024,
      networks: ['10.0.0.0/8', '2001:db8::/32'],
      linkNames: ['today', 'logo'],
    },
  })
  const page = await (await visitor.get(`/keys/${id}`)).text()
  for (const field of ['categoryId', 'albumId']) expect(page).toContain(`&quot;${field}&quot;`)
})

test('restrictions that can’t be meant are refused at their field, with what was written', async () => {
  await using testConsole = await startConsole()
  const visitor = await createSignedInVisitor(testConsole, await testConsole.addMember('olga'))
  const fields = { name: 'Office', permission: 'images:upload', types: 'image/gif' }
  for (const [field, written] of [
    ['network', '10.0.0.1/8'],
    ['network', 'office'],
    ['maxBytes', '-1'],
    ['uploadsPerMinute', '0'],
    ['maxUploads', '0'],
    ['imageLifetime', 'soon'],
    ['linkNames', 'No Name!'],
  ] as const) {
    const answer = await visitor.post('/keys', { ...fields, [field]: written })
    expect(`${written} ${answer.status}`).toBe(`${written} 400`)
    const page = await answer.text()
    expect(page).toMatch(new RegExp(`name="${field}"[^>]*aria-invalid="true"`))
    expect(page).toContain(written)
    expect(page).toMatch(/value="image\/gif" checked/)
    expect(page).toContain('<details class="restriction-fields" open')
  }
  const day = await visitor.post('/keys', { ...fields, expires: 'day', lastDay: '' })
  expect(await day.text()).toMatch(/name="lastDay"[^>]*aria-invalid="true"/)
  expect(await testConsole.site.database.keys.list()).toHaveLength(1)
})

test('a test sends a type that the key may upload', async () => {
  await using testConsole = await startConsole()
  const { site } = testConsole
  const olga = await testConsole.addMember('olga')
  const visitor = await createSignedInVisitor(testConsole, olga)
  await setPolicy(site, commandActor, 'upload.types', 'png,jpeg,gif,webp,avif,svg')
  await testConsole.refresh()
  for (const type of mediaTypes) {
    const id = await boundKey(testConsole, olga.id, { types: [type] })
    const answer = await visitor.post(`/keys/${id}/test`)
    const image = await site.database.images.byId(
      answer.headers.get('location')?.replace('/images/', '') ?? '',
    )
    expect(image?.file.type).toBe(type)
  }
  await setPolicy(site, commandActor, 'upload.types', 'webp')
  await testConsole.refresh()
  const free = await visitor.post(`/keys/${await boundKey(testConsole, olga.id, {})}/test`)
  expect(free.headers.get('location')).toStartWith('/images/')
  const useless = await visitor.post(
    `/keys/${await boundKey(testConsole, olga.id, { types: ['image/gif'] })}/test`,
  )
  expect(useless.status).toBe(400)
})
