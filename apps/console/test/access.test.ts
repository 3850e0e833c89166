import { expect, test } from 'bun:test'
import { newTotpSecret } from '@pictoglyph/site/accounts/second-factors'
import { addAlbum } from '@pictoglyph/site/albums'
import { auditDraft } from '@pictoglyph/site/audit/audit-draft'
import { deleteImages, moveImages } from '@pictoglyph/site/images'
import { createKey } from '@pictoglyph/site/keys'
import { newId } from '@pictoglyph/site/language/ids'
import { createConsoleApp } from '../src/console-app.ts'
import { consoleRoutes } from '../src/console-routes.ts'
import { type AccessRow, type AlicesThings, accessTable } from './access-table.ts'
import { consoleOptions } from './support/console-options.ts'
import { type ConsoleUnderTest, startConsole } from './support/console-under-test.ts'
import { picture } from './support/pictures.ts'
import { imageIdOf, uploadPicture } from './support/upload-picture.ts'
import { createSignedInVisitor, createVisitor, type Visitor } from './support/visitor.ts'

const secretTitle = 'a picture that is nobody’s business'

test('every route of the console stands in the access table, once', () => {
  const declared = consoleRoutes.map(({ method, path }) => `${method} ${path}`)
  expect(accessTable.map(({ route }) => route as string).sort()).toEqual(declared.sort())
})

test('the application has no route but those declared, and its assets', async () => {
  await using testConsole = await startConsole()
  const app = createConsoleApp(consoleOptions(testConsole))
  const bound = new Set(
    app.routes.filter(({ method }) => method !== 'ALL').map(({ method, path }) => `${method} ${path}`),
  )
  const declared = consoleRoutes.map(({ method, path }) => `${method} ${path}`)
  expect([...bound].sort()).toEqual([...declared, 'GET /assets/:name'].sort())
})

test('a stranger reaches nothing, and is asked to sign in', async () => {
  await using testConsole = await startConsole()
  const alice = await setUpAlice(testConsole)
  for (const row of accessTable) {
    const answer = await attempt(row, createVisitor(testConsole), alice.things)
    expect(`${row.route} ${answer.status}`).toBe(`${row.route} ${row.anonymous}`)
    const isOpen = consoleRoutes.some((route) => rowOf(route) === row.route && route.access === 'anyone')
    const isAsked = answer.headers.get('Location')?.startsWith('/sign-in') ?? false
    expect(`${row.route} ${isOpen || isAsked}`).toBe(`${row.route} true`)
    expect(await answer.text()).not.toContain(secretTitle)
  }
  await expectUntouched(testConsole, alice.things)
}, 30_000)

test('another owner reaches nothing of alice’s, and nothing of the operators’', async () => {
  await using testConsole = await startConsole()
  const alice = await setUpAlice(testConsole)
  const bob = await testConsole.addMember('bob')
  for (const row of accessTable) {
    const answer = await attempt(row, await createSignedInVisitor(testConsole, bob), alice.things)
    expect(`${row.route} ${answer.status}`).toBe(`${row.route} ${row.otherOwner}`)
    expect(await answer.text()).not.toContain(secretTitle)
  }
  await expectUntouched(testConsole, alice.things)
}, 30_000)

test('an operator runs the site, and reaches nothing of alice’s either', async () => {
  await using testConsole = await startConsole()
  const alice = await setUpAlice(testConsole)
  const operator = await testConsole.addMember('olga', 'admin')
  for (const row of accessTable) {
    const answer = await attempt(row, await createSignedInVisitor(testConsole, operator), alice.things)
    expect(`${row.route} ${answer.status}`).toBe(`${row.route} ${row.operator}`)
  }
  const image = await testConsole.site.database.images.byId(alice.things.imageId)
  expect(image?.title).toBe(secretTitle)
}, 30_000)

test('what the table calls alice’s is hers: she reaches it', async () => {
  await using testConsole = await startConsole()
  const { things, visitor } = await setUpAlice(testConsole)
  for (const row of accessTable.filter((row) => row.otherOwner === 404 && row.anonymous !== 404)) {
    if (/delete$|restore$|revoke$|end$/.test(row.route)) continue
    const answer = await attempt(row, visitor, things)
    expect(`${row.route} ${[200, 303].includes(answer.status)}`).toBe(`${row.route} true`)
  }
})

test('opening pages changes nothing, whoever opens them', async () => {
  await using testConsole = await startConsole()
  const { things } = await setUpAlice(testConsole)
  const operator = await testConsole.addMember('olga', 'admin')
  const before = await rowsOf(testConsole)
  for (const row of accessTable.filter(({ route }) => route.startsWith('GET'))) {
    await attempt(row, await createSignedInVisitor(testConsole, operator), things)
    const visitor = await createSignedInVisitor(testConsole, operator)
    await visitor.send(pathOf(row, things), { method: 'HEAD' })
  }
  expect(await rowsOf(testConsole)).toEqual(before)
})

function rowOf({ method, path }: { method: string; path: string }): string {
  return `${method} ${path}`
}

async function attempt(row: AccessRow, visitor: Visitor, things: AlicesThings): Promise<Response> {
  const path = pathOf(row, things)
  if (row.route.startsWith('GET')) return visitor.get(path)
  if (row.route === 'POST /upload') return uploadPicture(visitor, { albumId: things.albumId }, picture())
  return visitor.post(path, row.form?.(things) ?? {})
}

/** The route's path with alice's thing of the right kind, or the first of the site's. */
function pathOf({ route }: AccessRow, things: AlicesThings): string {
  const path = route.replace(/^\S+ /, '')
  const ids: [string, string][] = [
    ['/all-images', things.imageId],
    ['/images/deleted', things.deletedImageId],
    ['/images', things.imageId],
    ['/albums', things.albumId],
    ['/keys', things.keyId],
    ['/users', things.userId],
    ['/settings/uploads', 'general'],
    ['/settings/text/charsets', 'meow'],
    ['/settings/text/presets', 'compact'],
    ['/settings/networks', 'block-192.0.2.0_24'],
    ['/reports', things.imageId],
    ['/hashes', 'a'.repeat(64)],
  ]
  const id = ids.find(([start]) => path.startsWith(start))?.[1] ?? ''
  return path.replace(':id', id)
}

async function setUpAlice(testConsole: ConsoleUnderTest) {
  const { site } = testConsole
  const user = await testConsole.addMember('alice')
  const actor = { name: 'alice', userId: user.id, address: '127.0.0.1' }
  const visitor = await createSignedInVisitor(testConsole, user)
  const imageId = imageIdOf(await uploadPicture(visitor, { title: secretTitle }))
  const other = picture({ colour: [200, 10, 10] })
  const deletedImageId = imageIdOf(await uploadPicture(visitor, { title: secretTitle }, other))
  const album = await addAlbum(site, actor, user.id, 'hers')
  await moveImages(site, actor, { ids: [imageId], into: album, outOf: null })
  await deleteImages(site, actor, user.id, [deletedImageId])
  const { key } = await createKey(site, actor, {
    userId: user.id,
    name: 'hers',
    permissions: ['images:upload'],
    expiresAtMs: null,
    defaultCategoryId: null,
    clientKind: 'standard',
    binding: {},
  })
  const [session] = await site.database.sessions.list(user.id)
  const factorId = newId()
  await site.database.factors.add(
    {
      id: factorId,
      userId: user.id,
      kind: 'totp',
      name: 'phone',
      secret: newTotpSecret(),
      counter: 0,
      createdAtMs: 0,
      lastUsedAtMs: null,
    },
    { codeHashes: null, keptTokenHash: session?.tokenHash ?? '' },
    auditDraft(actor, 0, { action: 'user.factor.add', subject: user.id }),
  )
  const things: AlicesThings = {
    factorId,
    userId: user.id,
    imageId,
    deletedImageId,
    albumId: album.id,
    keyId: key.id,
    sessionHash: session?.tokenHash ?? '',
  }
  return { user, visitor, things }
}

async function expectUntouched({ site }: ConsoleUnderTest, things: AlicesThings): Promise<void> {
  const { database } = site
  expect((await database.images.byId(things.imageId))?.title).toBe(secretTitle)
  expect((await database.images.byIdWithDeleted(things.deletedImageId))?.deletedAtMs).not.toBeNull()
  expect(await database.albums.byId(things.albumId)).toMatchObject({ name: 'hers', publicToken: null })
  expect((await database.images.list({ albumId: things.albumId, limit: 9 })).items).toHaveLength(1)
  expect((await database.keys.byId(things.keyId))?.revokedAtMs).toBeNull()
  expect(await database.sessions.byTokenHash(things.sessionHash)).toBeDefined()
  expect(await database.factors.list(things.userId)).toHaveLength(1)
  expect(await database.users.byId(things.userId)).toMatchObject({ quotaBytes: null, disabledAtMs: null })
}

/** Everything that a page could have changed. */
async function rowsOf({ site: { database } }: ConsoleUnderTest) {
  return {
    revision: await database.revision(),
    audit: (await database.audit.list({ limit: 1000 })).items,
    images: (await database.images.list({ limit: 1000 })).items,
    albums: await database.albums.list(),
    keys: await database.keys.list(),
    users: await database.users.list(),
    categories: await database.categories.list(),
  }
}
