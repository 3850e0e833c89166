import { expect, test } from 'bun:test'
import { addAlbum, addCategory, commandActor, createKey, type KeyBinding } from '@pictoglyph/core'
import { type ConsoleUnderTest, startConsole } from './support/console-under-test.ts'
import { createSignedInVisitor } from './support/visitor.ts'

async function boundKey(console_: ConsoleUnderTest, userId: string, binding: KeyBinding): Promise<string> {
  const { key } = await createKey(console_.site, commandActor, {
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
  await using console_ = await startConsole()
  const olga = await console_.addMember('olga')
  const cats = await addCategory(console_.site, commandActor, 'Cat pictures')
  const travel = await addAlbum(console_.site, commandActor, olga.id, 'Travel')
  const id = await boundKey(console_, olga.id, {
    categoryIds: [cats.id],
    albumIds: [travel.id],
    types: ['image/png', 'image/webp'],
    maxBytes: 2 * 1024 * 1024,
    networks: ['10.0.0.0/8', '2001:db8::/32'],
  })
  const visitor = await createSignedInVisitor(console_, olga)
  for (const path of [`/keys/${id}`, '/keys']) {
    const page = await (await visitor.get(path)).text()
    for (const words of ['Cat pictures', 'Travel', 'PNG, WebP', '2 MB', '10.0.0.0/8, 2001:db8::/32']) {
      expect(page).toContain(words)
    }
  }
  const free = await boundKey(console_, olga.id, {})
  expect(await (await visitor.get(`/keys/${free}`)).text()).not.toContain('Only ')
})

test('a test uploads to a category and an album that the key may use', async () => {
  await using console_ = await startConsole()
  const olga = await console_.addMember('olga')
  const cats = await addCategory(console_.site, commandActor, 'cats')
  const travel = await addAlbum(console_.site, commandActor, olga.id, 'Travel')
  const id = await boundKey(console_, olga.id, { categoryIds: [cats.id], albumIds: [travel.id] })
  const visitor = await createSignedInVisitor(console_, olga)
  const answer = await visitor.post(`/keys/${id}/test`)
  expect(answer.headers.get('location')).toStartWith('/images/')
  const { items } = await console_.site.database.images.list({ limit: 9, albumId: travel.id })
  expect(items.map(({ categoryId }) => categoryId)).toEqual([cats.id])
})

test('a test whose picture was there before does not say that it came in with this key', async () => {
  await using console_ = await startConsole()
  const olga = await console_.addMember('olga')
  const cats = await addCategory(console_.site, commandActor, 'cats')
  const visitor = await createSignedInVisitor(console_, olga)
  const told = async (id: string) => {
    const answer = await visitor.post(`/keys/${id}/test`)
    const page = await (await visitor.get(answer.headers.get('location') ?? '')).text()
    return /role="status"[^>]*><p>(.*?)<\/p>/.exec(page)?.[1]
  }
  expect(await told(await boundKey(console_, olga.id, {}))).toBe(
    'The key “Blog” works: this test image came in with it.',
  )
  expect(await told(await boundKey(console_, olga.id, { categoryIds: [cats.id] }))).toBe(
    'The key “Blog” works. The test image was here already, so that nothing was added.',
  )
})

test('a test says that a key works only from the networks that it is bound to', async () => {
  await using console_ = await startConsole()
  const olga = await console_.addMember('olga')
  const id = await boundKey(console_, olga.id, { networks: ['10.0.0.0/8'] })
  const visitor = await createSignedInVisitor(console_, olga)
  const answer = await visitor.post(`/keys/${id}/test`)
  const page = await (await visitor.get(answer.headers.get('location') ?? '')).text()
  expect(page).toContain('The key “Blog” works, but only from 10.0.0.0/8: this test image came in with it.')
})
