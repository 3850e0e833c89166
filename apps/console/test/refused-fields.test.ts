import { afterAll, beforeAll, expect, test } from 'bun:test'
import { addAlbum } from '@pictoglyph/site/albums'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { category } from '@pictoglyph/site/categories'
import { runAction } from '@pictoglyph/site/things/run-action'
import { type ConsoleUnderTest, memberPassword, startConsole } from './support/console-under-test.ts'
import { policyFields } from './support/policy-fields.ts'
import { imageIdOf, uploadPicture } from './support/upload-picture.ts'
import { createSignedInVisitor, createVisitor, type Visitor } from './support/visitor.ts'

let testConsole: ConsoleUnderTest
let visitor: Visitor
const ids = { user: '', album: '', category: '', image: '', key: '', hash: 'b'.repeat(64) }

beforeAll(async () => {
  testConsole = await startConsole()
  const olga = await testConsole.addMember('olga', 'admin')
  visitor = await createSignedInVisitor(testConsole, olga)
  await addAlbum(testConsole.site, commandActor, olga.id, 'Travel')
  await runAction(testConsole.site, { actor: commandActor, thing: category, verb: 'add', name: 'Cats' })
  ids.user = olga.id
  ids.album = (await addAlbum(testConsole.site, commandActor, olga.id, 'Home')).id
  ids.category = (
    await runAction(testConsole.site, { actor: commandActor, thing: category, verb: 'add', name: 'Dogs' })
  ).id
  const created = await visitor.post('/keys', { name: 'Blog' })
  ids.key = created.headers.get('location')?.split('/').at(-1) ?? ''
  // The first visit shows the key alone.
  await visitor.get(`/keys/${ids.key}`)
  await visitor.post('/hashes', { sha256: ids.hash, reason: 'known', note: '' })
  await visitor.post('/settings/networks/add', listed)
  ids.image = imageIdOf(await uploadPicture(visitor))
})
afterAll(() => testConsole[Symbol.asyncDispose]())

const change = { current: memberPassword, password: 'quite another', again: 'quite another' }
const charset = { id: 'new', name: 'New', symbols: 'wxyz' }
const listed = { list: 'block', network: '203.0.113.0/24', note: '' }
const listedEntry = '/settings/networks/entries/block-203.0.113.0_24'
const network = { list: 'block', network: '192.0.2.1', note: '' }

/** Forms with a mistake in one field. */
const mistakes: [field: string, path: () => string, fields: Record<string, string | string[]>][] = [
  ['name', () => '/albums', { name: 'Travel' }],
  ['name', () => '/albums', { name: ' ' }],
  ['name', () => `/albums/${ids.album}/name`, { name: 'Travel' }],
  ['name', () => '/settings/uploads/categories', { name: 'x'.repeat(65) }],
  ['name', () => '/settings/uploads/categories', { name: 'a\nb' }],
  ['name', () => `/settings/uploads/categories/${ids.category}/name`, { name: 'Cats' }],
  ['name', () => '/keys', { name: 'x'.repeat(101) }],
  ['name', () => '/users', { name: 'olga', role: 'member' }],
  ['password', () => '/users', { name: 'lee', role: 'member', password: 'short' }],
  ['name', () => `/users/${ids.user}`, { name: 'x'.repeat(65), role: 'admin' }],
  ['name', () => `/keys/${ids.key}`, { name: 'x'.repeat(101) }],
  [
    'expiresIn.custom',
    () => `/keys/${ids.key}`,
    { name: 'a', expiresIn: 'custom', 'expiresIn.custom': 'soon' },
  ],
  ['network', () => `/keys/${ids.key}`, { name: 'a', uploadsPerMinute: '', network: '10.0.0.1/8' }],
  ['maxUploads', () => `/keys/${ids.key}`, { name: 'a', uploadsPerMinute: '', maxUploads: '0' }],
  ['uploadsPerMinute', () => `/keys/${ids.key}`, { name: 'a', uploadsPerMinute: '0' }],
  [
    'imageLifetime.custom',
    () => '/keys',
    { name: 'a', imageLifetime: 'custom', 'imageLifetime.custom': 'x' },
  ],
  ['linkNames', () => '/keys', { name: 'a', linkNames: 'Not A Name' }],
  ['maxUploads', () => '/guests', { name: 'a', categoryId: 'general', maxUploads: '0' }],
  ['site.logo', () => '/settings/site', { 'site.name': 'a', 'site.logo': 'not an id' }],
  ['site.links', () => '/settings/site', { 'site.name': 'a', 'site.links': '[' }],
  ['site.maxBytes', () => '/settings/site', { 'site.name': 'a', 'site.maxBytes': 'much' }],
  ['users.defaultQuota', () => '/settings/accounts', { 'users.defaultQuota': 'much' }],
  ['keys.defaultExpiryDays', () => '/settings/accounts', { 'keys.defaultExpiryDays': '-1' }],
  ['quota', () => `/users/${ids.user}`, { quota: '1e99', role: 'member' }],
  ['reason', () => '/all-images/take-down', { all: 'on', return: '/all-images', reason: '' }],
  ['sha256', () => '/hashes', { sha256: 'abc', reason: 'known', note: '' }],
  ['reason', () => '/hashes', { sha256: 'a'.repeat(64), reason: ' ', note: '' }],
  ['reason', () => `/hashes/${ids.hash}`, { reason: ' ', note: '' }],
  ['note', () => `/hashes/${ids.hash}`, { reason: 'known', note: 'x'.repeat(501) }],
  ['current', () => '/account/password', { ...change, current: 'wrong' }],
  ['password', () => '/account/password', { ...change, password: 'short', again: 'short' }],
  ['password', () => '/account/password', { ...change, password: memberPassword, again: memberPassword }],
  ['again', () => '/account/password', { ...change, again: 'something else' }],
  ['title', () => `/images/${ids.image}?return=%2Fimages%3Fq%3Da`, { title: 'x'.repeat(501) }],
  ['description', () => `/images/${ids.image}`, { title: '', description: 'x'.repeat(10_001) }],
  ['upload.maxBytes', () => '/settings/uploads', { ...policyFields, 'upload.maxBytes': 'many' }],
  ['upload.maxSide', () => '/settings/uploads', { ...policyFields, 'upload.maxSide': '0' }],
  ['upload.types', () => '/settings/uploads', { ...policyFields, 'upload.types': [] }],
  ['text.requestsPerMinute', () => '/settings/networks/limit', { 'text.requestsPerMinute': '1e99' }],
  ['network', () => '/settings/networks/add', { ...network, network: '10.0.0.1/8' }],
  ['note', () => '/settings/networks/add', { ...network, note: 'x'.repeat(201) }],
  ['note', () => listedEntry, { note: 'x'.repeat(201), expiresIn: '' }],
  ['expiresIn.custom', () => listedEntry, { note: '', expiresIn: 'custom', 'expiresIn.custom': 'soon' }],
  ['lines', () => '/settings/networks/paste', { list: 'block', lines: '\n'.repeat(10_001) }],
  ['id', () => '/settings/text/charsets', { ...charset, id: 'New' }],
  ['id', () => '/settings/text/charsets', { ...charset, id: 'roar' }],
  ['symbols', () => '/settings/text/charsets', { ...charset, symbols: 'wxy' }],
  ['symbols', () => '/settings/text/charsets', { ...charset, symbols: '3210' }],
  ['id', () => '/settings/text/presets', { id: 'classic', name: 'x', scheme: 'RAW/classic' }],
]

for (const [index, [field, path, fields]] of mistakes.entries()) {
  test(`a refused form marks its field "${field}", which says why (${index + 1})`, async () => {
    const answer = await visitor.post(path(), fields)
    expect(answer.status).toBeGreaterThanOrEqual(400)
    const page = await answer.text()
    const { marked, action, message, told } = readMarks(page)
    expect([...new Set(marked)]).toEqual([field])
    expect(action?.replaceAll('&amp;', '&')).toBe(path())
    expect(message).toBe(told)
    expect(page.split(message ?? '').length).toBe(2)
    if (/[.A-Z]/.test(field)) expect(message).not.toContain(field)
  })
}

test('the form of the first password marks it if it is unfit, or the generated one', async () => {
  await using testConsole = await startConsole({ generatedPassword: true })
  const visitor = createVisitor(testConsole)
  const { name, password } = testConsole.admin
  await visitor.signIn(name, password)
  for (const refused of ['', 'short', password]) {
    const answer = await visitor.post('/account/first-password', { password: refused })
    const { marked, action, message, told } = readMarks(await answer.text())
    expect({ marked, action }).toEqual({ marked: ['password'], action: '/account/first-password' })
    expect(message).toBe(told)
  }
})

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
    message: new RegExp(`id="${described}"[^>]*>(.*?)</span>`).exec(page)?.[1],
    told: /role="alert"[^>]*>(?:<p>)?(.*?)<\/(?:p|span)>/.exec(page)?.[1],
  }
}
