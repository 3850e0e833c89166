import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { pathOf } from '../src/url-path.ts'
import { pictoglyph } from './command.ts'
import { createVisitor } from './console-visitor.ts'
import { type ServedSite, serveNewSite } from './served-site.ts'
import { temporaryFolder } from './temporary-folder.ts'

const picture = Bun.file(join(import.meta.dir, '../../../docs/screenshots/image.png'))

/** What addresses write otherwise, or give a meaning to. */
const odd = 'ü b/图 100%20#1?x=1&y [z]'

test('a path in a variable is taken as it is written', () => {
  for (const url of [`file:/${odd}`, `file:///${odd}`, `sqlite:/${odd}`]) expect(pathOf(url)).toBe(`/${odd}`)
})

async function serveAndUse(variables: Record<string, string>): Promise<ServedSite> {
  await using opened = new AsyncDisposableStack()
  const origin = { PICTOGLYPH_SERVICES: 'images,console', PICTOGLYPH_CONSOLE_URL: 'http://localhost:9' }
  const site = opened.use(await serveNewSite({ ...origin, ...variables }))
  const { userName, password, categoryId } = site.credentials
  const visitor = createVisitor(site.serving.console)
  await visitor.post('sign-in', { csrf: await visitor.token('sign-in'), name: userName, password })
  const file = new File([await picture.bytes()], 'picture.png')
  const uploaded = await visitor.post('upload', { csrf: await visitor.token('upload'), categoryId, file })
  expect(uploaded.headers.get('location')).toStartWith('/images/')
  expect((await visitor.get('images')).status).toBe(200)
  expect((await fetch(new URL('readyz', site.serving.images))).status).toBe(200)
  const held = opened.move()
  return { ...site, [Symbol.asyncDispose]: () => held.disposeAsync() }
}

test('the data folder may have any letter in its name, and so may a backup', async () => {
  await using folder = await temporaryFolder()
  const data = join(folder.path, odd)
  await using site = await serveAndUse({ PICTOGLYPH_DATA_DIR: data })
  for (const name of ['pictoglyph.db', 'blobs']) expect(existsSync(join(data, name))).toBe(true)
  const backup = join(folder.path, `${odd}-backup`)
  expect(await pictoglyph(site.variables, ['backup', backup, '--verify'])).toMatchObject({ code: 0 })
  const restored = { PICTOGLYPH_DATA_DIR: join(folder.path, `${odd}-restored`) }
  expect(await pictoglyph(restored, ['restore', backup])).toMatchObject({ code: 0 })
}, 60_000)

test('so may the file of rows and the folder of pictures', async () => {
  await using folder = await temporaryFolder()
  const [rows, pictures] = [join(folder.path, `${odd}.db`), join(folder.path, odd)]
  const addresses = { PICTOGLYPH_DATABASE_URL: `sqlite:${rows}`, PICTOGLYPH_BLOBS_URL: `file:${pictures}` }
  await using _site = await serveAndUse(addresses)
  for (const path of [rows, pictures]) expect(existsSync(path)).toBe(true)
}, 60_000)
