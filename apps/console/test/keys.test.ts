import { expect, test } from 'bun:test'
import { mediaTypes } from '@pictoglyph/media/media-type'
import { addAlbum } from '@pictoglyph/site/albums'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { category } from '@pictoglyph/site/categories'
import { createKey } from '@pictoglyph/site/keys'
import type { KeyBinding } from '@pictoglyph/site/language/records'
import { setPolicy } from '@pictoglyph/site/policy/set-policy'
import { runAction } from '@pictoglyph/site/things/run-action'
import { type ConsoleUnderTest, memberPassword, startConsole } from './support/console-under-test.ts'
import { fieldsOf } from './support/form-fields.ts'
import { createSignedInVisitor, createVisitor } from './support/visitor.ts'

async function boundKey(testConsole: ConsoleUnderTest, userId: string, binding: KeyBinding): Promise<string> {
  const { key } = await createKey(testConsole.site, commandActor, {
    userId,
    name: 'Blog',
    permissions: ['images:upload'],
    expiresAtMs: null,
    defaultCategoryId: null,
    clientKind: 'standard',
    binding,
  })
  return key.id
}

test('a key says what it is restricted to, on its page and in the list', async () => {
  await using testConsole = await startConsole()
  const olga = await testConsole.addMember('olga')
  const cats = await runAction(testConsole.site, {
    actor: commandActor,
    thing: category,
    verb: 'add',
    name: 'Cat pictures',
  })
  const travel = await addAlbum(testConsole.site, commandActor, olga.id, 'Travel')
  const id = await boundKey(testConsole, olga.id, {
    categoryIds: [cats.id],
    albumIds: [travel.id],
    types: ['image/png', 'image/webp'],
    maxBytes: 2 * 1024 * 1024,
    networks: ['10.0.0.0/8', '2001:db8::/32'],
  })
  const visitor = await createSignedInVisitor(testConsole, olga)
  for (const path of [`/keys/${id}`, '/keys']) {
    const page = await (await visitor.get(path)).text()
    for (const words of ['Cat pictures', 'Travel', 'PNG, WebP', '2 MB', '10.0.0.0/8, 2001:db8::/32']) {
      expect(page).toContain(words)
    }
  }
  const free = await boundKey(testConsole, olga.id, {})
  expect(await (await visitor.get(`/keys/${free}`)).text()).not.toContain('class="restrictions')
})

test('a test uploads to a category and an album that the key may use', async () => {
  await using testConsole = await startConsole()
  const olga = await testConsole.addMember('olga')
  const cats = await runAction(testConsole.site, {
    actor: commandActor,
    thing: category,
    verb: 'add',
    name: 'cats',
  })
  const travel = await addAlbum(testConsole.site, commandActor, olga.id, 'Travel')
  const id = await boundKey(testConsole, olga.id, { categoryIds: [cats.id], albumIds: [travel.id] })
  const visitor = await createSignedInVisitor(testConsole, olga)
  const answer = await visitor.post(`/keys/${id}/test`)
  expect(answer.headers.get('location')).toStartWith('/images/')
  const { items } = await testConsole.site.database.images.list({ limit: 9, albumId: travel.id })
  expect(items.map(({ categoryId }) => categoryId)).toEqual([cats.id])
})

test('a test whose picture was there before does not say that it came in with this key', async () => {
  await using testConsole = await startConsole()
  const olga = await testConsole.addMember('olga')
  const cats = await runAction(testConsole.site, {
    actor: commandActor,
    thing: category,
    verb: 'add',
    name: 'cats',
  })
  const visitor = await createSignedInVisitor(testConsole, olga)
  const told = async (id: string) => {
    const answer = await visitor.post(`/keys/${id}/test`)
    const page = await (await visitor.get(answer.headers.get('location') ?? '')).text()
    return /role="status"[^>]*><p>(.*?)<\/p>/.exec(page)?.[1]
  }
  expect(await told(await boundKey(testConsole, olga.id, {}))).toBe(
    'The key “Blog” works: this test image came in with it.',
  )
  expect(await told(await boundKey(testConsole, olga.id, { categoryIds: [cats.id] }))).toBe(
    'The key “Blog” works. The test image was here already, so that nothing was added.',
  )
})

test('a test on the page that shows a new key shows the key again, whether it works or not', async () => {
  await using testConsole = await startConsole()
  const olga = await testConsole.addMember('olga')
  const visitor = await createSignedInVisitor(testConsole, olga)
  const shownKey = (page: string) => /value="(pgl_\w{33})"/.exec(page)?.[1]
  for (const [networks, told] of [
    ['', 'this test image came in with it'],
    ['10.0.0.0/8', 'it may not be used from this address'],
  ] as const) {
    const fields = { name: 'Blog', permission: 'images:upload', expiresIn: '30d', network: networks }
    const made = await visitor.post('/keys', fields)
    const path = made.headers.get('location') ?? ''
    const first = await (await visitor.get(path)).text()
    const key = shownKey(first)
    expect(key).toStartWith('pgl_')
    const tested = await visitor.post(`${path}/test`, fieldsOf(first, `${path}/test`))
    const again = tested.status === 303 ? await visitor.get(tested.headers.get('location') ?? '') : tested
    const page = await again.text()
    expect([shownKey(page), page.includes(told)]).toEqual([key, true])
    // It opens for this page and this session alone.
    const stranger = await createSignedInVisitor(
      testConsole,
      await testConsole.addMember(`eve${networks.length}`),
    )
    const theirs = await stranger.post(`${path}/test`, fieldsOf(first, `${path}/test`))
    expect(await theirs.text()).not.toContain(key ?? '')
  }
})

test('a script is told in words what a test came to, and shown the image', async () => {
  await using testConsole = await startConsole()
  const olga = await testConsole.addMember('olga')
  const visitor = await createSignedInVisitor(testConsole, olga)
  const asScript = { Accept: 'application/json' }
  const free = await visitor.post(`/keys/${await boundKey(testConsole, olga.id, {})}/test`, {}, asScript)
  expect(await free.json()).toMatchObject({
    ok: true,
    data: {
      told: 'The key “Blog” works: this test image came in with it.',
      href: expect.stringMatching(/^\/images\/\w{14}$/),
      src: expect.stringMatching(/\/i\/\w{14}\.png$/),
    },
  })
  const elsewhere = await boundKey(testConsole, olga.id, { networks: ['10.0.0.0/8'] })
  const refused = await visitor.post(`/keys/${elsewhere}/test`, {}, asScript)
  expect(refused.status).toBe(403)
  const { error } = await refused.json()
  expect(error.message).toContain('it may not be used from this address.')
})

test('a key that is bound to networks is tested from one of them, as it is used', async () => {
  await using testConsole = await startConsole()
  const olga = await testConsole.addMember('olga')
  const visitor = await createSignedInVisitor(testConsole, olga)
  const elsewhere = await boundKey(testConsole, olga.id, { networks: ['10.0.0.0/8'] })
  const refused = await visitor.post(`/keys/${elsewhere}/test`)
  expect(refused.status).toBe(403)
  expect(await refused.text()).toContain('it may not be used from this address.')
  const here = await boundKey(testConsole, olga.id, { networks: ['127.0.0.0/8', '::1/128'] })
  const answer = await visitor.post(`/keys/${here}/test`)
  const page = await (await visitor.get(answer.headers.get('location') ?? '')).text()
  expect(page).toContain('works, but only from 127.0.0.0/8, ::1/128: this test image came in with it.')
})

test('a key is made with every restriction that the command offers', async () => {
  await using testConsole = await startConsole()
  const olga = await testConsole.addMember('olga')
  const cats = await runAction(testConsole.site, {
    actor: commandActor,
    thing: category,
    verb: 'add',
    name: 'cats',
  })
  const travel = await addAlbum(testConsole.site, commandActor, olga.id, 'Travel')
  const visitor = await createSignedInVisitor(testConsole, olga)
  const answer = await visitor.post('/keys', {
    name: 'Office',
    permission: 'images:upload',
    expiresIn: 'custom',
    'expiresIn.custom': '2099-12-31',
    categoryIds: [cats.id, 'general'],
    albumIds: travel.id,
    types: ['image/jpeg', 'image/png'],
    maxBytes: '1.5',
    network: '10.0.0.0/8\n2001:db8::/32',
    uploadsPerMinute: '30',
    maxUploads: '500',
    imageLifetime: 'custom',
    'imageLifetime.custom': '30d',
    linkNames: 'today, logo',
  })
  const id = answer.headers.get('location')?.replace('/keys/', '') ?? ''
  expect(await testConsole.site.database.keys.byId(id)).toMatchObject({
    expiresAtMs: Date.UTC(2100, 0, 1),
    uploadsPerMinute: 30,
    maxUploads: 500,
    imageLifetimeMs: 30 * 86_400_000,
    binding: {
      categoryIds: [cats.id, 'general'],
      albumIds: [travel.id],
      types: ['image/jpeg', 'image/png'],
      maxBytes: 1.5 * 1024 * 1024,
      networks: ['10.0.0.0/8', '2001:db8::/32'],
      linkNames: ['today', 'logo'],
    },
  })
  const page = await (await visitor.get(`/keys/${id}`)).text()
  for (const field of ['categoryId', 'albumId']) expect(page).toContain(`&quot;${field}&quot;`)
})

test('restrictions that can’t be meant are refused at their field, with what was written', async () => {
  await using testConsole = await startConsole()
  const visitor = await createSignedInVisitor(testConsole, await testConsole.addMember('olga'))
  const fields = { name: 'Office', permission: 'images:upload', types: 'image/gif' }
  for (const [field, written] of [
    ['network', '10.0.0.1/8'],
    ['network', 'office'],
    ['maxBytes', '-1'],
    ['uploadsPerMinute', '0'],
    ['maxUploads', '0'],
    ['linkNames', 'No Name!'],
  ] as const) {
    const answer = await visitor.post('/keys', { ...fields, [field]: written })
    expect(`${written} ${answer.status}`).toBe(`${written} 400`)
    const page = await answer.text()
    expect(page).toMatch(new RegExp(`name="${field}"[^>]*aria-invalid="true"`))
    expect(page).toContain(written)
    expect(page).toMatch(/value="image\/gif" checked/)
    expect(page).toContain('<details class="restriction-fields" open')
  }
  const day = await visitor.post('/keys', { ...fields, expiresIn: 'custom', 'expiresIn.custom': '' })
  expect(await day.text()).toMatch(/name="expiresIn.custom"[^>]*aria-invalid="true"/)
  expect(await testConsole.site.database.keys.list()).toHaveLength(1)
})

test('a test sends a type that the key may upload', async () => {
  await using testConsole = await startConsole()
  const { site } = testConsole
  const olga = await testConsole.addMember('olga')
  const visitor = await createSignedInVisitor(testConsole, olga)
  await setPolicy(site, commandActor, 'upload.types', 'png,jpeg,gif,webp,avif,svg')
  await testConsole.refresh()
  for (const type of mediaTypes) {
    const id = await boundKey(testConsole, olga.id, { types: [type] })
    const answer = await visitor.post(`/keys/${id}/test`)
    const image = await site.database.images.byId(
      answer.headers.get('location')?.replace('/images/', '') ?? '',
    )
    expect(image?.file.type).toBe(type)
  }
  await setPolicy(site, commandActor, 'upload.types', 'webp')
  await testConsole.refresh()
  const free = await visitor.post(`/keys/${await boundKey(testConsole, olga.id, {})}/test`)
  expect(free.headers.get('location')).toStartWith('/images/')
  const useless = await visitor.post(
    `/keys/${await boundKey(testConsole, olga.id, { types: ['image/gif'] })}/test`,
  )
  expect(useless.status).toBe(400)
})

test('a key gets narrower at once, and wider only after its owner has proved who they are', async () => {
  let nowMs = Date.now()
  await using testConsole = await startConsole({ clock: () => nowMs })
  const { keys, audit } = testConsole.site.database
  const olga = await testConsole.addMember('olga')
  const id = await boundKey(testConsole, olga.id, { types: ['image/png', 'image/gif'] })
  const visitor = createVisitor(testConsole)
  await visitor.signIn('olga', memberPassword)
  nowMs += 11 * 60 * 1000
  const fields = {
    name: 'Camera',
    types: 'image/png',
    maxBytes: '2',
    network: '10.0.0.0/8',
    uploadsPerMinute: '9',
  }
  expect((await visitor.post(`/keys/${id}`, fields)).headers.get('location')).toBe('/keys')
  expect(await keys.byId(id)).toMatchObject({
    name: 'Camera',
    uploadsPerMinute: 9,
    binding: { types: ['image/png'], maxBytes: 2 * 1024 * 1024, networks: ['10.0.0.0/8'] },
  })
  const page = await (await visitor.get(`/keys/${id}`)).text()
  expect(page).toContain('value="Camera"')
  expect(page).toMatch(/value="image\/png" checked/)
  const wider = { ...fields, maxBytes: '3' }
  expect((await visitor.post(`/keys/${id}`, wider)).status).toBe(403)
  expect((await keys.byId(id))?.binding.maxBytes).toBe(2 * 1024 * 1024)
  expect((await visitor.post(`/keys/${id}`, { ...wider, proof: memberPassword })).status).toBe(303)
  expect((await keys.byId(id))?.binding.maxBytes).toBe(3 * 1024 * 1024)
  const entries = (await audit.list({ action: 'key.change', limit: 9 })).items
  expect(entries.map(({ subject, before }) => [subject, (before as { name: string }).name])).toEqual([
    [id, 'Camera'],
    [id, 'Blog'],
  ])
  await visitor.post(`/keys/${id}/revoke`)
  expect((await visitor.post(`/keys/${id}`, fields)).status).toBe(409)
})

test('a key that is bound to what is gone stays bound to it when it is changed', async () => {
  await using testConsole = await startConsole()
  const olga = await testConsole.addMember('olga')
  const travel = await addAlbum(testConsole.site, commandActor, olga.id, 'Travel')
  const id = await boundKey(testConsole, olga.id, { albumIds: [travel.id] })
  const visitor = await createSignedInVisitor(testConsole, olga)
  await visitor.post(`/albums/${travel.id}/delete`)
  expect(await (await visitor.get(`/keys/${id}`)).text()).toMatch(
    new RegExp(`name="albumIds" value="${travel.id}" checked`),
  )
  const kept = { name: 'Blog', uploadsPerMinute: '', albumIds: travel.id }
  expect((await visitor.post(`/keys/${id}`, kept)).status).toBe(303)
  expect((await testConsole.site.database.keys.byId(id))?.binding).toEqual({ albumIds: [travel.id] })
})
