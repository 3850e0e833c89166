import { expect, test } from 'bun:test'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { deleteImages, restorableMs } from '@pictoglyph/site/images'
import type { Image } from '@pictoglyph/site/language/records'
import { type ConsoleUnderTest, startConsole } from './support/console-under-test.ts'
import { picture } from './support/pictures.ts'
import { imageIdOf, uploadPicture } from './support/upload-picture.ts'
import { createSignedInVisitor, createVisitor, type Visitor } from './support/visitor.ts'

const red = picture({ colour: [200, 10, 10] })
const blue = picture({ colour: [10, 10, 200] })

/** Two owners who have uploaded the same red picture, and bob a blue one besides. */
async function sharedPicture(testConsole: ConsoleUnderTest) {
  const [ann, bob] = [await testConsole.addMember('ann'), await testConsole.addMember('bob')]
  const upload = async (visitor: Visitor, title: string, bytes: Uint8Array<ArrayBuffer>) =>
    imageIdOf(await uploadPicture(visitor, { title }, bytes))
  const [anns, bobs] = [
    await createSignedInVisitor(testConsole, ann),
    await createSignedInVisitor(testConsole, bob),
  ]
  const ids = {
    anns: await upload(anns, 'Harbour', red),
    bobs: await upload(bobs, 'Quay', red),
    other: await upload(bobs, 'Terrace', blue),
  }
  const olga = await createSignedInVisitor(testConsole, await testConsole.addMember('olga', 'admin'))
  const live = async () =>
    (await testConsole.site.database.images.list({ limit: 99 })).items.map(({ title }) => title).sort()
  return { ids, olga, ann, bob, live }
}

const titlesOn = (page: string) =>
  [...page.matchAll(/<a dir="auto"[^>]*href="\/all-images\/[^"]*"[^>]*>([^<]*)</g)].map(([, title]) => title)

test('an operator finds images of all users by owner, words, category and bytes', async () => {
  await using testConsole = await startConsole()
  const { ids, olga } = await sharedPicture(testConsole)
  const titles = async (query: string) => titlesOn(await (await olga.get(`/all-images${query}`)).text())
  expect(await titles('')).toEqual(['Terrace', 'Quay', 'Harbour'])
  expect(await titles('?owner=BOB')).toEqual(['Terrace', 'Quay'])
  expect(await titles('?q=harb')).toEqual(['Harbour'])
  expect(await titles('?owner=bob&q=harb')).toEqual([])
  expect(await titles('?category=none')).toEqual([])
  const image = await testConsole.site.database.images.byId(ids.anns)
  expect(await titles(`?sha256=${image?.file.address.toUpperCase()}`)).toEqual(['Quay', 'Harbour'])
  expect(await titles('?state=deleted')).toEqual([])
  const nobody = await (await olga.get('/all-images?owner=nobody')).text()
  expect(nobody).toContain('There is no user “nobody”')
})

test('pages of all images lead on by key, and hold each image once', async () => {
  await using testConsole = await startConsole()
  const { olga } = await sharedPicture(testConsole)
  const carl = await createSignedInVisitor(testConsole, await testConsole.addMember('carl'))
  for (let width = 100; width < 162; width++)
    await uploadPicture(carl, { title: `n${width}` }, picture({ width }))
  const titles: (string | undefined)[] = []
  let path: string | undefined = '/all-images'
  while (path !== undefined) {
    const page: string = await (await olga.get(path)).text()
    titles.push(...titlesOn(page))
    path = /rel="next" href="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&')
  }
  expect(titles).toHaveLength(65)
  expect(new Set(titles).size).toBe(65)
})

test('an image is taken down for everyone, told in the audit log, and brought back by Undo', async () => {
  await using testConsole = await startConsole()
  const { ids, olga, bob, live } = await sharedPicture(testConsole)
  const taken = await olga.post('/all-images/take-down', {
    reason: 'Reported.',
    id: ids.bobs,
    return: '/all-images?owner=bob',
  })
  expect(taken.headers.get('Location')).toBe('/all-images?owner=bob')
  expect(await live()).toEqual(['Harbour', 'Terrace'])
  const { items } = await testConsole.site.database.audit.list({ action: 'image.takeDown', limit: 9 })
  expect(items).toMatchObject([{ actor: 'olga', before: { ownerId: bob.id, owner: 'bob' } }])
  const told = await (await olga.get('/all-images')).text()
  expect(told).toContain('1 image of 1 owner taken down.')
  expect(told).toContain('action="/all-images/restore"')
  await olga.post('/all-images/restore', { id: ids.bobs })
  expect(await live()).toEqual(['Harbour', 'Quay', 'Terrace'])
})

test('all copies go with an image, and no other; what an owner had deleted is not brought back', async () => {
  await using testConsole = await startConsole()
  const { ids, olga, ann, live } = await sharedPicture(testConsole)
  const anns = await createSignedInVisitor(testConsole, ann)
  const carl = await testConsole.addMember('carl')
  const carls = await createSignedInVisitor(testConsole, carl)
  const third = imageIdOf(await uploadPicture(carls, { title: 'Pier' }, red))
  await anns.post('/images/delete', { id: ids.anns })
  await olga.post('/all-images/take-down', { reason: 'Reported.', id: ids.bobs, copies: 'on' })
  expect(await live()).toEqual(['Terrace'])
  const told = await (await olga.get('/all-images')).text()
  expect(told).toContain('3 images of 3 owners taken down.')
  const undo = /action="\/all-images\/restore".*?<\/form>/s.exec(told)?.[0] ?? ''
  const undone = [...undo.matchAll(/name="id" value="([^"]+)"/g)].map(([, id]) => id ?? '')
  expect(undone.sort()).toEqual([ids.anns, ids.bobs, third].sort())
  await olga.post('/all-images/restore', { id: undone })
  expect(await live()).toEqual(['Pier', 'Quay', 'Terrace'])
})

test('more images than a cookie holds are taken down at once, and Undo brings back these alone', async () => {
  await using testConsole = await startConsole()
  const { olga, live, ids } = await sharedPicture(testConsole)
  const carl = await createSignedInVisitor(testConsole, await testConsole.addMember('carl'))
  for (let width = 100; width < 155; width++)
    await uploadPicture(carl, { title: `n${width}` }, picture({ width }))
  await olga.post('/all-images/take-down', { reason: 'Reported.', id: ids.other })
  await olga.get('/all-images')
  await olga.post('/all-images/take-down', {
    reason: 'Reported.',
    all: 'on',
    return: '/all-images?owner=carl',
  })
  expect(await live()).toEqual(['Harbour', 'Quay'])
  const told = await (await olga.get('/all-images')).text()
  const undo = /action="\/all-images\/restore".*?<\/form>/s.exec(told)?.[0] ?? ''
  const field = (name: string) => new RegExp(`name="${name}" value="([^"]+)"`).exec(undo)?.[1] ?? ''
  const span = { deletedFrom: field('deletedFrom'), deletedTo: field('deletedTo') }
  await olga.post('/all-images/restore', span)
  expect(await live()).toHaveLength(57)
  expect(await live()).not.toContain('Terrace')
})

test('what goes for good is back nowhere, deleted copies included, and its page is gone', async () => {
  await using testConsole = await startConsole()
  const { ids, olga, ann } = await sharedPicture(testConsole)
  const anns = await createSignedInVisitor(testConsole, ann)
  await anns.post('/images/delete', { id: ids.anns })
  const gone = await olga.post('/all-images/take-down', {
    reason: 'Reported.',
    id: ids.bobs,
    copies: 'on',
    forGood: 'on',
    return: `/all-images/${ids.bobs}`,
  })
  expect(gone.headers.get('Location')).toBe('/all-images')
  const { database } = testConsole.site
  expect([
    await database.images.byIdWithDeleted(ids.anns),
    await database.images.byIdWithDeleted(ids.bobs),
  ]).toEqual([undefined, undefined])
  expect(await (await olga.get('/all-images')).text()).toContain('2 images deleted for good.')
  expect((await olga.get(`/all-images/${ids.bobs}`)).status).toBe(404)
})

test('a takedown asks for a fresh proof, and goes on with it', async () => {
  let nowMs = Date.now()
  await using testConsole = await startConsole({ clock: () => nowMs })
  const { ids, live } = await sharedPicture(testConsole)
  const visitor = createVisitor(testConsole)
  await visitor.signIn('admin', testConsole.admin.password)
  nowMs += 11 * 60 * 1000
  const fields = { reason: 'Reported.', id: ids.bobs, copies: 'on', return: '/all-images' }
  const asked = await visitor.post('/all-images/take-down', fields)
  expect(asked.status).toBe(403)
  const page = await asked.text()
  for (const [name, value] of Object.entries(fields))
    expect(page).toContain(`name="${name}" value="${value}"`)
  expect(await live()).toHaveLength(3)
  const proved = await visitor.post('/all-images/take-down', { ...fields, proof: testConsole.admin.password })
  expect(proved.status).toBe(303)
  expect(await live()).toEqual(['Terrace'])
})

test('the page of an image says whose it is and how many have its bytes, and a deleted one can be seen and restored', async () => {
  let nowMs = Date.now()
  await using testConsole = await startConsole({ clock: () => nowMs })
  const { ids, olga, bob, live } = await sharedPicture(testConsole)
  const { file } = (await testConsole.site.database.images.byId(ids.bobs)) as Image
  const page = await (await olga.get(`/all-images/${ids.bobs}`)).text()
  expect(page).toContain('Uploaded by bob')
  expect(page).toContain(
    `<a href="/all-images?sha256=${file.address}"><span class="number">2</span> images</a>`,
  )
  await olga.post('/all-images/take-down', {
    reason: 'Reported.',
    id: ids.bobs,
    return: `/all-images/${ids.bobs}`,
  })
  const deleted = await (await olga.get(`/all-images/${ids.bobs}`)).text()
  expect(deleted).toContain('Taken down by an operator: Reported.')
  const shown = await olga.get(`/all-images/${ids.bobs}/picture`)
  expect(shown.headers.get('Content-Type')).toBe(file.type)
  await olga.post('/all-images/restore', { id: ids.bobs })
  expect(await live()).toContain('Quay')
  await deleteImages(testConsole.site, commandActor, bob.id, [ids.bobs])
  nowMs += restorableMs
  const admin = await testConsole.site.database.users.byName('admin')
  const later = await createSignedInVisitor(testConsole, { id: admin?.id ?? '' })
  expect(await (await later.get(`/all-images/${ids.bobs}`)).text()).not.toContain('/all-images/restore')
  expect((await later.post('/all-images/restore', { id: ids.bobs })).status).toBe(404)
})

test('its owner sees a grey tile with the reason, and by no door gets the image back, nor the bytes in again', async () => {
  await using testConsole = await startConsole()
  const { ids, olga, bob, live } = await sharedPicture(testConsole)
  const bobs = await createSignedInVisitor(testConsole, bob)
  await olga.post('/all-images/take-down', { id: ids.bobs, reason: 'A face <b>' })
  for (const path of ['/images', '/images/deleted']) {
    const page = await (await bobs.get(path)).text()
    expect(page).toContain('Taken down by an operator: A face &lt;b&gt;')
    expect(page).not.toContain(`value="${ids.bobs}"`)
  }
  expect((await bobs.get(`/images/deleted/${ids.bobs}`)).status).toBe(404)
  expect((await bobs.get(`/images/${ids.bobs}`)).status).toBe(404)
  for (const path of ['/images/restore', '/images/purge', '/images/delete', '/images/zip', '/images/links']) {
    await bobs.post(path, { id: ids.bobs })
  }
  expect(await live()).toEqual(['Harbour', 'Terrace'])
  const { takenDown } = (await testConsole.site.database.images.byIdWithDeleted(ids.bobs)) ?? {}
  expect(takenDown?.reason).toBe('A face <b>')
  const again = await uploadPicture(bobs, { title: 'Again' }, red)
  expect(again.status).toBe(400)
  expect(await again.text()).toContain('A face &lt;b&gt;')
})
