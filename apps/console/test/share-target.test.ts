import { expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { category } from '@pictoglyph/site/categories'
import { runAction } from '@pictoglyph/site/things/run-action'
import sharp from 'sharp'
import { type ConsoleUnderTest, startConsole } from './support/console-under-test.ts'
import { picture } from './support/pictures.ts'
import { createSignedInVisitor, createVisitor, type Visitor } from './support/visitor.ts'

/** What Chrome on Android posts when pictures are shared: no token of a form, from no page. */
function share(
  visitor: Visitor,
  files: readonly { name: string; bytes: Uint8Array<ArrayBuffer> }[],
  headers: Record<string, string> = { Origin: 'null', 'Sec-Fetch-Site': 'none' },
): Promise<Response> {
  const body = new FormData()
  for (const { name, bytes } of files) body.append('files', new Blob([bytes], { type: 'image/png' }), name)
  return visitor.send('/share', {
    method: 'POST',
    body,
    headers: { ...headers, Accept: 'text/html,application/xhtml+xml', 'Sec-Fetch-Mode': 'navigate' },
  })
}

const one = { name: 'PXL_1.png', bytes: picture({ width: 31 }) }
const two = { name: 'PXL_2.png', bytes: picture({ width: 32 }) }

const shown = async ({ site }: ConsoleUnderTest) => (await site.database.images.list({ limit: 9 })).items

const idsIn = (page: string) => [...page.matchAll(/name="id" value="(\w+)"/g)].map(([, id = '']) => id)

test('shared pictures are shown to nobody until they are confirmed', async () => {
  await using testConsole = await startConsole()
  const visitor = await createSignedInVisitor(testConsole, await testConsole.addMember('alice'))
  const answer = await share(visitor, [one, two])
  expect(answer.status).toBe(200)
  const page = await answer.text()
  const ids = idsIn(page)
  expect(ids).toHaveLength(2)
  expect(page).toContain('Upload 2 images')
  expect(await shown(testConsole)).toEqual([])
  expect((await visitor.get(`/images/deleted/${ids[0]}`)).status).toBe(200)
  const again = await (await visitor.get(`/share?id=${ids[0]}&id=${ids[1]}`)).text()
  expect(idsIn(again)).toEqual(ids)
  const back = /name="return" value="([^"]+)"/.exec(page)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const kept = await visitor.post('/images/restore', { id: ids, return: back })
  expect(kept.headers.get('Location')).toBe(`/share?id=${ids[0]}&id=${ids[1]}`)
  const links = await (await visitor.get(back)).text()
  expect(links).toContain('These 2 images are in the gallery.')
  for (const id of ids) expect(links).toContain(`value="${id}" checked`)
  expect(links).toContain('formaction="/images/links"')
  expect((await shown(testConsole)).map(({ id }) => id).sort()).toEqual(ids.toSorted())
})

test('the names of shared files become titles, unless the browser’s setting says no', async () => {
  await using testConsole = await startConsole()
  const visitor = await createSignedInVisitor(testConsole, await testConsole.addMember('alice'))
  const keep = async (name: string, width: number) => {
    const page = await (await share(visitor, [{ name, bytes: picture({ width }) }])).text()
    await visitor.post('/images/restore', { id: idsIn(page) })
  }
  await keep('Sunset "at" 海.png', 33)
  await keep('image.png', 34)
  await keep(`${'🐱'.repeat(501)}.png`, 36)
  visitor.cookies.set('name-as-title', 'off')
  await keep('PXL_3.png', 35)
  const titles = (await shown(testConsole)).map(({ title }) => title)
  expect(titles.sort()).toEqual(['', '', 'Sunset "at" 海', '🐱'.repeat(500)])
})

test('shared pictures are in the first category that is enabled', async () => {
  await using testConsole = await startConsole()
  const operator = await createSignedInVisitor(testConsole, await testConsole.addMember('olga', 'admin'))
  await runAction(testConsole.site, { actor: commandActor, thing: category, verb: 'add', name: 'Cats' })
  const categories = await testConsole.site.database.categories.list()
  const [first, second] = categories
  expect(categories).toHaveLength(2)
  const categoryOf = async (file: typeof one) => {
    const [id = ''] = idsIn(await (await share(operator, [file])).text())
    return (await testConsole.site.database.images.byIdWithDeleted(id))?.categoryId
  }
  expect(await categoryOf(one)).toBe(first?.id)
  await operator.post(`/settings/uploads/categories/${first?.id}/enabled`, { enabled: 'off' })
  expect(await categoryOf(two)).toBe(second?.id)
})

test('what is shared again stays as it is', async () => {
  await using testConsole = await startConsole()
  const visitor = await createSignedInVisitor(testConsole, await testConsole.addMember('alice'))
  await visitor.post('/images/restore', { id: idsIn(await (await share(visitor, [one])).text()) })
  const page = await (await share(visitor, [one])).text()
  expect(page).toContain('This image is in the gallery.')
  expect(page).not.toContain('action="/images/restore"')
  expect(await shown(testConsole)).toHaveLength(1)
})

test('a shared file that is refused says why, and those with it go on', async () => {
  await using testConsole = await startConsole()
  const visitor = await createSignedInVisitor(testConsole, await testConsole.addMember('alice'))
  const text = {
    name: 'notes.png',
    bytes: new TextEncoder().encode('no picture at all, only a text of some length'),
  }
  const large = { name: 'large.png', bytes: new Uint8Array(21 * 1024 * 1024) }
  const page = await (await share(visitor, [text, one, large, two])).text()
  expect(idsIn(page)).toHaveLength(2)
  expect(page).toContain('The file is text.')
  expect(page).toContain('The file is too large: at most 20 MB are accepted.')
  expect((await share(visitor, [text])).status).toBe(400)
})

test('another site shares nothing, with whichever headers a browser may be made to send', async () => {
  await using testConsole = await startConsole()
  const visitor = await createSignedInVisitor(testConsole, await testConsole.addMember('alice'))
  for (const headers of [
    { Origin: 'https://evil.example', 'Sec-Fetch-Site': 'cross-site' },
    { Origin: 'null', 'Sec-Fetch-Site': 'cross-site' },
    { Origin: 'https://evil.localhost', 'Sec-Fetch-Site': 'same-site' },
    { Origin: 'null' },
  ] as Record<string, string>[]) {
    expect((await share(visitor, [one], headers)).status).toBe(403)
  }
  const elsewhere = await visitor.send('/albums', {
    method: 'POST',
    body: new URLSearchParams({ csrf: await visitor.token(), name: 'x' }),
    headers: { Origin: 'null', 'Sec-Fetch-Site': 'none' },
  })
  expect(elsewhere.status).toBe(403)
  const { items } = await testConsole.site.database.images.list({ limit: 9, deletedAfterMs: 0 })
  expect(items).toEqual([])
})

test('somebody who is signed out is asked to sign in', async () => {
  await using testConsole = await startConsole()
  const answer = await share(createVisitor(testConsole), [one])
  expect([answer.status, answer.headers.get('Location')]).toEqual([303, '/sign-in?return=%2Fshare'])
})

test('a share that breaks off leaves nothing', async () => {
  await using testConsole = await startConsole()
  const visitor = await createSignedInVisitor(testConsole, await testConsole.addMember('alice'))
  const head = '--x\r\nContent-Disposition: form-data; name="files"; filename="a.png"\r\n\r\n'
  const staging = join(dirname(testConsole.databasePath), 'blobs', 'staging')
  // Longer files are received on disk.
  for (const bytes of [9_000, 3 * 1024 * 1024]) {
    const answer = await visitor.send('/share', {
      method: 'POST',
      body: Buffer.concat([Buffer.from(head), one.bytes.subarray(0, 40), Buffer.alloc(bytes)]),
      headers: {
        Origin: 'null',
        'Sec-Fetch-Site': 'none',
        'Content-Type': 'multipart/form-data; boundary=x',
      },
    })
    expect(answer.status).toBe(400)
    const { items } = await testConsole.site.database.images.list({ limit: 9, deletedAfterMs: 0 })
    expect(items).toEqual([])
    expect(await readdir(staging)).toEqual([])
  }
})

test('the manifest tells a phone how to share, and pages name it', async () => {
  await using testConsole = await startConsole()
  const visitor = createVisitor(testConsole)
  const page = await (await visitor.get('/sign-in')).text()
  expect(page).toContain('<link rel="manifest" href="/manifest.webmanifest"/>')
  const answer = await visitor.get('/manifest.webmanifest')
  expect(answer.headers.get('Content-Type')).toBe('application/manifest+json')
  const manifest = await answer.json()
  expect(manifest).toMatchObject({
    start_url: '/images',
    share_target: {
      action: '/share',
      method: 'POST',
      enctype: 'multipart/form-data',
      params: { files: [{ name: 'files', accept: ['image/*'] }] },
    },
  })
  const { icons } = manifest as { icons: { src: string; sizes: string; type: string; purpose?: string }[] }
  const sizes: string[] = []
  for (const { src, sizes: told, type, purpose } of icons) {
    const file = await visitor.get(src)
    expect([file.status, file.headers.get('Content-Type')]).toEqual([200, type])
    if (type !== 'image/png') continue
    const { width, height } = await sharp(await file.arrayBuffer()).metadata()
    expect(`${width}x${height}`).toBe(told)
    sizes.push(`${told} ${purpose}`)
  }
  expect(sizes).toEqual(['192x192 any', '512x512 any', '512x512 maskable'])
})
