import { afterAll, beforeAll, expect, test } from 'bun:test'
import { addAlbum, addCategory, commandActor } from '@pictoglyph/core'
import { type ConsoleUnderTest, memberPassword, startConsole } from './support/console-under-test.ts'
import { policyFields } from './support/policy-fields.ts'
import { imageIdOf, uploadPicture } from './support/upload-picture.ts'
import { createSignedInVisitor, type Visitor } from './support/visitor.ts'

let testConsole: ConsoleUnderTest
let visitor: Visitor
const ids = { user: '', album: '', category: '', image: '' }

beforeAll(async () => {
  testConsole = await startConsole()
  const olga = await testConsole.addMember('olga', 'admin')
  visitor = await createSignedInVisitor(testConsole, olga)
  await addAlbum(testConsole.site, commandActor, olga.id, 'Travel')
  await addCategory(testConsole.site, commandActor, 'Cats')
  ids.user = olga.id
  ids.album = (await addAlbum(testConsole.site, commandActor, olga.id, 'Home')).id
  ids.category = (await addCategory(testConsole.site, commandActor, 'Dogs')).id
  ids.image = imageIdOf(await uploadPicture(visitor))
})
afterAll(() => testConsole[Symbol.asyncDispose]())

const change = { current: memberPassword, password: 'quite another', again: 'quite another' }
const charset = { id: 'new', name: 'New', symbols: 'wxyz' }
const network = { list: 'block', network: '192.0.2.1', note: '' }

/** Forms with a mistake in one field. */
const mistakes: [field: string, path: () => string, fields: Record<string, string | string[]>][] = [
  ['name', () => '/albums', { name: 'Travel' }],
  ['name', () => '/albums', { name: ' ' }],
  ['name', () => `/albums/${ids.album}/name`, { name: 'Travel' }],
  ['name', () => '/categories', { name: 'x'.repeat(65) }],
  ['name', () => '/categories', { name: 'a\nb' }],
  ['name', () => `/categories/${ids.category}/name`, { name: 'Cats' }],
  ['name', () => '/keys', { name: 'x'.repeat(101) }],
  ['name', () => '/users', { name: 'olga', role: 'member' }],
  ['password', () => '/users', { name: 'lee', role: 'member', password: 'short' }],
  ['quota', () => `/users/${ids.user}/quota`, { quota: '1e99' }],
  ['current', () => '/account/password', { ...change, current: 'wrong' }],
  ['password', () => '/account/password', { ...change, password: 'short', again: 'short' }],
  ['again', () => '/account/password', { ...change, again: 'something else' }],
  ['title', () => `/images/${ids.image}?return=%2Fimages%3Fq%3Da`, { title: 'x'.repeat(501) }],
  ['description', () => `/images/${ids.image}`, { title: '', description: 'x'.repeat(10_001) }],
  ['upload.maxBytes', () => '/policy', { ...policyFields, 'upload.maxBytes': 'many' }],
  ['upload.maxSide', () => '/policy', { ...policyFields, 'upload.maxSide': '0' }],
  ['upload.types', () => '/policy', { ...policyFields, 'upload.types': [] }],
  ['text.requestsPerMinute', () => '/access/limit', { 'text.requestsPerMinute': '1e99' }],
  ['network', () => '/access/add', { ...network, network: '10.0.0.1/8' }],
  ['note', () => '/access/add', { ...network, note: 'x'.repeat(201) }],
  ['lines', () => '/access/paste', { list: 'block', lines: '\n'.repeat(10_001) }],
  ['id', () => '/ciphers/charsets', { ...charset, id: 'New' }],
  ['id', () => '/ciphers/charsets', { ...charset, id: 'roar' }],
  ['symbols', () => '/ciphers/charsets', { ...charset, symbols: 'wxy' }],
  ['symbols', () => '/ciphers/charsets', { ...charset, symbols: '3210' }],
  ['id', () => '/ciphers/presets', { id: 'classic', name: 'x', scheme: 'RAW/classic' }],
]

for (const [index, [field, path, fields]] of mistakes.entries()) {
  test(`a refused form marks its field "${field}", which says why (${index + 1})`, async () => {
    const answer = await visitor.post(path(), fields)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    const { marked, action, message, told } = readMarks(await answer.text())
    expect([...new Set(marked)]).toEqual([field])
    expect(action?.replaceAll('&amp;', '&')).toBe(path())
    expect(message).toBe(told)
  })
}

test('an upload that is refused where no script runs marks its field', async () => {
  const noImage = await uploadPicture(visitor, {}, new TextEncoder().encode('no image'))
  expect(readMarks(await noImage.text())).toMatchObject({ marked: ['file'], action: '/upload' })
  const noCategory = await uploadPicture(visitor, { categoryId: 'unknown' })
  expect(readMarks(await noCategory.text())).toMatchObject({ marked: ['categoryId'], action: '/upload' })
})

test('what is refused and is in no field marks none', async () => {
  const answer = await visitor.post('/images/delete', {})
  expect(answer.status).toBe(400)
  expect(readMarks(await answer.text()).marked).toEqual([])
})

/** The fields of a page that are marked as refused, their form, and what they and the bar above say. */
function readMarks(page: string) {
  const marks = [...page.matchAll(/<(?:input|select|textarea) [^>]*aria-invalid="true"[^>]*>/g)]
  const [first] = marks
  const forms = [...page.slice(0, first?.index).matchAll(/<form method="post" action="([^"]*)"/g)]
  const described = /aria-describedby="([^"]*)"/.exec(first?.[0] ?? '')?.[1]
  return {
    marked: marks.map(([control]) => /name="([^"]*)"/.exec(control)?.[1]),
    action: forms.at(-1)?.[1],
    message: new RegExp(`id="${described}">(.*?)</span>`).exec(page)?.[1],
    told: /role="alert".*?<p>(.*?)<\/p>/.exec(page)?.[1],
  }
}
