import { afterAll, beforeAll, expect, test } from 'bun:test'
import { changesPerMinute } from '@pictoglyph/site/accounts/change-rate'
import { setDisplayName, setUserDisabled, setUserQuota, setUserRole } from '@pictoglyph/site/accounts/users'
import {
  addAlbum,
  arrangeAlbums,
  describeAlbum,
  moveInAlbum,
  setAlbumCover,
  setAlbumPublic,
  setAlbumRandomLink,
} from '@pictoglyph/site/albums'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { category } from '@pictoglyph/site/categories'
import { charset } from '@pictoglyph/site/ciphers/charset'
import {
  deleteImages,
  moveImages,
  restoreImages,
  setImagesExpiry,
  titleImages,
} from '@pictoglyph/site/images'
import { createKey } from '@pictoglyph/site/keys'
import { setLink } from '@pictoglyph/site/links'
import { setPolicy } from '@pictoglyph/site/policy/set-policy'
import { runAction } from '@pictoglyph/site/things/run-action'
import { type ConsoleUnderTest, startConsole } from './support/console-under-test.ts'
import { picture } from './support/pictures.ts'
import { imageIdOf, uploadPicture } from './support/upload-picture.ts'
import { createSignedInVisitor, type Visitor } from './support/visitor.ts'

let testConsole: ConsoleUnderTest
beforeAll(async () => {
  testConsole = await startConsole()
})
afterAll(() => testConsole[Symbol.asyncDispose]())

async function signIn(name: string) {
  const user = await testConsole.addMember(name)
  return { user, visitor: await createSignedInVisitor(testConsole, user) }
}

const uploadSome = async (visitor: Visitor, count: number) => {
  const ids: string[] = []
  for (let width = 1; width <= count; width += 1) {
    ids.push(imageIdOf(await uploadPicture(visitor, {}, picture({ width }))))
  }
  return ids
}

const entries = async () => (await testConsole.site.database.audit.list({ limit: 1_000 })).items.length

test('a member changes so much a minute, and is told when to go on; others go on meanwhile', async () => {
  const { user, visitor } = await signIn('mia')
  const { visitor: other } = await signIn('noa')
  for (let count = 1; count < changesPerMinute; count += 1) {
    await testConsole.tries.take({ act: 'change', by: { userId: user.id } }, changesPerMinute)
  }
  expect((await visitor.post('/albums', { name: 'The last one' })).status).toBe(303)
  const before = await entries()
  visitor.cookies.set('language', 'zh-CN')
  const refused = await visitor.post('/albums', { name: 'One too many' })
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
  expect(await refused.text()).toContain('尝试次数过多')
  expect(await entries()).toBe(before)
  expect((await other.post('/albums', { name: 'Mine' })).status).toBe(303)
  expect((await visitor.get('/images')).status).toBe(200)
})

test('a form counts once more for every hundred images that it names', async () => {
  const { visitor } = await signIn('oda')
  const ids = Array.from({ length: 9_900 }, (_, index) => `image${index}`)
  for (let count = 0; count < 6; count += 1) {
    expect((await visitor.post('/images/delete', { id: ids })).status).toBe(404)
  }
  expect((await visitor.post('/images/delete', { id: ids })).status).toBe(429)
})

test('what has no effect leaves no entry', async () => {
  const { site } = testConsole
  const { user, visitor } = await signIn('pia')
  const ids = await uploadSome(visitor, 3)
  const album = await addAlbum(site, commandActor, user.id, 'Sea')
  await addAlbum(site, commandActor, user.id, 'Land')
  await createKey(site, commandActor, {
    userId: user.id,
    name: 'one',
    permissions: ['images:upload'],
    defaultCategoryId: null,
    clientKind: 'standard',
    binding: {},
  })
  const find = async () => (await site.database.albums.byId(album.id))!
  const images = async () => Promise.all(ids.map(async (id) => (await site.database.images.byId(id))!))
  const person = async () => (await site.database.users.byId(user.id))!
  const albums = async () => (await site.database.albums.list(user.id)).map(({ id }) => id).toReversed()
  const order = await albums()
  const end = Date.now() + 3_600_000
  const charsetId = (await site.database.charsets.list())[1]!.id
  const changes: Record<string, () => Promise<unknown>> = {
    move: async () => moveImages(site, commandActor, { ids, into: await find(), outOf: null }),
    order: async () =>
      moveInAlbum(site, commandActor, await find(), { images: (await images()).toReversed(), to: 'last' }),
    cover: async () => setAlbumCover(site, commandActor, await find(), ids[0]!),
    describe: async () =>
      describeAlbum(site, commandActor, await find(), { name: 'The sea', description: 'Deep' }),
    publish: async () => setAlbumPublic(site, commandActor, await find(), true),
    random: async () => setAlbumRandomLink(site, commandActor, await find(), true),
    arrange: () => arrangeAlbums(site, commandActor, user.id, order),
    title: async () => titleImages(site, commandActor, await images(), 'Blue'),
    end: async () => setImagesExpiry(site, commandActor, await images(), end),
    link: async () => setLink(site, commandActor, { name: 'the-sea', image: (await images())[0]! }),
    displayName: async () => setDisplayName(site, commandActor, await person(), 'Pia'),
    quota: async () => setUserQuota(site, commandActor, await person(), 1_000_000),
    role: async () => setUserRole(site, commandActor, await person(), 'admin'),
    disable: async () => setUserDisabled(site, commandActor, await person(), true),
    enable: async () => setUserDisabled(site, commandActor, await person(), false),
    policy: () => setPolicy(site, commandActor, 'upload.maxFrames', '77'),
    category: () => runAction(site, { actor: commandActor, thing: category, verb: 'disable', id: 'general' }),
    charset: () => runAction(site, { actor: commandActor, thing: charset, verb: 'disable', id: charsetId }),
    charsetDefault: () =>
      runAction(site, { actor: commandActor, thing: charset, verb: 'default', id: charsetId }),
    takeOut: async () => moveImages(site, commandActor, { ids, into: null, outOf: await find() }),
    delete: () => deleteImages(site, commandActor, user.id, ids),
    restore: () => restoreImages(site, commandActor, user.id, ids),
  }
  for (const [name, change] of Object.entries(changes)) {
    const before = await entries()
    await change()
    const after = await entries()
    expect(after, name).toBeGreaterThan(before)
    await change()
    expect(await entries(), `${name} again`).toBe(after)
  }
})
