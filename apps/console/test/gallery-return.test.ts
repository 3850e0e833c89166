import { afterAll, beforeAll, expect, test } from 'bun:test'
import { imagesPerPage } from '../src/gallery/image-query.ts'
import { type ConsoleUnderTest, startConsole } from './support/console-under-test.ts'
import { fieldsOf, unescaped } from './support/form-fields.ts'
import { picture } from './support/pictures.ts'
import { imageIdOf, uploadPicture } from './support/upload-picture.ts'
import { createSignedInVisitor, type Visitor } from './support/visitor.ts'

let testConsole: ConsoleUnderTest
let visitor: Visitor
let ids: string[]
beforeAll(async () => {
  testConsole = await startConsole()
  visitor = await createSignedInVisitor(testConsole, await testConsole.addMember('olga', 'admin'))
  ids = []
  for (let index = 0; index < imagesPerPage + 2; index++) {
    ids.unshift(imageIdOf(await uploadPicture(visitor, { title: 'Sea' }, picture({ width: 1 + index }))))
  }
}, 30_000)
afterAll(async () => {
  await testConsole[Symbol.asyncDispose]()
})

const pageAt = async (path: string) => (await visitor.get(path)).text()
const nextOf = (page: string) => unescaped(/rel="next" href="([^"]+)"/.exec(page)?.[1])
const idsIn = (page: string) =>
  [...page.matchAll(/type="checkbox" name="id" value="(\w+)"/g)].map(([, id = '']) => id)

const placeOf = (answer: Response) => [answer.status, answer.headers.get('Location')]

test('undo leads back to the page and the filter that images were deleted on', async () => {
  const place = nextOf(await pageAt('/images?q=sea'))
  const page = await pageAt(place)
  expect(idsIn(page)).toEqual(ids.slice(-2))
  const { return: back = [] } = fieldsOf(page, '/images/to-album')
  const deleted = await visitor.post('/images/delete', { id: ids.slice(-1), return: back })
  expect(placeOf(deleted)).toEqual([303, place])
  const undone = await visitor.post('/images/restore', fieldsOf(await pageAt(place), '/images/restore'))
  expect(placeOf(undone)).toEqual([303, place])
  expect(idsIn(await pageAt(place))).toEqual(ids.slice(-2))
})

test('an image deleted on its own page leads back to the page and the filter that one came from', async () => {
  const place = nextOf(await pageAt('/images?q=sea'))
  const [id = ''] = ids.slice(-1)
  const own = unescaped(new RegExp(`href="(/images/${id}[^"]*)"`).exec(await pageAt(place))?.[1])
  const renamed = await visitor.post(own, { title: 'Sea' })
  expect(placeOf(renamed)).toEqual([303, own])
  const page = await pageAt(own)
  expect(fieldsOf(page, '/images/delete')).toEqual({ id: [id], return: [place] })
  expect(placeOf(await visitor.post('/images/delete', fieldsOf(page, '/images/delete')))).toEqual([
    303,
    place,
  ])
  await visitor.post('/images/restore', fieldsOf(await pageAt(place), '/images/restore'))
})

test('an image that is opened from the start of the gallery leads back there', async () => {
  const [id = ''] = ids
  expect(await pageAt('/images')).toMatch(new RegExp(`href="/images/${id}"`))
  expect(fieldsOf(await pageAt(`/images/${id}`), '/images/delete')).toEqual({ id: [id], return: ['/images'] })
  const lured = await pageAt(`/images/${id}?return=https://evil.example`)
  expect(fieldsOf(lured, '/images/delete').return).toEqual(['/'])
})

test('no undo and no act of the gallery leads to another site', async () => {
  const id = ids.slice(0, 1)
  for (const elsewhere of ['https://evil.example', '//evil.example', '/\\evil.example']) {
    for (const path of ['/images/delete', '/images/restore']) {
      expect(placeOf(await visitor.post(path, { id, return: elsewhere }))).toEqual([303, '/'])
    }
  }
})

test('a refused act shows the page and the filter again that it was sent from', async () => {
  const place = nextOf(await pageAt('/images?q=sea'))
  for (const [path, status] of [
    ['/images/delete', 400],
    ['/images/to-album', 404],
  ] as const) {
    const refused = await visitor.post(path, { return: place })
    expect(refused.status).toBe(status)
    const page = await refused.text()
    expect(idsIn(page)).toEqual(ids.slice(-2))
    expect(page).toContain('name="q" value="sea"')
    expect(page).toContain('href="/images?q=sea"')
    expect(fieldsOf(page, '/images/to-album').return).toEqual([place])
  }
})

test('a page of the gallery that was emptied does not say that there are no images', async () => {
  const place = nextOf(await pageAt('/images'))
  await visitor.post('/images/delete', { id: ids.slice(-2), return: place })
  const page = await pageAt(place)
  expect(idsIn(page)).toEqual([])
  expect(page).toContain('No images are left on this page')
  expect(page).toContain('href="/images"')
  expect(placeOf(await visitor.post('/images/restore', fieldsOf(page, '/images/restore')))).toEqual([
    303,
    place,
  ])
})

test('restoring leads back to the page of deleted images, also where it is refused', async () => {
  await visitor.post('/images/delete', { id: ids })
  const first = await pageAt('/images/deleted')
  const place = nextOf(first)
  const last = await pageAt(place)
  const { return: back = [] } = fieldsOf(last, '/images/restore')
  const refused = await (await visitor.post('/images/restore', { return: back })).text()
  expect(idsIn(last)).toHaveLength(2)
  expect(idsIn(refused)).toEqual(idsIn(last))
  expect(refused).toContain('href="/images/deleted"')
  expect(placeOf(await visitor.post('/images/restore', { id: idsIn(last), return: back }))).toEqual([
    303,
    place,
  ])
  const emptied = await pageAt(place)
  expect(emptied).toContain('No images are left on this page')
  expect(emptied).toContain('href="/images/deleted"')
})

test('another language is chosen on the page and with the filter that one sees', async () => {
  const { return: back } = fieldsOf(await pageAt('/audit?from=2026-01-01'), '/language')
  expect(back).toEqual(['/audit?from=2026-01-01'])
})
