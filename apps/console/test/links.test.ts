import { expect, test } from 'bun:test'
import { newId } from '@pictoglyph/site/language/ids'
import { startConsole } from './support/console-under-test.ts'
import { picture } from './support/pictures.ts'
import { imageIdOf, uploadPicture } from './support/upload-picture.ts'
import { createSignedInVisitor } from './support/visitor.ts'

test('an owner has a link lead to an image, to another one, and back again', async () => {
  await using testConsole = await startConsole()
  const alice = await createSignedInVisitor(testConsole, await testConsole.addMember('alice'))
  const upload = async (width: number) =>
    imageIdOf(await uploadPicture(alice, { title: newId() }, picture({ width })))
  const [one, two] = [await upload(48), await upload(49)]
  expect(two).not.toBe(one)
  const target = async () => (await testConsole.site.database.links.byName('weather-map'))?.imageId
  for (const id of [one, two]) {
    const answer = await alice.post('/links', {
      name: 'weather-map',
      image: `https://images.example/p/${id}`,
    })
    expect(answer.status).toBe(303)
    expect(await target()).toBe(id)
  }
  expect((await alice.get('/links')).headers.get('Location')).toBe('/images?linked=on')
  const page = await (await alice.get('/images?linked=on')).text()
  expect(page).toContain('/l/weather-map')
  expect(page).toContain(`/images/${two}`)
  expect((await alice.post('/links/restore', { name: 'weather-map', number: '1' })).status).toBe(303)
  expect(await target()).toBe(one)
  expect((await alice.post('/links', { name: 'No', image: one })).status).toBe(400)
  const bob = await createSignedInVisitor(testConsole, await testConsole.addMember('bob'))
  expect((await bob.post('/links/restore', { name: 'weather-map', number: '2' })).status).toBe(404)
  expect(await target()).toBe(one)
})

test('the page of an image has the links that lead to it, and takes a new one', async () => {
  await using testConsole = await startConsole()
  const alice = await createSignedInVisitor(testConsole, await testConsole.addMember('alice'))
  const [one, two] = [
    imageIdOf(await uploadPicture(alice, { title: newId() }, picture())),
    imageIdOf(await uploadPicture(alice, { title: newId() }, picture({ width: 49 }))),
  ]
  const here = `/images/${one}`
  const answer = await alice.post('/links', { name: 'weather-map', image: one, return: here })
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, here])
  const textOf = async (path: string) => (await alice.get(path)).text()
  expect(await textOf(here)).toContain('/l/weather-map')
  expect(await textOf(`/images/${two}`)).not.toContain('/l/weather-map')
  await alice.post('/links/end', { name: 'weather-map' })
  await alice.get('/images?linked=on')
  expect(await textOf(here)).not.toContain('/l/weather-map')
})

test('an owner ends a link, takes that back, and no one else can have its name', async () => {
  await using testConsole = await startConsole()
  const alice = await createSignedInVisitor(testConsole, await testConsole.addMember('alice'))
  const bob = await createSignedInVisitor(testConsole, await testConsole.addMember('bob'))
  const image = imageIdOf(await uploadPicture(alice, { title: newId() }, picture()))
  const bobs = imageIdOf(await uploadPicture(bob, { title: newId() }, picture()))
  const link = () => testConsole.site.database.links.byName('map')
  expect((await alice.post('/links', { name: 'map', image })).status).toBe(303)
  expect((await bob.post('/links/end', { name: 'map' })).status).toBe(404)
  expect((await link())?.endedAtMs).toBeNull()
  expect((await alice.post('/links/end', { name: 'map' })).status).toBe(303)
  expect((await link())?.endedAtMs).toBeNumber()
  const page = await (await alice.get('/images?linked=on')).text()
  expect(page).toContain('The link “map” has ended.')
  expect(page.match(/action="\/links\/resume"/g)).toHaveLength(2)
  expect((await alice.post('/links/end', { name: 'map' })).status).toBe(404)
  expect((await bob.post('/links', { name: 'map', image: bobs })).status).toBe(400)
  expect((await bob.post('/links/resume', { name: 'map' })).status).toBe(404)
  expect((await link())?.endedAtMs).toBeNumber()
  expect((await alice.post('/links/resume', { name: 'map' })).status).toBe(303)
  expect(await link()).toMatchObject({ imageId: image, endedAtMs: null })
  await alice.post('/links/end', { name: 'map' })
  expect((await alice.post('/links', { name: 'map', image })).status).toBe(303)
  expect(await link()).toMatchObject({ imageId: image, endedAtMs: null })
})

test('an owner offers a random image of a public album, and its page says the address', async () => {
  await using testConsole = await startConsole()
  const { site } = testConsole
  const alice = await createSignedInVisitor(testConsole, await testConsole.addMember('alice'))
  const added = await alice.post('/albums', { name: 'Wallpapers' })
  expect(added.status).toBe(303)
  const [album] = (await site.database.albums.list()).filter(({ name }) => name === 'Wallpapers')
  if (album === undefined) throw new Error('there is no album')
  const change = (what: string, value: string) => alice.post(`/albums/${album.id}/${what}`, { [what]: value })
  const page = async () => (await alice.get('/albums')).text()
  expect(await page()).not.toContain(`/albums/${album.id}/random`)
  await change('public', 'on')
  expect(await page()).not.toMatch(/\/a\/\w{22}\/random/)
  expect((await change('random', 'on')).status).toBe(303)
  const token = (await site.database.albums.byId(album.id))?.publicToken
  expect(await page()).toContain(`/a/${token}/random`)
  const { items } = await site.database.audit.list({ action: 'album.describe', limit: 1 })
  expect(items[0]).toMatchObject({ before: { hasRandomLink: false }, after: { hasRandomLink: true } })
  await change('random', 'off')
  expect((await site.database.albums.byId(album.id))?.hasRandomLink).toBe(false)
  await change('random', 'on')
  await change('public', 'off')
  await change('public', 'on')
  expect(await page()).not.toMatch(/\/a\/\w{22}\/random/)
})

test('an owner gives an image an end and takes it away, and finds images by it', async () => {
  await using testConsole = await startConsole()
  const alice = await createSignedInVisitor(testConsole, await testConsole.addMember('alice'))
  const id = imageIdOf(await uploadPicture(alice, { title: 'ends' }, picture()))
  const endOf = async () => (await testConsole.site.database.images.byId(id))?.expiresAtMs ?? null
  const isFound = async () => (await (await alice.get('/images?ending=on')).text()).includes(`/images/${id}`)
  const describe = (expiresIn: string) => alice.post(`/images/${id}`, { title: 'ends', expiresIn })
  expect(await isFound()).toBe(false)
  expect((await describe('12h')).status).toBe(303)
  const end = await endOf()
  expect(end).toBeGreaterThan(testConsole.site.clock() + 11 * 3_600_000)
  expect(await isFound()).toBe(true)
  expect((await describe('soon')).status).toBe(400)
  expect((await describe('')).status).toBe(303)
  expect(await endOf()).toBe(end)
  expect((await describe('forever')).status).toBe(303)
  expect(await endOf()).toBeNull()
})
