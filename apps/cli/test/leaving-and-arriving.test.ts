import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { pngOf } from '@pictoglyph/images/test/sample-image'
import { openSite, type SiteFixture } from '@pictoglyph/images/test/site-fixture'
import { createMemoryLimiter } from '@pictoglyph/limiter/memory'
import { setUserDisabled } from '@pictoglyph/site/accounts/users'
import {
  arrangeAlbumImages,
  clearAlbumOrder,
  describeAlbum,
  setAlbumCover,
  setAlbumPublic,
  setAlbumRandomLink,
} from '@pictoglyph/site/albums'
import { commandActor } from '@pictoglyph/site/audit/audit-draft'
import { maxImagesAtOnce } from '@pictoglyph/site/images'
import { takeDownImages } from '@pictoglyph/site/images/take-down'
import type { Album } from '@pictoglyph/site/language/records'
import { zipSync } from 'fflate'
import { exportImages } from '../src/archive/export-images.ts'
import { importImages } from '../src/archive/import-images.ts'
import { manifestEntries, planImport } from '../src/archive/import-plan.ts'
import { openPictureSource } from '../src/archive/picture-source.ts'
import { pictoglyph, startPictoglyph } from './command.ts'
import { placesOf } from './places-of.ts'
import { temporaryFolder } from './temporary-folder.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let left: SiteFixture
let exported: string
const uploaded: { id: string; url: string; pageUrl: string }[] = []

beforeAll(async () => {
  folder = await temporaryFolder()
  left = await openSite()
  exported = join(folder.path, 'exported')
  const albumId = await left.addAlbum('Summer: 2026')
  uploaded.push(
    await upload(left, pngOf(1), { title: 'Hills', albumId, description: 'Green, <b>far</b>' }),
    await upload(left, pngOf(2), { title: 'hills', albumId }),
    await upload(left, pngOf(3), { title: '../../海', expiresIn: '30d' }),
  )
})
afterAll(async () => {
  await left[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

async function upload(site: SiteFixture, bytes: Uint8Array<ArrayBuffer>, fields: Record<string, string>) {
  const body = new FormData()
  body.set('file', new Blob([bytes]), `${fields.title}.png`)
  body.set('categoryId', site.categoryId)
  for (const [name, value] of Object.entries(fields)) body.set(name, value)
  const headers = { Authorization: `Bearer ${site.apiKey}` }
  const answer = await fetch(`${site.url}/api/v1/upload`, { method: 'POST', headers, body })
  return (await answer.json()).data
}

async function run(site: SiteFixture, words: readonly string[], address = site.url) {
  const variables = { ...placesOf(site), PICTOGLYPH_IMAGES_URL: address }
  const { code, out, err } = await pictoglyph(variables, [...words, '--json'])
  return { code, err, ...(out === '' ? {} : JSON.parse(out)) }
}

const userOf = async (site: SiteFixture) => (await site.ports.database.users.byId(site.userId))?.name ?? ''
const imagesIn = async (site: SiteFixture) =>
  (await site.ports.database.images.list({ limit: 500, sort: 'oldest' })).items
const manifestOf = async (path: string) =>
  (await Bun.file(path).text())
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line))
const filesBelow = async (path: string) =>
  (await readdir(path, { recursive: true, withFileTypes: true })).filter((entry) => entry.isFile())

/** All that an import could change. */
async function stateOf({ ports: { database }, userId }: SiteFixture) {
  const { items } = await database.images.list({ limit: 500 })
  const albums = await database.albums.list(userId)
  const members = await Promise.all(items.map(({ id }) => database.albums.withImage(id)))
  const audit = (await database.audit.list({ limit: 500 })).items
  return { items, albums, members, audit, categories: await database.categories.list() }
}

/** A folder as another host has it. */
async function writeFolder(name: string, files: Record<string, Uint8Array | string>): Promise<string> {
  const root = join(folder.path, name)
  for (const [path, content] of Object.entries(files)) {
    await mkdir(join(root, path, '..'), { recursive: true })
    await Bun.write(join(root, path), content)
    await utimes(join(root, path), 1_600_000_000, 1_600_000_000)
  }
  return root
}

test('an export has pictures under readable names, a manifest, and a page that shows them', async () => {
  const { code, images, written } = await run(left, ['export', exported, '--user', await userOf(left)])
  expect({ code, images, written }).toEqual({ code: 0, images: 3, written: 3 })
  const lines = await manifestOf(join(exported, 'manifest.jsonl'))
  expect(lines.map(({ file }) => file).toSorted()).toEqual([
    'pictures/Summer 2026/Hills (2).png',
    'pictures/Summer 2026/hills.png',
    'pictures/海.png',
  ])
  const page = await Bun.file(join(exported, 'index.html')).text()
  for (const [index, { id, url, pageUrl }] of uploaded.entries()) {
    const line = lines.find((one) => one.id === id)
    const image = await left.ports.database.images.byId(id)
    const bytes = await Bun.file(join(exported, line.file)).bytes()
    expect(bytes).toEqual(pngOf(index + 1))
    expect(line).toMatchObject({
      address: url,
      page: pageUrl,
      title: image?.title,
      description: image?.description,
      category: 'general',
      createdAt: new Date(image?.createdAtMs ?? 0).toISOString(),
      hash: new Bun.CryptoHasher('sha256').update(bytes).digest('hex'),
    })
    expect(Math.round((await stat(join(exported, line.file))).mtimeMs)).toBe(image?.createdAtMs ?? 0)
    expect(page).toContain(`src="${line.file.split('/').map(encodeURIComponent).join('/')}"`)
  }
  expect(page).toContain('Green, &lt;b&gt;far&lt;/b&gt;')
  expect(lines.find(({ title }) => title === 'hills')).toMatchObject({ album: 'Summer: 2026' })
}, 60_000)

test('a second export writes what is new and removes what has gone, and no other folder is touched', async () => {
  const directory = join(folder.path, 'again')
  const words = ['export', directory]
  await run(left, words)
  const gone = await upload(left, pngOf(77), { title: 'Gone' })
  expect(await run(left, words)).toMatchObject({ images: 4, written: 1 })
  const names = async () => (await filesBelow(directory)).map(({ name }) => name)
  expect(await names()).toContain('Gone.png')
  const image = await left.ports.database.images.byId(gone.id)
  const how = { reason: 'test', allCopies: false, forGood: false }
  if (image) await takeDownImages(left.ports, commandActor, [image], how)
  await Bun.write(join(directory, 'manifest.jsonl.partial'), 'cut sho')
  expect(await run(left, words)).toMatchObject({ images: 3, written: 0 })
  expect(await names()).not.toContain('Gone.png')
  const foreign = await writeFolder('foreign', { 'diary.txt': 'mine' })
  expect(await run(left, ['export', foreign])).toMatchObject({
    code: 1,
    err: expect.stringContaining('diary.txt'),
  })
}, 60_000)

for (const kind of ['folder', 'archive']) {
  test(`an export arrives on another site from a ${kind}, with dates, albums, ends and redirects`, async () => {
    await using arrived = await openSite()
    await run(left, ['export', exported, '--user', await userOf(left)])
    const source = kind === 'folder' ? exported : join(folder.path, 'exported.zip')
    if (kind === 'archive') {
      const files = await filesBelow(exported)
      const entries = files.map(async ({ parentPath, name }) => {
        const path = join(parentPath, name)
        return [path.slice(folder.path.length + 1), await Bun.file(path).bytes()] as const
      })
      await Bun.write(source, zipSync(Object.fromEntries(await Promise.all(entries))))
    }
    const words = ['import', source, '--user', await userOf(arrived)]
    const first = await run(arrived, words)
    expect(first).toMatchObject({ code: 0, ok: true, imported: 3, existing: 0, refused: [] })
    const images = await imagesIn(arrived)
    for (const [index, { id }] of uploaded.entries()) {
      const before = await left.ports.database.images.byId(id)
      const after = images[index]
      expect(after).toMatchObject({
        title: before?.title ?? '',
        description: before?.description ?? '',
        createdAtMs: before?.createdAtMs ?? 0,
        file: before?.file ?? {},
      })
      expect(Math.abs((after?.expiresAtMs ?? 0) - (before?.expiresAtMs ?? 0))).toBeLessThanOrEqual(60_000)
      const from = new URL(uploaded[index]?.url ?? '').pathname
      const to = arrived.ports.links.direct({ id: after?.id ?? '', file: { type: 'image/png' } })
      expect(await Bun.file(first.redirects.nginx).text()).toContain(
        `location = ${from} { return 301 ${to}; }\n`,
      )
      expect(await Bun.file(first.redirects.caddy).text()).toContain(`redir ${from} ${to} 301\n`)
      expect(await Bun.file(first.redirects.netlify).text()).toContain(`${from} ${to} 301\n`)
    }
    const albums = await arrived.ports.database.albums.list(arrived.userId)
    expect(albums.map(({ name, imageCount }) => [name, imageCount])).toEqual([['Summer: 2026', 2]])
    const state = await stateOf(arrived)
    expect(await run(arrived, words)).toMatchObject({ code: 0, imported: 0, existing: 3 })
    expect(await stateOf(arrived)).toEqual(state)
    await rm(`${source}-redirects`, { recursive: true })
  }, 60_000)
}

test('an album arrives with its description, cover, order and public page, and stays as its owner changes it then', async () => {
  await using source = await openSite()
  await using arrived = await openSite()
  const directory = join(folder.path, 'with-albums')
  const albumId = await source.addAlbum('Walk')
  await source.addAlbum('Empty')
  const ids: string[] = []
  for (let seed = 41; seed <= 44; seed++) {
    ids.push((await upload(source, pngOf(seed), { title: `Step ${seed}`, albumId })).id)
  }
  const [one = '', two = '', three = '', four = ''] = ids
  const albumOf = async (site: SiteFixture, name: string) => {
    const album = (await site.ports.database.albums.list(site.userId)).find((each) => each.name === name)
    if (album === undefined) throw new Error(`no album ${name}`)
    return album
  }
  const change = async (site: SiteFixture, act: (album: Album) => Promise<void>) =>
    await act(await albumOf(site, 'Walk'))
  const { ports } = source
  await change(source, (album) =>
    describeAlbum(ports, commandActor, album, { name: 'Walk', description: 'By *night*.' }),
  )
  await change(source, (album) => setAlbumCover(ports, commandActor, album, three))
  await change(source, (album) =>
    arrangeAlbumImages(ports, commandActor, album, { imageIds: [two, four, one, three], beforeId: null }),
  )
  await change(source, (album) => setAlbumPublic(ports, commandActor, album, true))
  await change(source, (album) => setAlbumRandomLink(ports, commandActor, album, true))
  await run(source, ['export', directory])

  const words = ['import', directory, '--user', await userOf(arrived)]
  const first = await run(arrived, words)
  expect(first).toMatchObject({ code: 0, imported: 4, refused: [] })
  const albums = await arrived.ports.database.albums.list(arrived.userId)
  expect(albums.map(({ name, imageCount }) => [name, imageCount])).toEqual([
    ['Walk', 4],
    ['Empty', 0],
  ])
  const walk = await albumOf(arrived, 'Walk')
  expect(walk).toMatchObject({ description: 'By *night*.', isArranged: true, hasRandomLink: true })
  const titlesOf = async () =>
    (await arrived.ports.database.images.list({ albumId: walk.id, sort: 'album', limit: 10 })).items.map(
      ({ title }) => title,
    )
  expect(await titlesOf()).toEqual(['Step 42', 'Step 44', 'Step 41', 'Step 43'])
  const cover = await arrived.ports.database.images.byId(walk.coverImageId ?? '')
  expect(cover?.title).toBe('Step 43')
  const { links } = arrived.ports
  const [left, now] = [(await albumOf(source, 'Walk')).publicToken ?? '', walk.publicToken ?? '']
  const redirects = await Bun.file(first.redirects.caddy).text()
  expect(redirects).toContain(`redir /a/${left} ${links.album(now)} 301\n`)
  expect(redirects).toContain(`redir /a/${left}/random ${links.randomImage(now)} 301\n`)

  const imports = await arrived.ports.database.audit.list({ action: 'image.import', limit: 10 })
  expect(imports.items).toMatchObject([{ actor: 'command', subject: '4 images' }])

  // No name of the owner, who may be deleted one day.
  expect(imports.items[0]?.after).toEqual({ ownerId: arrived.userId, images: 4 })

  await change(arrived, (album) => setAlbumPublic(arrived.ports, commandActor, album, false))
  await change(arrived, (album) => setAlbumCover(arrived.ports, commandActor, album, null))
  await change(arrived, (album) => clearAlbumOrder(arrived.ports, commandActor, album))
  const state = await stateOf(arrived)
  expect(await run(arrived, words)).toMatchObject({ code: 0, imported: 0, existing: 4 })
  expect(await stateOf(arrived)).toEqual(state)
}, 60_000)

test('an album that is there gets the pictures that it lacks, however many', async () => {
  await using arrived = await openSite()
  const count = maxImagesAtOnce + 1
  const albumId = await arrived.addAlbum('Walk')
  await upload(arrived, pngOf(1_000), { title: '0', albumId })
  const files = Array.from(
    { length: count },
    (_, index) => [`Walk/${index}.png`, pngOf(1_000 + index)] as const,
  )
  const root = await writeFolder('walks', Object.fromEntries(files))
  const words = ['import', root, '--user', await userOf(arrived)]
  const albums = async () => await arrived.ports.database.albums.list(arrived.userId)
  expect(await run(arrived, words)).toMatchObject({ code: 0, imported: count - 1, existing: 1 })
  expect(await albums()).toMatchObject([{ id: albumId, imageCount: count }])
}, 60_000)

test('a plain folder becomes titles, albums and dates, and its old addresses lead to the links', async () => {
  await using arrived = await openSite()
  const root = await writeFolder('uploads', {
    'a b.png': pngOf(11),
    '2023/05/海 (1).png': pngOf(12),
    '2023/05/copy.png': pngOf(11),
    'notes.txt': 'no picture',
    '.hidden.png': pngOf(13),
    'torn.png': pngOf(14).subarray(0, 50),
    'to\\rn.png': pngOf(15).subarray(0, 50),
  })
  const base = 'https://old.example/uploads'
  const words = ['import', root, '--user', await userOf(arrived), '--old-base', base]
  const local = await run(arrived, words)
  expect(local).toMatchObject({ code: 1, err: expect.stringContaining('Set PICTOGLYPH_IMAGES_URL') })
  expect(await imagesIn(arrived)).toEqual([])
  const first = await run(arrived, words, 'https://pictures.example')
  expect(first).toMatchObject({
    code: 1,
    imported: 2,
    existing: 1,
    other: 1,
    refused: ['to\\rn.png', 'torn.png'].map((file) => ({ file, code: 'INVALID_IMAGE' })),
  })
  const images = await imagesIn(arrived)
  expect(images.map(({ title, createdAtMs }) => [title, createdAtMs]).toSorted()).toEqual([
    ['copy', 1_600_000_000_000],
    ['海 (1)', 1_600_000_000_000],
  ])
  const [album] = await arrived.ports.database.albums.list(arrived.userId)
  expect(album).toMatchObject({ name: '2023/05', imageCount: 2 })
  const lines = await Bun.file(first.redirects.netlify).text()
  expect(lines).toMatch(
    /^https:\/\/old\.example\/uploads\/a%20b\.png https:\/\/pictures\.example\S+\.png 301$/m,
  )
  expect(lines).toMatch(
    /^https:\/\/old\.example\/uploads\/2023\/05\/%E6%B5%B7%20\(1\)\.png https:\/\/pictures\.example\S+ 301$/m,
  )
  const state = await stateOf(arrived)
  expect(await run(arrived, words, 'https://pictures.example')).toMatchObject({ imported: 0, existing: 3 })
  expect(await stateOf(arrived)).toEqual(state)
}, 60_000)

test('the bar of an export and that of an import advance by every picture, whatever becomes of it', async () => {
  await using arrived = await openSite()
  const root = await writeFolder('bars', {
    'a.png': pngOf(81),
    'copy.png': pngOf(81),
    'notes.txt': 'no picture',
    'torn.png': pngOf(82).subarray(0, 50),
  })
  const steps: number[] = []
  const progress = { advance: (count: number) => void steps.push(count), finish() {} }
  const user = await arrived.ports.database.users.byId(arrived.userId)
  await using source = await openPictureSource(root)
  const kept = { manifest: undefined, oldBase: undefined }
  const planned = planImport(source.files, manifestEntries(undefined), kept)
  const { categoryId } = arrived
  await importImages(
    { ...arrived.ports, keyLimiter: createMemoryLimiter() },
    user!,
    planned,
    { categoryId, progress },
    () => {},
  )
  expect(steps).toEqual([1, 1, 1, 1])

  steps.length = 0
  let total = 0
  const startProgress = (_label: string, all: number) => {
    total = all
    return progress
  }
  const options = { directory: join(folder.path, 'bars-out'), owner: undefined, progress: startProgress }
  await exportImages(arrived.ports, options)
  expect([steps, total]).toEqual([[1], 1])
}, 30_000)

test('no permanent redirect leads from another host to this machine alone', async () => {
  await using arrived = await openSite()
  const root = await writeFolder('tried', { 'a.png': pngOf(91), 'b.png': pngOf(92) })
  const manifest = join(root, 'manifest.jsonl')
  await Bun.write(manifest, '{"file":"a.png","address":"https://old.example/a.png"}\n')
  const words = ['import', root, '--user', await userOf(arrived)]
  const tried = await run(arrived, words)
  expect(tried).toMatchObject({ code: 0, imported: 2, redirects: {} })
  expect(tried.err).toContain('where only this machine finds the site')
  const served = await run(arrived, words, 'https://pictures.example')
  expect(await Bun.file(served.redirects.caddy).text()).toMatch(
    /^redir \/a\.png https:\/\/pictures\.example\//m,
  )
}, 60_000)

test('a manifest of one’s own says what files are, and a line that can’t be read stops all', async () => {
  await using arrived = await openSite()
  const root = await writeFolder('listed', { 'x1.png': pngOf(21), 'x2.png': pngOf(22) })
  const manifest = join(folder.path, 'own.jsonl')
  const user = await userOf(arrived)
  const words = ['import', root, '--user', user, '--manifest', manifest]
  await Bun.write(manifest, '{"file":"x1.png"}\n{"file":"x2.png","createdAt":"soon"}\n')
  expect(await run(arrived, words)).toMatchObject({
    code: 1,
    err: expect.stringContaining(`Line 2 of ${manifest}: the field`),
  })
  expect(await imagesIn(arrived)).toEqual([])
  const first = { file: 'x1.png', title: 'One', category: 'Trips', address: 'https://old.example/1?big' }
  const second = { file: 'x2.png', createdAt: '2999-01-01T00:00:00Z', hash: '0'.repeat(64) }
  const third = { file: '../own.jsonl' }
  await Bun.write(manifest, [first, second, third].map((line) => JSON.stringify(line)).join('\n'))
  expect(await run(arrived, words)).toMatchObject({
    imported: 1,
    refused: [
      { file: 'x2.png', message: expect.stringContaining('SHA-256') },
      { file: '../own.jsonl', message: expect.stringContaining('no such file') },
    ],
  })
  const [image] = await imagesIn(arrived)
  const category = await arrived.ports.database.categories.byId(image?.categoryId ?? '')
  expect([image?.title, category?.name]).toEqual(['One', 'Trips'])
}, 60_000)

test('an import that is killed goes on where it was', async () => {
  await using arrived = await openSite()
  const count = 80
  const files = Object.fromEntries(
    Array.from({ length: count }, (_, index) => [`trip/${index}.png`, pngOf(1000 + index)]),
  )
  const root = await writeFolder('many', files)
  const words = ['import', root, '--user', await userOf(arrived)]
  const killed = startPictoglyph(placesOf(arrived), words)
  while ((await imagesIn(arrived)).length < 5) await Bun.sleep(1)
  process.kill(killed.pid, 'SIGKILL')
  await killed.stop()
  const before = (await imagesIn(arrived)).length
  expect(before).toBeLessThan(count)
  expect(await run(arrived, words)).toMatchObject({ code: 0, imported: count - before, existing: before })
  const [album] = await arrived.ports.database.albums.list(arrived.userId)
  expect([(await imagesIn(arrived)).length, album?.imageCount]).toEqual([count, count])
}, 60_000)

test('bytes that are taken down, a full quota and a disabled account keep pictures out', async () => {
  await using arrived = await openSite()
  const root = await writeFolder('refused', { 'a.png': pngOf(31) })
  const words = ['import', root, '--user', await userOf(arrived)]
  await arrived.setQuota(10)
  expect(await run(arrived, words)).toMatchObject({ code: 1, refused: [{ code: 'QUOTA_EXCEEDED' }] })
  await arrived.setQuota(1_000_000)
  expect(await run(arrived, words)).toMatchObject({ code: 0, imported: 1 })
  const how = { reason: 'a neighbour', allCopies: false, forGood: false }
  await takeDownImages(arrived.ports, commandActor, await imagesIn(arrived), how)
  expect(await run(arrived, words)).toMatchObject({
    refused: [{ code: 'INVALID_IMAGE', message: expect.stringContaining('a neighbour') }],
  })
  const member = await arrived.ports.database.users.byId(await arrived.addUser('mia'))
  if (member) await setUserDisabled(arrived.ports, commandActor, member, true)
  const { err } = await run(arrived, ['import', root, '--user', 'mia'])
  expect(err).toContain('is disabled')
}, 60_000)

test('a file that is no archive is said to be none', async () => {
  const root = await writeFolder('broken', { 'a.zip': 'PK no' })
  const user = await userOf(left)
  for (const [name, words] of [
    ['a.zip', 'is no ZIP archive'],
    ['none', 'There is no folder or ZIP archive'],
  ] as const) {
    const { code, err } = await run(left, ['import', join(root, name), '--user', user])
    expect([code, err]).toEqual([1, expect.stringContaining(words)])
  }
})
