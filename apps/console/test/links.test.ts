import { expect, test } from 'bun:test'
import { newId } from '@pictoglyph/core'
import { startConsole } from './support/console-under-test.ts'
import { picture } from './support/pictures.ts'
import { imageIdOf, uploadPicture } from './support/upload-picture.ts'
import { createSignedInVisitor } from './support/visitor.ts'

test('an owner has a link lead to an image, to another one, and back again', async () => {
  await using console_ = await startConsole()
  const alice = await createSignedInVisitor(console_, await console_.addMember('alice'))
  const upload = async () => imageIdOf(await uploadPicture(alice, { title: newId() }, picture()))
  const [one, two] = [await upload(), await upload()]
  const target = async () => (await console_.site.database.links.byName('weather-map'))?.imageId
  for (const id of [one, two]) {
    const answer = await alice.post('/links', {
      name: 'weather-map',
      image: `https://images.example/p/${id}`,
    })
    expect(answer.status).toBe(303)
    expect(await target()).toBe(id)
  }
  const page = await (await alice.get('/links')).text()
  expect(page).toContain('/l/weather-map')
  expect(page).toContain(`/images/${two}`)
  expect((await alice.post('/links/restore', { name: 'weather-map', number: '1' })).status).toBe(303)
  expect(await target()).toBe(one)
  expect((await alice.post('/links', { name: 'No', image: one })).status).toBe(400)
  const bob = await createSignedInVisitor(console_, await console_.addMember('bob'))
  expect((await bob.post('/links/restore', { name: 'weather-map', number: '2' })).status).toBe(404)
  expect(await target()).toBe(one)
})

test('an owner gives an image an end and takes it away, and finds images by it', async () => {
  await using console_ = await startConsole()
  const alice = await createSignedInVisitor(console_, await console_.addMember('alice'))
  const id = imageIdOf(await uploadPicture(alice, { title: 'ends' }, picture()))
  const endOf = async () => (await console_.site.database.images.byId(id))?.expiresAtMs ?? null
  const isFound = async () => (await (await alice.get('/images?ending=on')).text()).includes(`/images/${id}`)
  const describe = (expiresIn: string) => alice.post(`/images/${id}`, { title: 'ends', expiresIn })
  expect(await isFound()).toBe(false)
  expect((await describe('12h')).status).toBe(303)
  const end = await endOf()
  expect(end).toBeGreaterThan(console_.site.clock() + 11 * 3_600_000)
  expect(await isFound()).toBe(true)
  expect((await describe('soon')).status).toBe(400)
  expect((await describe('')).status).toBe(303)
  expect(await endOf()).toBe(end)
  expect((await describe('forever')).status).toBe(303)
  expect(await endOf()).toBeNull()
})
