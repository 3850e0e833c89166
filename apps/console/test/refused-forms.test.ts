import { afterAll, expect, test } from 'bun:test'
import { addAlbum } from '@pictoglyph/site/albums'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { category } from '@pictoglyph/site/categories'
import { runAction } from '@pictoglyph/site/things/run-action'
import { startConsole } from './support/console-under-test.ts'
import { formsIn } from './support/html-forms.ts'
import { policyFields } from './support/policy-fields.ts'
import { uploadPicture } from './support/upload-picture.ts'
import { createSignedInVisitor } from './support/visitor.ts'

const testConsole = await startConsole()
const olga = await testConsole.addMember('olga', 'admin')
const visitor = await createSignedInVisitor(testConsole, olga)
afterAll(() => testConsole[Symbol.asyncDispose]())

/** The page that shows a refused form again. */
async function refused(path: string, fields: Record<string, string | string[]>): Promise<string> {
  const answer = await visitor.post(path, fields)
  expect(answer.status).toBeGreaterThanOrEqual(400)
  const page = await answer.text()
  expect(page).toContain('role="alert"')
  return page
}

/** The form of a page that is sent to an address. */
const formIn = (page: string, action: string) =>
  new RegExp(`<form method="post" action="${action}".*?</form>`, 's').exec(page)?.[0] ?? ''

/** The values of the fields of a form that bear a name. */
const valuesIn = (form: string, name: string) =>
  [...form.matchAll(new RegExp(`<input name="${name}"[^>]* value="([^"]*)"`, 'g'))].map(([, value]) => value)

test('the name of a new album or category that is refused stays in its field', async () => {
  await addAlbum(testConsole.site, commandActor, olga.id, 'Travel')
  await runAction(testConsole.site, { actor: commandActor, thing: category, verb: 'add', name: 'Cats' })
  for (const [path, name] of [
    ['/albums', 'Travel'],
    ['/settings/uploads/categories', 'Cats'],
  ] as const) {
    expect(valuesIn(formIn(await refused(path, { name }), path), 'name')).toEqual([name])
  }
})

test('a refused form for a new user keeps all but the password', async () => {
  const page = await refused('/users', { name: 'olga', role: 'admin', password: 'a fine pass phrase' })
  const form = formIn(page, '/users')
  expect(valuesIn(form, 'name')).toEqual(['olga'])
  expect(form).toContain('<option value="admin" selected="">')
  expect(valuesIn(form, 'password')).toEqual([''])
  expect(page).not.toContain('a fine pass phrase')
})

test('a refused form for something new keeps all that was written', async () => {
  for (const [path, written] of [
    ['/users/invitation', { name: 'olga', displayName: 'Olga', role: 'admin', quota: '3', days: '2' }],
    ['/hashes', { sha256: 'abc', reason: 'known', note: 'seen before' }],
    ['/links', { name: 'Not A Name', image: 'unknown' }],
    ['/settings/networks/add', { list: 'allow', network: '10.0.0.1/8', note: 'lab' }],
    ['/settings/text/charsets', { id: 'roar', name: 'Roars', symbols: 'wxyz' }],
  ] as const) {
    const form = (await formsIn(await refused(path, written))).find(({ action }) => action === path)
    const kept = Object.fromEntries(form?.seen.map(({ name, values }) => [name, values.join()]) ?? [])
    expect([path, kept]).toEqual([path, expect.objectContaining(written)])
  }
})

test('a new name that is refused stays in its field, whose form is unfolded, and in no other', async () => {
  await addAlbum(testConsole.site, commandActor, olga.id, 'Home')
  const { id: albumId } = await addAlbum(testConsole.site, commandActor, olga.id, 'Hmoe')
  const { id: categoryId } = await runAction(testConsole.site, {
    actor: commandActor,
    thing: category,
    verb: 'add',
    name: 'Dosg',
  })
  await runAction(testConsole.site, { actor: commandActor, thing: category, verb: 'add', name: 'Dogs' })
  for (const [path, own, name, was] of [
    ['/albums', albumId, 'Home', 'Hmoe'],
    ['/settings/uploads/categories', categoryId, 'Dogs', 'Dosg'],
  ] as const) {
    const page = await refused(`${path}/${own}/name`, { name })
    expect(valuesIn(formIn(page, `${path}/${own}/name`), 'name')).toEqual([name])
    const isOnItsOwnPage = path !== '/albums'
    expect(valuesIn(formIn(page, path), 'name')).toEqual(isOnItsOwnPage ? [] : [''])
    expect(page.match(/<details class="confirm"[^>]* open/g)?.length).toBe(isOnItsOwnPage ? undefined : 1)
    expect(valuesIn(page, 'name')).not.toContain(was)
  }
})

test('a policy that is refused stays in its fields', async () => {
  const wished = { ...policyFields, 'upload.maxFrames': '77', 'upload.dedupScope': 'site' }
  const page = formIn(
    await refused('/settings/uploads', { ...wished, 'upload.types': [] }),
    '/settings/uploads',
  )
  expect(valuesIn(page, 'upload.maxFrames')).toEqual(['77'])
  expect(page).toMatch(/<option value="site" selected/)
  expect(page).not.toMatch(/name="upload.types"[^>]* checked/)
})

test('a rate limit that is refused stays in its field', async () => {
  const page = await refused('/settings/networks/limit', { 'text.requestsPerMinute': '1e99' })
  expect(valuesIn(formIn(page, '/settings/networks/limit'), 'text.requestsPerMinute')).toEqual(['1e99'])
})

test('a refused form of an access list fills no other', async () => {
  const page = await refused('/settings/networks/remove', { list: 'allow', network: '192.0.2.0/24' })
  expect(valuesIn(formIn(page, '/settings/networks/add'), 'network')).toEqual([''])
  expect(formIn(page, '/settings/networks/add')).toMatch(/<option value="block" selected/)
})

test('a refused form of a filtered gallery leads back to it as it was filtered', async () => {
  for (const [path, from] of [
    ['/images/delete', '/images?q=harbour'],
    ['/images/restore', '/images/deleted?q=harbour'],
    ['/images/purge', '/images/deleted?q=harbour'],
    ['/settings/networks/remove', '/settings/networks?q=192'],
  ] as const) {
    const page = await refused(path, { return: from, network: 'x' })
    expect(page).toContain(` data-address="${from}"`)
    expect(formIn(page, '/language')).toContain(`name="return" value="${from}"`)
  }
})

test('pasted networks that are refused are still to be seen', async () => {
  const page = await refused('/settings/networks/paste', { list: 'x', lines: '192.0.2.1' })
  expect(page).toMatch(/<div id="add-many"><form/)
  expect(formIn(page, '/settings/networks/paste')).toContain('>192.0.2.1</textarea>')
})

test('what was written of an image that is refused stays in its fields where no script runs', async () => {
  const { id } = await addAlbum(testConsole.site, commandActor, olga.id, 'Sea')
  const written = { title: 'Wave', description: 'Seen from the pier', albumId: id }
  const page = await (await uploadPicture(visitor, written, new TextEncoder().encode('no image'))).text()
  expect(page).toContain('role="alert"')
  expect(valuesIn(page, 'title')).toEqual(['Wave'])
  expect(page).toContain(`>${written.description}</textarea>`)
  expect(page).toContain(`<option value="${id}" selected`)
})
