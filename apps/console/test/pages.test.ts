import { expect, test } from 'bun:test'
import { setUserQuota } from '@pictoglyph/site/accounts/users'
import { auditDraft, commandActor } from '@pictoglyph/site/audit/audit-draft'
import { collectorLease, withLease } from '@pictoglyph/site/care/lease'
import { createKey, type NewKey } from '@pictoglyph/site/keys'
import { hashSecret } from '@pictoglyph/site/keys/key-gate'
import { defaultPolicy, policyFrom, policyKeys } from '@pictoglyph/site/policy'
import { setPolicy } from '@pictoglyph/site/policy/set-policy'
import { imagesPerPage } from '../src/gallery/image-query.ts'
import { type ConsoleUnderTest, startConsole } from './support/console-under-test.ts'
import { fieldsOf } from './support/form-fields.ts'
import { picture } from './support/pictures.ts'
import { policyFields } from './support/policy-fields.ts'
import { imageIdOf, uploadPicture } from './support/upload-picture.ts'
import { createSignedInVisitor, type Visitor } from './support/visitor.ts'

async function openAsOperator(testConsole: ConsoleUnderTest): Promise<Visitor> {
  return createSignedInVisitor(testConsole, await testConsole.addMember('olga', 'admin'))
}

const uploadKey: Omit<NewKey, 'userId'> = {
  name: 'tool',
  permissions: ['images:upload'],
  expiresAtMs: null,
  defaultCategoryId: null,
  clientKind: 'standard',
  binding: {},
}

const textOf = async (visitor: Visitor, path: string) => (await visitor.get(path)).text()

test('a repeated upload leads to the image that is there', async () => {
  await using testConsole = await startConsole()
  const visitor = await openAsOperator(testConsole)
  const first = imageIdOf(await uploadPicture(visitor))
  expect(imageIdOf(await uploadPicture(visitor, { title: 'again' }))).toBe(first)
  expect(await textOf(visitor, `/images/${first}`)).toContain('You had uploaded this file before')
})

test('a repeated upload of somebody else’s file leads to its public page', async () => {
  await using testConsole = await startConsole()
  const { site } = testConsole
  await setPolicy(site, { name: 'test', userId: null, address: 'local' }, 'upload.dedupScope', 'site')
  await testConsole.refresh()
  const id = imageIdOf(await uploadPicture(await openAsOperator(testConsole)))
  const pageUrl = site.links.page({ id })
  const visitor = await createSignedInVisitor(testConsole, await testConsole.addMember('kim'))
  const answer = await uploadPicture(visitor)
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/upload'])
  const page = await textOf(visitor, '/upload')
  expect(page).toContain('Somebody else has uploaded this file before')
  expect(page).toContain(`href="${pageUrl}"`)

  const form = new FormData()
  form.append('categoryId', 'general')
  form.append('file', new Blob([picture()]), 'a.png')
  const headers = { Accept: 'application/json', 'X-CSRF-Token': await visitor.token() }
  const told = await visitor.send('/upload', { method: 'POST', body: form, headers })
  expect(await told.json()).toMatchObject({ ok: true, data: { id, deduped: true, href: pageUrl } })
})

test('a test image that somebody else has sent before tells that the key works, and leads to no page that is not there', async () => {
  await using testConsole = await startConsole()
  const { site } = testConsole
  const actor = { name: 'test', userId: null, address: 'local' }
  await setPolicy(site, actor, 'upload.dedupScope', 'site')
  await testConsole.refresh()
  for (const name of ['kim', 'lee']) {
    const user = await testConsole.addMember(name)
    const { key } = await createKey(site, actor, { ...uploadKey, userId: user.id })
    const visitor = await createSignedInVisitor(testConsole, user)
    const place = (await visitor.post(`/keys/${key.id}/test`)).headers.get('Location') ?? ''
    const page = await visitor.get(place)
    expect(page.status).toBe(200)
    expect(await page.text()).toContain('The key “tool” works')
    if (name === 'lee') expect(place).toBe(`/keys/${key.id}`)
  }
})

test('a refused upload says why, on the form and to a script', async () => {
  await using testConsole = await startConsole()
  const visitor = await openAsOperator(testConsole)
  const noImage = await uploadPicture(visitor, {}, new Uint8Array([1, 2, 3, 4]))
  expect(noImage.status).toBe(400)
  expect(await noImage.text()).toContain('The file is of no known type. Accepted: JPEG, PNG')
  const form = new FormData()
  form.append('categoryId', 'gone')
  form.append('file', new Blob([picture()]), 'a.png')
  const headers = { Accept: 'application/json', 'X-CSRF-Token': await visitor.token() }
  const answer = await visitor.send('/upload', { method: 'POST', body: form, headers })
  expect(answer.status).toBe(400)
  expect(await answer.json()).toMatchObject({ ok: false, error: { code: 'CATEGORY_UNAVAILABLE' } })
})

test('deleted images come back within a week, and not after it', async () => {
  let nowMs = Date.now()
  await using testConsole = await startConsole({ clock: () => nowMs })
  const visitor = await openAsOperator(testConsole)
  const id = imageIdOf(await uploadPicture(visitor))
  await visitor.post('/images/delete', { id })
  expect(await textOf(visitor, '/images')).toContain('action="/images/restore"')
  expect((await visitor.post('/images/restore', { id })).status).toBe(303)
  expect(await testConsole.site.database.images.byId(id)).toBeDefined()

  await visitor.post('/images/delete', { id })
  nowMs += 7 * 24 * 60 * 60 * 1000
  const late = await openLate(testConsole)
  expect((await late.post('/images/restore', { id })).status).toBe(404)
  expect(await textOf(late, '/images/deleted')).not.toContain(id)
})

test('a deleted image is shown to its owner alone, as long as it is deleted', async () => {
  await using testConsole = await startConsole()
  const visitor = await openAsOperator(testConsole)
  const bytes = picture()
  const id = imageIdOf(await uploadPicture(visitor, {}, bytes))
  const path = `/images/deleted/${id}`
  expect((await visitor.get(path)).status).toBe(404)
  await visitor.post('/images/delete', { id })
  expect(await textOf(visitor, '/images/deleted')).toContain(`src="${path}"`)
  const answer = await visitor.get(path)
  expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, 'image/png'])
  expect(answer.headers.get('X-Content-Type-Options')).toBe('nosniff')
  expect(answer.headers.get('Cache-Control')).toStartWith('private')
  expect(await answer.bytes()).toEqual(bytes)
  await visitor.post('/images/purge', { id })
  expect((await visitor.get(path)).status).toBe(404)
})

test('a deleted image is deleted for good with its file, which makes room at once', async () => {
  await using testConsole = await startConsole()
  const { site } = testConsole
  const visitor = await openAsOperator(testConsole)
  const id = imageIdOf(await uploadPicture(visitor))
  const { address } = (await site.database.images.byId(id))!.file
  expect((await visitor.post('/images/purge', { id })).status).toBe(404)
  expect(await site.database.images.byId(id)).toBeDefined()

  await visitor.post('/images/delete', { id })
  const purged = await visitor.post('/images/purge', { id, return: '/images/deleted' })
  expect([purged.status, purged.headers.get('Location')]).toEqual([303, '/images/deleted'])
  const page = await textOf(visitor, '/images/deleted')
  expect(page).toContain('1 image deleted for good.')
  expect(page).not.toContain('Undo')
  expect(await site.blobs.stat(address)).toBeUndefined()
  expect((await visitor.post('/images/restore', { id })).status).toBe(404)
  expect(await textOf(visitor, '/audit?action=image.purge')).toContain(id)
})

test('while a backup is made nothing is deleted for good, and the page says when to try again', async () => {
  await using testConsole = await startConsole()
  const { site } = testConsole
  const visitor = await openAsOperator(testConsole)
  const id = imageIdOf(await uploadPicture(visitor))
  await visitor.post('/images/delete', { id })
  const refused = await withLease(site, collectorLease, () => visitor.post('/images/purge', { id }))
  expect(refused?.status).toBe(409)
  expect(await refused?.text()).toContain('Try again in a few minutes.')
  expect((await visitor.post('/images/restore', { id })).status).toBe(303)
})

test('who has a quota is told what it keeps of deleted images, and when an upload waits for them', async () => {
  await using testConsole = await startConsole()
  const { site } = testConsole
  const user = await testConsole.addMember('kim')
  const visitor = await createSignedInVisitor(testConsole, user)
  expect(await textOf(visitor, '/images/deleted')).not.toContain('quota')
  const bytes = picture()
  await setUserQuota(site, { name: 'test', userId: null, address: 'local' }, user, bytes.length)
  expect(await textOf(visitor, '/images/deleted')).toContain('more than your quota of')
  for (const height of [29, 30, 31]) {
    const id = imageIdOf(await uploadPicture(visitor, {}, picture({ height })))
    await visitor.post('/images/delete', { id })
  }
  const refused = await uploadPicture(visitor)
  expect([refused.status, await refused.text()]).toEqual([
    400,
    expect.stringContaining(
      'more than twice your quota. It makes room within two hours, or at once where you delete it for good.',
    ),
  ])
})

test('a page of deleted images is full of those that can be brought back', async () => {
  let nowMs = Date.now()
  await using testConsole = await startConsole({ clock: () => nowMs })
  const visitor = await openAsOperator(testConsole)
  const early = imageIdOf(await uploadPicture(visitor, {}, picture({ height: 1 })))
  nowMs += 1
  for (let count = 0; count < imagesPerPage; count++) {
    const id = imageIdOf(await uploadPicture(visitor, {}, picture({ width: 1 + count })))
    await visitor.post('/images/delete', { id })
  }
  nowMs += 7 * 24 * 60 * 60 * 1000
  const late = await openLate(testConsole)
  await late.post('/images/delete', { id: early })
  expect(await textOf(late, '/images')).toContain(early)
  expect(await textOf(late, '/images/deleted')).toContain(`value="${early}"`)
}, 30_000)

test('what would exceed the quota is not restored, and the page of deleted images says why', async () => {
  await using testConsole = await startConsole()
  const kim = await testConsole.addMember('kim')
  const visitor = await createSignedInVisitor(testConsole, kim)
  const bytes = picture()
  const id = imageIdOf(await uploadPicture(visitor, {}, bytes))
  await visitor.post('/images/delete', { id })
  const actor = { name: 'test', userId: null, address: 'local' }
  await setUserQuota(testConsole.site, actor, kim, bytes.length - 1)
  const refused = await visitor.post('/images/restore', { id })
  expect(refused.status).toBe(400)
  const page = await refused.text()
  expect(page).toContain('role="alert"')
  expect(page).toContain('would be exceeded')
  expect(page).toContain(`value="${id}"`)
  expect(await testConsole.site.database.images.byId(id)).toBeUndefined()
})

async function openLate(testConsole: ConsoleUnderTest): Promise<Visitor> {
  const user = await testConsole.site.database.users.byName('olga')
  return createSignedInVisitor(testConsole, { id: user?.id ?? '' })
}

test('a removed album can be taken back with its images', async () => {
  await using testConsole = await startConsole()
  const { database } = testConsole.site
  const visitor = await openAsOperator(testConsole)
  await visitor.post('/albums', { name: 'Travel' })
  const [album] = await database.albums.list()
  const id = album?.id ?? ''
  const imageId = imageIdOf(await uploadPicture(visitor, { albumId: id }))
  await visitor.post(`/albums/${id}/delete`)
  expect(await database.albums.list()).toEqual([])
  expect(await database.images.byId(imageId)).toBeDefined()
  expect((await visitor.post('/albums/restore', { id })).status).toBe(303)
  const [restored] = await database.albums.list()
  expect(restored).toMatchObject({ id, name: 'Travel', imageCount: 1 })
})

test('albums and categories move up and down', async () => {
  await using testConsole = await startConsole()
  const { database } = testConsole.site
  const visitor = await openAsOperator(testConsole)
  for (const name of ['A', 'B', 'C']) await visitor.post('/albums', { name })
  const last = (await database.albums.list()).at(-1)?.id ?? ''
  await visitor.post(`/albums/${last}/place`, { by: 'earlier' })
  expect((await database.albums.list()).map(({ name }) => name)).toEqual(['A', 'C', 'B'])
  await visitor.post('/settings/uploads/categories', { name: 'wallpapers' })
  await visitor.post('/settings/uploads/categories/general/place', { by: 'later' })
  expect((await database.categories.list()).map(({ id }) => id)).toEqual(['wallpapers', 'general'])
})

test('a new key is shown once, works, and is stored as a hash only', async () => {
  await using testConsole = await startConsole()
  const { database } = testConsole.site
  const visitor = await openAsOperator(testConsole)
  const fields = { name: 'editor', permission: 'images:upload', expiresIn: '30d' }
  const place = (await visitor.post('/keys', fields)).headers.get('Location') ?? ''
  const secret = /pgl_[0-9A-Za-z]{33}/.exec(await textOf(visitor, place))?.[0] ?? ''
  const found = await database.keys.bySecretHash(hashSecret(testConsole.site, secret))
  expect(found?.key).toMatchObject({ name: 'editor', permissions: ['images:upload'] })
  for (const path of ['/keys', `/keys/${found?.key.id}`, '/audit']) {
    const text = await textOf(visitor, path)
    expect(text).not.toContain(secret)
    expect(text).not.toContain(found?.key.secretHash ?? '')
  }
})

test('a test image tells whether a key works', async () => {
  await using testConsole = await startConsole()
  const { database } = testConsole.site
  const visitor = await openAsOperator(testConsole)
  await visitor.post('/keys', { name: 'good', permission: 'images:upload' })
  await visitor.post('/keys', { name: 'powerless' })
  const keys = await database.keys.list()
  const idOf = (name: string) => keys.find((key) => key.name === name)?.id ?? ''
  expect((await visitor.post(`/keys/${idOf('good')}/test`)).headers.get('Location')).toStartWith('/images/')
  expect(testConsole.notes).toContain('uploaded')
  expect((await visitor.post(`/keys/${idOf('powerless')}/test`)).status).toBe(403)
  await visitor.post(`/keys/${idOf('good')}/revoke`)
  expect((await visitor.post(`/keys/${idOf('good')}/test`)).status).toBe(401)
})

test('the policy’s preview counts what would have been refused, and changes nothing', async () => {
  await using testConsole = await startConsole()
  const visitor = await openAsOperator(testConsole)
  for (const width of [40, 400, 500]) await uploadPicture(visitor, {}, picture({ width }))
  const address = `/settings/uploads?${new URLSearchParams({ ...policyFields, 'upload.maxSide': '300' })}`
  expect(await textOf(visitor, address)).toContain('Of the last 3 uploads, 2 would be refused.')
  expect(await textOf(visitor, address.replace('maxSide=300', 'maxSide=0'))).toContain('upload.maxSide')
  expect(await textOf(visitor, '/settings/uploads')).toContain('Of the last 3 uploads, 0 would be refused.')
  expect((await testConsole.site.database.settings.all()).size).toBe(0)
})

test('the form of the policy has a field for every policy of uploads', async () => {
  await using testConsole = await startConsole()
  const page = await textOf(await openAsOperator(testConsole), '/settings/uploads')
  for (const key of policyKeys.filter((key) => key.startsWith('upload.'))) {
    expect(page.includes(`name="${key}"`), `a field for ${key}`).toBe(true)
  }
})

test('a policy is saved whole or not at all, and only what differs is written down', async () => {
  await using testConsole = await startConsole()
  const { settings } = testConsole.site.database
  const visitor = await openAsOperator(testConsole)
  const fields = { ...policyFields, 'upload.maxBytes': '5', 'upload.types': ['image/png', 'image/jpeg'] }
  expect((await visitor.post('/settings/uploads', { ...fields, 'upload.maxFrames': '-1' })).status).toBe(400)
  expect((await settings.all()).size).toBe(0)
  expect((await visitor.post('/settings/uploads', fields)).status).toBe(303)
  expect([...(await settings.all()).keys()].sort()).toEqual(['upload.maxBytes', 'upload.types'])
})

test('a form of the policy that lay open takes back nothing that was changed meanwhile', async () => {
  await using testConsole = await startConsole()
  const { site } = testConsole
  const visitor = await openAsOperator(testConsole)
  const form = {
    ...policyFields,
    ...fieldsOf(await textOf(visitor, '/settings/uploads'), '/settings/uploads'),
  }
  await setPolicy(site, commandActor, 'upload.types', 'png')
  await setPolicy(site, commandActor, 'upload.maxBytes', '1000')
  const typed = { ...form, 'upload.types': [...defaultPolicy['upload.types']], 'upload.maxFrames': '7' }
  expect(await (await visitor.post('/settings/uploads/preview', typed)).text()).toContain('value="7"')
  expect((await visitor.post('/settings/uploads', typed)).status).toBe(303)
  expect(policyFrom(await site.database.settings.all())).toEqual({
    ...defaultPolicy,
    'upload.types': ['image/png'],
    'upload.maxBytes': 1000,
    'upload.maxFrames': 7,
  })
})

test('pasted networks are reported line by line, and the good ones are added when that is wanted', async () => {
  await using testConsole = await startConsole()
  const { access } = testConsole.site.database
  const visitor = await openAsOperator(testConsole)
  const lines =
    '# head\n192.0.2.0/24 office\n\n10.0.0.1/8\nnonsense; note\n2001:db8::/32, lab\n192.0.2.0/24 twice'
  const refused = await visitor.post('/settings/networks/paste', { list: 'allow', lines })
  const text = await refused.text()
  expect(refused.status).toBe(400)
  expect(text).toContain('2 lines are invalid, 2 lines are valid')
  expect(text).toContain('>4</td>')
  expect(text).toContain('>5</td>')
  expect(await access.list()).toEqual([])
  await visitor.post('/settings/networks/paste', { list: 'allow', lines, skipBad: 'on', expiresIn: '1d' })
  const added = await access.list()
  expect(added.map(({ network, note }) => [network, note]).sort()).toEqual([
    ['192.0.2.0/24', 'twice'],
    ['2001:db8::/32', 'lab'],
  ])
  expect(added.every(({ expiresAtMs }) => expiresAtMs !== null)).toBe(true)
})

test('whitelist mode is not turned on against an empty list or one’s own exclusion unless confirmed', async () => {
  await using testConsole = await startConsole()
  const { settings } = testConsole.site.database
  const visitor = await openAsOperator(testConsole)
  expect((await visitor.post('/settings/networks/whitelist', { 'text.whitelistMode': 'on' })).status).toBe(
    409,
  )
  await visitor.post('/settings/networks/add', { list: 'allow', network: '192.0.2.0/24' })
  const refused = await visitor.post('/settings/networks/whitelist', { 'text.whitelistMode': 'on' })
  expect(refused.status).toBe(409)
  expect(await refused.text()).toContain('you would lock yourself out')
  expect((await settings.all()).size).toBe(0)
  expect(
    (await visitor.post('/settings/networks/whitelist', { 'text.whitelistMode': 'on', confirmed: 'on' }))
      .status,
  ).toBe(303)
  await visitor.post('/settings/networks/whitelist', { 'text.whitelistMode': 'off' })
  await visitor.post('/settings/networks/add', { list: 'allow', network: '127.0.0.0/8' })
  await visitor.post('/settings/networks/add', { list: 'allow', network: '::1' })
  expect((await visitor.post('/settings/networks/whitelist', { 'text.whitelistMode': 'on' })).status).toBe(
    303,
  )
  expect((await settings.all()).get('text.whitelistMode')).toBe('on')
})

test('a network that was taken off its list can be put back with its note and its end', async () => {
  await using testConsole = await startConsole()
  const { access } = testConsole.site.database
  const visitor = await openAsOperator(testConsole)
  await visitor.post('/settings/networks/add', {
    list: 'block',
    network: '192.0.2.0/24',
    note: 'scraper',
    expiresIn: '1d',
  })
  const [before] = await access.list()
  const entry = { list: 'block', network: '192.0.2.0/24' }
  const address = '/settings/networks/entries/block-192.0.2.0_24'
  expect(await textOf(visitor, address)).toContain('value="scraper"')
  await visitor.post(address, { note: 'a scraper', expiresIn: '' })
  const [changed] = await access.list()
  expect(changed).toEqual({ ...before!, note: 'a scraper' })
  await visitor.post('/settings/networks/remove', entry)
  const undo =
    /action="\/settings\/networks\/add"(.*?)<\/form>/.exec(
      await textOf(visitor, '/settings/networks'),
    )?.[1] ?? ''
  const fields = [...undo.matchAll(/name="(\w+)" value="([^"]*)"/g)].map(([, name = '', value = '']) => [
    name,
    value,
  ])
  await visitor.post('/settings/networks/add', Object.fromEntries(fields.filter(([name]) => name !== 'csrf')))
  const [after] = await access.list()
  expect(after).toMatchObject({ note: 'a scraper', expiresAtMs: before?.expiresAtMs ?? 0, list: 'block' })
})

test.each(['after=nowhere', 'actor=%00'])(
  'an export of the audit log says why %s is refused',
  async (asked) => {
    await using testConsole = await startConsole()
    const visitor = await openAsOperator(testConsole)
    const answer = await visitor.get(`/audit/export?${asked}`, { Accept: 'application/json' })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ ok: false, error: { code: 'BAD_REQUEST' } })
  },
)

test('the audit log is exported as CSV that spreadsheets don’t run, and as JSON lines', async () => {
  await using testConsole = await startConsole()
  const visitor = await openAsOperator(testConsole)
  const formulas = ['=1+1', '+1', '-1', '@x', '＝1+1', '＋1', '－1', '＠x']
  for (const [index, name] of formulas.entries()) {
    const user = await testConsole.addMember(`member ${index}`)
    const member = await createSignedInVisitor(testConsole, user)
    // Accounts may have names that no new one may have.
    const noted = auditDraft(commandActor, 1, { action: 'user.rename', subject: user.id })
    await testConsole.site.database.users.update(user.id, { name }, noted)
    expect((await member.post('/albums', { name: 'mine' })).status).toBe(303)
  }
  await visitor.post('/albums', { name: 'with "quotes", and commas' })
  const csv = await visitor.get('/audit/export?format=csv')
  expect(csv.headers.get('Content-Disposition')).toBe('attachment; filename="audit.csv"')
  const text = await csv.text()
  expect(text).toStartWith('id,time,actor,actorUserId,address,action,subject,before,after\r\n')
  for (const name of formulas) expect(text).toContain(`,'${name},`)
  expect(text).not.toMatch(/(^|,)"?[=+@-]/m)
  const lines = (await (await visitor.get('/audit/export?format=jsonl&action=album.add&actor=olga')).text())
    .trim()
    .split('\n')
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { actor: 'olga', action: 'album.add', after: { name: 'with "quotes", and commas' } },
  ])
})

test('the gallery is paged by key, and narrowed by words, category, album and day', async () => {
  let nowMs = Date.UTC(2026, 0, 1)
  await using testConsole = await startConsole({ clock: () => nowMs })
  const olga = await testConsole.addMember('olga', 'admin')
  const visitor = await createSignedInVisitor(testConsole, olga)
  for (let index = 0; index < 62; index++) {
    nowMs += 500
    const colour: [number, number, number] = [index, index * 2, 99]
    await uploadPicture(visitor, { title: `Picture ${index}` }, picture({ width: 8, height: 8, colour }))
  }
  const first = await textOf(visitor, '/images')
  expect(first.match(/class="card-image /g)).toHaveLength(60)
  const next = /rel="next" href="([^"]+)"/.exec(first)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const second = await textOf(visitor, next)
  expect(second.match(/class="card-image /g)).toHaveLength(2)
  expect((await textOf(visitor, '/images?q=picture+61')).match(/class="card-image /g)).toHaveLength(1)
  expect(await textOf(visitor, '/images?from=2026-01-02')).toContain('Nothing matches')
  expect(
    (await textOf(visitor, '/images?from=2026-01-01&to=2026-01-01')).match(/class="card-image /g),
  ).toHaveLength(60)
  expect((await visitor.get('/images?from=yesterday')).status).toBe(400)
  expect((await visitor.get('/images?after=nonsense')).status).toBe(400)
})

test('two administrators who disable or demote each other at the same time don’t both succeed', async () => {
  await using testConsole = await startConsole()
  const { users } = testConsole.site.database
  const first = await users.byName(testConsole.admin.name)
  const second = await testConsole.addMember('olga', 'admin')
  const [one, other] = await Promise.all([
    createSignedInVisitor(testConsole, { id: first?.id ?? '' }),
    createSignedInVisitor(testConsole, second),
  ])
  await Promise.all([
    one.post(`/users/${second.id}/disabled`, { disabled: 'on' }),
    other.post(`/users/${first?.id}`, { role: 'member' }),
  ])
  const left = (await users.list()).filter(
    ({ role, disabledAtMs }) => role === 'admin' && disabledAtMs === null,
  )
  expect(left).toHaveLength(1)
})

test('a limiter that does not answer is told of, and takes no page down', async () => {
  const silent = () => Promise.reject(new Error('no answer'))
  await using testConsole = await startConsole({ limiter: { limited: silent } })
  const visitor = await openAsOperator(testConsole)
  const overview = await textOf(visitor, '/overview')
  expect(overview).toMatch(/limiter.{0,200}fails/s)
  expect(await textOf(visitor, '/settings/networks')).toContain('The limiter does not answer.')
  expect(await textOf(visitor, '/settings/networks/limited')).toContain('The limiter does not answer.')
})
