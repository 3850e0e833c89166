import { afterAll, beforeAll, expect, test } from 'bun:test'
import { addAlbum, removeAlbum } from '@pictoglyph/site/albums'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { category } from '@pictoglyph/site/categories'
import { runAction } from '@pictoglyph/site/things/run-action'
import { zipStream } from '../src/gallery/zip.ts'
import { type ConsoleUnderTest, startConsole } from './support/console-under-test.ts'
import { fieldsOf } from './support/form-fields.ts'
import { picture } from './support/pictures.ts'
import { imageIdOf, uploadPicture } from './support/upload-picture.ts'
import { createSignedInVisitor, type Visitor } from './support/visitor.ts'

const matching = 70

let testConsole: ConsoleUnderTest
let visitor: Visitor
let ids: string[]
let album: string
beforeAll(async () => {
  testConsole = await startConsole()
  const olga = await testConsole.addMember('olga')
  visitor = await createSignedInVisitor(testConsole, olga)
  album = (await addAlbum(testConsole.site, commandActor, olga.id, 'Travel')).id
  await runAction(testConsole.site, { actor: commandActor, thing: category, verb: 'add', name: 'Holidays' })
  ids = []
  for (let index = 0; index < matching; index++) {
    ids.push(imageIdOf(await uploadPicture(visitor, { title: 'Sea' }, picture({ width: 1 + index }))))
  }
  await uploadPicture(visitor, { title: 'Land' }, picture({ width: 400 }))
}, 60_000)
afterAll(async () => {
  await testConsole[Symbol.asyncDispose]()
})

/** The hidden fields of the gallery's form, as it stands on a page. */
async function formOn(path: string) {
  return fieldsOf(await (await visitor.get(path)).text(), '/images/to-album')
}

const count = async (query: object) => testConsole.site.database.images.count(query, 1000)

test('all that match a filter are put into an album, on whichever page they stand', async () => {
  const form = await formOn('/images?q=sea')
  await visitor.post('/images/to-album', { ...form, all: 'on', into: album })
  expect(await count({ albumId: album })).toBe(matching)
})

test('what was uploaded after a page was shown is none of all that it matched', async () => {
  const form = await formOn('/images?q=sea')
  const late = picture({ width: 900 })
  while (Date.now() <= Number(form.asOf?.[0]));
  await uploadPicture(visitor, { title: 'Sea, later' }, late)
  await visitor.post('/images/title', { ...form, all: 'on', title: 'Sea and sky' })
  expect(await count({ search: 'sky' })).toBe(matching)
})

test('more images than a cookie can name are deleted and brought back', async () => {
  const form = await formOn('/images?q=sky')
  const deleted = await visitor.post('/images/delete', { ...form, all: 'on' })
  expect(await count({ search: 'sky' })).toBe(0)
  const page = await (await visitor.get(deleted.headers.get('Location') ?? '')).text()
  await visitor.post('/images/restore', fieldsOf(page, '/images/restore'))
  expect(await count({ search: 'sky' })).toBe(matching)
})

test('many images get another category, which has to take images', async () => {
  const some = ids.slice(0, 3)
  await visitor.post('/images/category', { id: some, category: 'holidays' })
  expect(await count({ categoryId: 'holidays' })).toBe(3)
  const refused = await visitor.post('/images/category', { id: some, category: 'nowhere' })
  expect(refused.status).toBe(400)
  expect(await count({ categoryId: 'holidays' })).toBe(3)
})

test('many images end together, or never, and a slip changes none', async () => {
  const form = await formOn('/images?q=sky')
  const ending = () => count({ search: 'sky', isExpiring: true })
  const gallery = await (await visitor.get('/images?q=sky')).text()
  expect(gallery).toContain('formaction="/images/end"')
  const answer = await visitor.post('/images/end', { ...form, all: 'on', expiresIn: '12h' })
  expect(answer.status).toBe(303)
  expect(await ending()).toBe(matching)
  const some = ids.slice(0, 3)
  for (const expiresIn of ['', 'soon', '0s', '999999w']) {
    expect((await visitor.post('/images/end', { id: some, expiresIn })).status).toBe(400)
  }
  expect((await visitor.post('/images/end', { expiresIn: '1h' })).status).toBe(400)
  expect(await ending()).toBe(matching)
  expect((await visitor.post('/images/end', { id: some, expiresIn: 'forever' })).status).toBe(303)
  expect(await ending()).toBe(matching - 3)
})

test('the links of all that match stand on a page, a line for each', async () => {
  const form = await formOn('/images?q=sky')
  const answer = await visitor.post('/images/links', { ...form, all: 'on', format: 'markdown' })
  const lines = /<textarea[^>]*>([^<]*)</.exec(await answer.text())?.[1]?.split('\n') ?? []
  expect(lines).toHaveLength(matching)
  expect(lines[0]).toMatch(/^!\[Sea and sky\]\(http:\/\/localhost:\d+\/i\/\w+\.png\)$/)
})

test('images that are ticked are read in their order, however many', async () => {
  const ticked = ids.toReversed()
  const answer = await visitor.post('/images/links', { id: ticked, format: 'url' })
  const lines = /<textarea[^>]*>([^<]*)</.exec(await answer.text())?.[1]?.split('\n') ?? []
  expect(lines.map((line) => /\/i\/(\w+)\./.exec(line)?.[1])).toEqual(ticked)
  const refused = await visitor.post('/images/links', { id: [...ticked, 'unknown'], format: 'url' })
  expect(refused.status).toBe(404)
})

test('the selected images come as an archive, each under a name of its own', async () => {
  const some = ids.slice(0, 3)
  const answer = await visitor.post('/images/zip', { id: some })
  expect(answer.headers.get('Content-Type')).toBe('application/zip')
  const bytes = Buffer.from(await answer.arrayBuffer())
  const files = filesIn(bytes)
  expect(files.map(({ name }) => name)).toEqual([
    'Sea and sky.png',
    'Sea and sky (2).png',
    'Sea and sky (3).png',
    'manifest.jsonl',
  ])
  const lines = `${files.pop()?.content}`.trimEnd().split('\n')
  for (const [index, { name, content, checksum }] of files.entries()) {
    const image = await testConsole.site.database.images.byId(some[index] ?? '')
    const hash = new Bun.CryptoHasher('sha256').update(content).digest('hex')
    expect(hash).toBe(image?.file.address ?? '')
    expect(Number(Bun.hash.crc32(content))).toBe(checksum)
    expect(JSON.parse(lines[index] ?? '')).toMatchObject({ file: name, id: some[index], hash })
  }
})

test('an archive holds what is empty, and names of any language', async () => {
  const entries = ['a.png', '海.jpg', `${'n'.repeat(80)}.gif`].map((name, index) => {
    const content = new Uint8Array(1000 * index).fill(index)
    return { name, sizeBytes: content.length, changedAtMs: 0, open: async () => new Blob([content]).stream() }
  })
  const bytes = Buffer.from(await new Response(zipStream(entries)).arrayBuffer())
  expect(filesIn(bytes).map(({ name, content }) => [name, content.length])).toEqual(
    entries.map(({ name, sizeBytes }) => [name, sizeBytes]),
  )
})

test('an image is downloaded under its title', async () => {
  const answer = await visitor.get(`/images/${ids[0]}/file`)
  expect(answer.headers.get('Content-Disposition')).toBe("attachment; filename*=UTF-8''Sea%20and%20sky.png")
  expect((await answer.bytes()).length).toBe(Number(answer.headers.get('Content-Length')))
})

test('the gallery is narrowed by type and to images without a title, and ordered', async () => {
  const shown = async (path: string) =>
    [...(await (await visitor.get(path)).text()).matchAll(/data-picture="[^"]*"[^>]*>([^<]*)</g)].map(
      ([, title]) => title,
    )
  expect(await shown('/images?type=image%2Fgif')).toEqual([])
  expect(await shown('/images?untitled=on')).toEqual([])
  expect((await shown('/images?sort=name'))[0]).toBe('Land')
  expect((await shown('/images?sort=largest&q=sea'))[0]).toBe('Sea, later')
})

/** Reads an archive by its directory (APPNOTE.TXT 4.3). */
function filesIn(zip: Buffer): { name: string; content: Buffer; checksum: number }[] {
  const locator = zip.length - 22 - 20
  const record = Number(zip.readBigUInt64LE(locator + 8))
  const entries = Number(zip.readBigUInt64LE(record + 32))
  let at = Number(zip.readBigUInt64LE(record + 48))
  return Array.from({ length: entries }, () => {
    const nameBytes = zip.readUInt16LE(at + 28)
    const extra = at + 46 + nameBytes
    const name = zip.toString('utf8', at + 46, extra)
    const checksum = zip.readUInt32LE(at + 16)
    const sizeBytes = Number(zip.readBigUInt64LE(extra + 4))
    const local = Number(zip.readBigUInt64LE(extra + 20))
    const start = local + 30 + zip.readUInt16LE(local + 26) + zip.readUInt16LE(local + 28)
    at = extra + zip.readUInt16LE(at + 30)
    return { name, checksum, content: zip.subarray(start, start + sizeBytes) }
  })
}

test('a move from one album into another is one entry, which names both', async () => {
  const { site } = testConsole
  const [olga] = (await site.database.users.list()).filter(({ name }) => name === 'olga')
  const [from, into] = [
    await addAlbum(site, commandActor, olga!.id, 'Winter'),
    await addAlbum(site, commandActor, olga!.id, 'Snow'),
  ]
  await visitor.post('/images/to-album', { id: ids.slice(0, 3), into: from.id })
  const before = (await site.database.audit.list({ limit: 100 })).items.length
  await visitor.post('/images/move', { id: ids.slice(0, 2), into: into.id, outOf: from.id })
  expect((await site.database.audit.list({ limit: 100 })).items.length).toBe(before + 1)
  const operator = await createSignedInVisitor(testConsole, await testConsole.addMember('ida', 'admin'))
  expect(await (await operator.get('/audit')).text()).toContain(
    'moved 2 images from the album “Winter” into “Snow”.',
  )
  await removeAlbum(site, commandActor, into)
  expect(await (await operator.get('/audit')).text()).toContain('into “Snow”.')
})
