import { afterAll, beforeAll, expect, spyOn, test } from 'bun:test'
import { fileURLToPath } from 'node:url'
import { addAlbum } from '@pictoglyph/site/albums'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { maxImagesAtOnce } from '@pictoglyph/site/images'
import { createFreeNames } from '@pictoglyph/site/images/file-names'
import { newId } from '@pictoglyph/site/language/ids'
import { maxSelected } from '@pictoglyph/site/language/list-limits'
import type { User } from '@pictoglyph/site/language/records'
import { recordCopies } from '@pictoglyph/site/test/record-copies'
import { consoleRoutes } from '../src/console-routes.ts'
import { type ConsoleUnderTest, startConsole } from './support/console-under-test.ts'
import { countStoreCalls } from './support/store-calls.ts'
import { imageIdOf, uploadPicture } from './support/upload-picture.ts'
import { createSignedInVisitor } from './support/visitor.ts'

const formBytes = 2 * 1024 * 1024
/** A form that is refused, or has one thing of each kind, needs no more, whatever the route. */
const fewCalls = 100

let testConsole: ConsoleUnderTest
let operator: User
beforeAll(async () => {
  testConsole = await startConsole()
  operator = await testConsole.addMember('olga', 'admin')
})
afterAll(() => testConsole[Symbol.asyncDispose]())

const routes = consoleRoutes.filter(({ body, access }) => body === 'form' && access !== 'anyone')
const names = await namesOfLists()

/** What any route reads more than one value of. */
async function namesOfLists(): Promise<string[]> {
  const root = fileURLToPath(new URL('../src/', import.meta.url))
  const found = new Set<string>(['categoryIds', 'albumIds'])
  for await (const path of new Bun.Glob('**/*.{ts,tsx}').scan(root)) {
    const code = await Bun.file(root + path).text()
    for (const [, name = ''] of code.matchAll(/\bgetAll\('(\w+)'\)/g)) found.add(name)
  }
  return [...found]
}

/** A form of 2 MiB, in which each of these lists has as many values as fit. */
function largeForm(newValue: () => string): string {
  const fields: string[] = []
  for (let bytes = 0; bytes < formBytes - 1_000; ) {
    for (const name of names) bytes += fields[fields.push(`${name}=${newValue()}`) - 1]!.length + 1
  }
  return fields.join('&')
}

async function answerTo(path: string, form: string): Promise<Response> {
  const visitor = await createSignedInVisitor(testConsole, operator)
  const body = `csrf=${await visitor.token()}&${form}`
  expect(body.length).toBeLessThanOrEqual(formBytes)
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
  return visitor.send(path, { method: 'POST', body, headers })
}

const forms = { repeated: largeForm(() => 'aaaaaaaaaaaaaa'), different: largeForm(newId) }

test('the lists of forms are found', () => {
  expect(names).toContain('id')
  expect(routes.map(({ path }) => path)).toContain('/images/zip')
})

for (const { path, method, maxFormBytes } of routes) {
  const address = path.replace(':id', 'aaaaaaaaaaaaaa')

  test(`${method} ${path}: 2 MiB of one value again and again are one value`, async () => {
    const calls = countStoreCalls(testConsole.site.database)
    const answer = await answerTo(address, forms.repeated)
    expect(answer.status).toBeLessThan(500)
    expect(await answer.text()).not.toContain('Select fewer')
    expect(calls.end()).toBeLessThan(fewCalls)
  })

  test(`${method} ${path}: 2 MiB of different values are refused`, async () => {
    const calls = countStoreCalls(testConsole.site.database)
    const answer = await answerTo(address, forms.different)
    expect(answer.status).toBe(400)
    const most = maxFormBytes < formBytes ? `${maxFormBytes} bytes` : `${maxSelected} values`
    expect(await answer.text()).toContain(`at most ${most}`)
    expect(calls.end()).toBeLessThan(fewCalls)
  })
}

test('a form of as many images as may be selected is taken', async () => {
  const id = Array.from({ length: maxSelected }, newId)
  const visitor = await createSignedInVisitor(testConsole, operator)
  const other = { return: '/images', asOf: '1', title: 'x', expiresIn: '1h', category: 'general' }
  for (const path of ['/images/title', '/images/delete', '/images/zip']) {
    const answer = await visitor.post(path, { ...other, id })
    expect(answer.status).toBe(404)
    expect(await answer.text()).toContain(id[0]!)
  }
  const oneMore = await visitor.post('/images/delete', { ...other, id: [...id, newId()] })
  expect(oneMore.status).toBe(400)
  expect(await oneMore.text()).toContain(`At most ${maxSelected} things`)
})

test('work on images grows as their number does', async () => {
  const member = await testConsole.addMember('mia')
  const visitor = await createSignedInVisitor(testConsole, member)
  const album = await addAlbum(testConsole.site, commandActor, member.id, 'All')
  const ids = await recordImages(member, 300, imageIdOf(await uploadPicture(visitor)))
  const chosen = {
    into: album.id,
    outOf: album.id,
    to: 'first',
    category: 'general',
    expiresIn: '1h',
    title: 'x',
  }
  const actions = routes.filter(({ path }) => path.startsWith('/images/') && !path.includes(':'))
  await visitor.post('/images/to-album', { ...chosen, id: ids })
  for (const { path } of actions.toSorted(({ path: one }) => (one === '/images/purge' ? 1 : 0))) {
    const counted: number[] = []
    for (const id of [ids.slice(0, 100), ids.slice(100, 300)]) {
      const calls = countStoreCalls(testConsole.site.database)
      const answer = await visitor.post(path, { ...chosen, id })
      expect(answer.status).toBeLessThan(500)
      // An archive is made while it is read.
      await answer.bytes()
      counted.push(calls.end())
    }
    expect(counted[1]!, path).toBeLessThanOrEqual(2 * counted[0]!)
  }
})

test('as many images are deleted for good as are deleted and restored', async () => {
  const member = await testConsole.addMember('noa')
  const visitor = await createSignedInVisitor(testConsole, member)
  const id = await recordImages(member, maxImagesAtOnce + 20, imageIdOf(await uploadPicture(visitor)))
  for (const action of ['delete', 'restore', 'delete', 'purge']) {
    expect((await visitor.post(`/images/${action}`, { id })).status, action).toBe(303)
  }
  const { database } = testConsole.site
  expect(await database.images.byIdWithDeleted(id.at(-1)!)).toBeUndefined()
})

/** Images of the same bytes as another. */
async function recordImages({ id: ownerId }: User, count: number, other: string): Promise<string[]> {
  const image = (await testConsole.site.database.images.byId(other))!
  return await recordCopies(testConsole.site, image, count, () => ({ ownerId, title: 'Sea' }))
}

test('names of files are each looked up a few times, whatever stands in the titles', () => {
  const count = 5_000
  const same = Array.from({ length: count }, () => 'Sea.png')
  const numbered = Array.from({ length: count }, (_, index) => `Sea (${index + 2}).png`)
  for (const wanted of [same, [...numbered, ...same], [...same, ...numbered]]) {
    const freeName = createFreeNames()
    const looks = spyOn(Map.prototype, 'has')
    const given = wanted.map(freeName)
    const steps = looks.mock.calls.length
    looks.mockRestore()
    expect(new Set(given).size).toBe(wanted.length)
    expect(steps).toBeLessThanOrEqual(2 * wanted.length)
  }
})

test('names that differ in capitals only are told apart', () => {
  expect(['Sea.png', 'sea.png', 'SEA (2).png', 'Sea.png'].map(createFreeNames())).toEqual([
    'Sea.png',
    'sea (2).png',
    'SEA (2) (2).png',
    'Sea (3).png',
  ])
})
