import { Database } from 'bun:sqlite'
import { expect, test } from 'bun:test'
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { systemErrorCode } from '@pictoglyph/site/platform/system-error-code'
import { startQuirkyStore } from '../../../packages/stores/test/quirky-store.ts'
import { pictoglyph, startPictoglyph } from './command.ts'
import { makeStoppedSite } from './stopped-site.ts'
import { temporaryFolder } from './temporary-folder.ts'

type Variables = Record<string, string>

const photograph = join(import.meta.dir, '../../../examples/photograph.jpg')
const markOf = (folder: string) => join(folder, 'blobs/site-id')
const readMark = (folder: string) => readFile(markOf(folder), 'utf8')

/** What a start is refused with. */
async function refusalOf(variables: Variables): Promise<string> {
  const { code, out, err } = await pictoglyph(variables, ['serve', '--json'])
  expect([code, out]).toEqual([1, ''])
  const { error } = JSON.parse(err)
  expect(error.code).toBe('CONFLICT')
  return error.message
}

/** Starts the site, which is ready at once, and stops it. */
async function expectReady(variables: Variables): Promise<void> {
  await using server = startPictoglyph(variables, ['serve'])
  expect(await readinessOf(await server.printed(/images +(http\S+)/))).toBe(200)
}

/** The status of `/readyz`. Bun may close a connection that came while the port was only held. */
async function readinessOf(url: string): Promise<number> {
  for (;;) {
    try {
      return (await fetch(new URL('readyz', url))).status
    } catch (error) {
      if (systemErrorCode(error) !== 'ECONNRESET') throw error
    }
  }
}

test('a site with images does not start where their disk is away, and writes nothing there', async () => {
  await using folder = await temporaryFolder()
  const variables = await makeStoppedSite(folder.path)
  const blobs = join(folder.path, 'blobs')
  const mark = await readMark(folder.path)
  expect(mark).toMatch(/^\w{14}\n$/)
  await rename(blobs, `${blobs}-away`)
  for (const isMountPoint of [false, true]) {
    if (isMountPoint) await mkdir(blobs)
    const told = await refusalOf(variables)
    expect(told).toContain(blobs)
    expect(told).toContain(mark.trim())
    expect(told).not.toContain('PICTOGLYPH_')
    expect(await readdir(folder.path)).toEqual(expect.arrayContaining(['blobs-away', 'pictoglyph.db']))
    if (isMountPoint) expect(await readdir(blobs)).toEqual([])
    else expect(await readdir(folder.path)).not.toContain('blobs')
  }
  await rm(blobs, { recursive: true })
  await rename(`${blobs}-away`, blobs)
  await expectReady(variables)
  expect(await readMark(folder.path)).toBe(mark)
}, 60_000)

test('no command reads or writes a store that is not the one of its site', async () => {
  await using folder = await temporaryFolder()
  const variables = await makeStoppedSite(folder.path)
  const blobs = join(folder.path, 'blobs')
  await rename(blobs, `${blobs}-away`)
  await mkdir(blobs)
  const { out } = await pictoglyph(variables, ['image', 'list', '--json'])
  const [{ id }] = JSON.parse(out)
  for (const words of [
    ['fsck'],
    ['fsck', '--quick'],
    ['fsck', '--repair'],
    ['backup', join(folder.path, 'backup')],
    ['export', join(folder.path, 'export')],
    ['migrate', '--from', `sqlite:${folder.path}/pictoglyph.db`, '--from', `file:${blobs}`].concat(
      '--to',
      `sqlite:${folder.path}/moved.db`,
      '--to',
      `file:${folder.path}/moved`,
    ),
    ['gc', '--deleted-for', '0s', '--delay', '0s', '--orphans-after', '0s'],
  ]) {
    const { code, err } = await pictoglyph(variables, words)
    expect([words[0], code, err.replace('\n', '')]).toEqual([words[0]!, 1, expect.stringContaining(blobs)])
    expect(err).not.toContain('Try again')
    expect([words, await readdir(blobs)]).toEqual([words, []])
  }
  // Rows go; what could not be removed does not count as removed, and is no place for anything.
  expect(await pictoglyph(variables, ['image', 'delete', '--for-good', id])).toMatchObject({ code: 0 })
  expect(await pictoglyph(variables, ['gc', '--delay', '0s'])).toMatchObject({ code: 1 })
  expect(await refusalOf(variables)).toContain(blobs)
  expect(await readdir(blobs)).toEqual([])
  using rows = new Database(join(folder.path, 'pictoglyph.db'), { readonly: true })
  const { left } = Object(rows.query('SELECT COUNT(*) AS left FROM blobs WHERE size_bytes > 0').get())
  expect(left).toBeGreaterThan(0)
}, 60_000)

test('a site of before adopts its store by what is there, and a store that lost its mark gets it again', async () => {
  await using folder = await temporaryFolder()
  const variables = await makeStoppedSite(folder.path)
  const mark = await readMark(folder.path)
  await rm(markOf(folder.path))
  await expectReady(variables)
  expect(await readMark(folder.path)).toBe(mark)

  await rm(markOf(folder.path))
  {
    using rows = new Database(join(folder.path, 'pictoglyph.db'))
    expect(rows.run("DELETE FROM site_facts WHERE name = 'site id'").changes).toBe(1)
  }
  await expectReady(variables)
  expect(await readMark(folder.path)).toMatch(/^\w{14}\n$/)
  expect(await readMark(folder.path)).not.toBe(mark)
}, 60_000)

test('a site does not start on the store of another, whichever of them has images', async () => {
  await using folder = await temporaryFolder()
  const [one, other, empty] = ['one', 'other', 'empty'].map((name) => join(folder.path, name)) as [
    string,
    string,
    string,
  ]
  await makeStoppedSite(one)
  await makeStoppedSite(other)
  const variables = { PICTOGLYPH_SERVICES: 'images', PICTOGLYPH_IMAGES_PORT: '0' }
  const fresh = { ...variables, PICTOGLYPH_DATA_DIR: empty }
  await expectReady(fresh)
  for (const [site, store] of [
    [one, other],
    [empty, other],
    [one, empty],
  ] as const) {
    const told = await refusalOf({
      ...variables,
      PICTOGLYPH_DATA_DIR: site,
      PICTOGLYPH_BLOBS_URL: `file:${store}/blobs`,
    })
    expect(told).toContain((await readMark(store)).trim())
    expect(told).toContain((await readMark(site)).trim())
  }
  // Without a mark, bytes that no row names are another's too.
  await rm(markOf(other))
  const told = await refusalOf({ ...fresh, PICTOGLYPH_BLOBS_URL: `file:${other}/blobs` })
  expect(told).toContain('as none of its own')
  // An operator who knows better writes the mark.
  await writeFile(markOf(other), await readMark(empty))
  await expectReady({ ...fresh, PICTOGLYPH_BLOBS_URL: `file:${other}/blobs` })
}, 60_000)

test('no new site is made on an empty store that has a mark', async () => {
  await using folder = await temporaryFolder()
  const variables = {
    PICTOGLYPH_DATA_DIR: folder.path,
    PICTOGLYPH_SERVICES: 'images',
    PICTOGLYPH_IMAGES_PORT: '0',
  }
  await expectReady(variables)
  for (const suffix of ['', '-wal', '-shm', '-changes']) {
    await rm(join(folder.path, `pictoglyph.db${suffix}`), { force: true })
  }
  expect(await refusalOf(variables)).toContain(markOf(folder.path))
  expect(await readdir(folder.path)).not.toContain('pictoglyph.db')
  await rm(markOf(folder.path))
  await expectReady(variables)
}, 60_000)

test('a backup carries the mark to the place where it is restored, and migrate to where it moves', async () => {
  await using folder = await temporaryFolder()
  const place = (name: string) => join(folder.path, name)
  const variables = await makeStoppedSite(place('site'))
  const mark = await readMark(place('site'))
  expect((await pictoglyph(variables, ['backup', place('backup')])).code).toBe(0)
  const restored = { ...variables, PICTOGLYPH_DATA_DIR: place('restored') }
  expect(await pictoglyph(restored, ['restore', place('backup')])).toMatchObject({ code: 0 })
  expect(await readMark(place('restored'))).toBe(mark)
  await expectReady(restored)

  const urls = (name: string) => [`sqlite:${place(name)}/pictoglyph.db`, `file:${place(name)}/blobs`]
  const words = (to: string) => [
    ...urls('site').flatMap((url) => ['--from', url]),
    ...urls(to).flatMap((url) => ['--to', url]),
  ]
  expect(await pictoglyph({}, ['migrate', ...words('moved')])).toMatchObject({ code: 0 })
  expect(await readMark(place('moved'))).toBe(mark)
  await expectReady({ ...variables, PICTOGLYPH_DATA_DIR: place('moved') })

  // Neither goes to the store of another site.
  await makeStoppedSite(place('other'))
  for (const suffix of ['', '-wal', '-shm']) {
    await rm(join(place('other'), `pictoglyph.db${suffix}`), { force: true })
  }
  for (const name of await readdir(join(place('other'), 'blobs'))) {
    if (name !== 'site-id') await rm(join(place('other'), 'blobs', name), { recursive: true })
  }
  const refused = [
    await pictoglyph({ ...variables, PICTOGLYPH_DATA_DIR: place('other') }, ['restore', place('backup')]),
    await pictoglyph({}, ['migrate', ...words('other')]),
  ]
  for (const { code, err } of refused) {
    expect([code, err]).toEqual([1, expect.stringContaining('belongs to another site')])
  }
  expect(await readdir(place('other'))).not.toContain('pictoglyph.db')
}, 60_000)

test('several processes that start at once agree on one mark', async () => {
  await using folder = await temporaryFolder()
  const variables = await makeStoppedSite(folder.path)
  await rm(markOf(folder.path))
  await using servers = new AsyncDisposableStack()
  const started = Array.from({ length: 3 }, () => servers.use(startPictoglyph(variables, ['serve'])))
  const urls = await Promise.all(started.map((server) => server.printed(/images +(http\S+)/)))
  expect(await Promise.all(urls.map(readinessOf))).toEqual([200, 200, 200])
  expect(await readdir(join(folder.path, 'blobs'))).toEqual(
    expect.not.arrayContaining([expect.stringContaining('site-id.')]),
  )
}, 60_000)

test('a bucket that is empty, or of another site, is refused; one that is away is not, and takes nothing until it has shown whose it is', async () => {
  await using folder = await temporaryFolder()
  await using store = await startQuirkyStore()
  const onStore = (name: string) => ({
    PICTOGLYPH_DATA_DIR: join(folder.path, name),
    PICTOGLYPH_BLOBS_URL: `s3://bucket/pictures?endpoint=${encodeURIComponent(store.url)}`,
    AWS_ACCESS_KEY_ID: 'a key',
    AWS_SECRET_ACCESS_KEY: 'a secret',
    PICTOGLYPH_SERVICES: 'images',
    PICTOGLYPH_IMAGES_PORT: '0',
  })
  const variables = onStore('site')
  let key: string
  {
    await using server = startPictoglyph(variables, ['serve', '--json'])
    key = await server.printed(/"apiKey":"(\w+)"/)
    const url = await server.printed(/"images":"(\S+?)"/)
    const words = ['upload', photograph, '--key', key, '--url', url, '--category', 'general']
    expect(await pictoglyph({}, words)).toMatchObject({ code: 0 })
  }
  const mark = store.objects.get('pictures/site-id')?.toString()
  expect(mark).toMatch(/^\w{14}\n$/)
  await expectReady(variables)
  expect((await pictoglyph(variables, ['fsck'])).code).toBe(0)

  const kept = new Map(store.objects)
  store.objects.clear()
  expect(await refusalOf(variables)).toContain('s3://bucket/pictures')
  expect(store.objects.size).toBe(0)

  store.objects.set('pictures/site-id', Buffer.from('another\n'))
  expect(await refusalOf(variables)).toContain('another')

  store.quirks = [() => [503, 'SlowDown']]
  await using server = startPictoglyph(variables, ['serve'])
  const url = await server.printed(/images +(http\S+)/)
  await server.logged('not ready')
  store.quirks = []
  const upload = () => {
    const body = new FormData()
    body.set('categoryId', 'general')
    body.set('file', Bun.file(photograph))
    const headers = { authorization: `Bearer ${key}` }
    return fetch(new URL('api/v1/upload', url), { method: 'POST', headers, body })
  }
  while (!server.remarks().includes('belongs to another site')) {
    expect(await readinessOf(url)).toBe(503)
    await Bun.sleep(50)
  }
  expect((await upload()).status).toBe(500)
  expect([...store.objects.keys()]).toEqual(['pictures/site-id'])

  for (const [name, bytes] of kept) store.objects.set(name, bytes)
  while ((await readinessOf(url)) !== 200) await Bun.sleep(50)
  expect((await upload()).status).toBe(200)
}, 60_000)
