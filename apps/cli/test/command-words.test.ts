import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdir, symlink } from 'node:fs/promises'
import { join } from 'node:path'
import { pictoglyph, type RunningCommand, startPictoglyph } from './command.ts'
import { temporaryFolder } from './temporary-folder.ts'

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let variables: Record<string, string>
let server: RunningCommand

beforeAll(async () => {
  folder = await temporaryFolder()
  variables = {
    PICTOGLYPH_DATA_DIR: join(folder.path, 'data'),
    PICTOGLYPH_SERVICES: 'text',
    PICTOGLYPH_TEXT_PORT: '0',
  }
  server = startPictoglyph(variables, ['serve'])
  await server.printed(/text +(http)/)
})

afterAll(async () => {
  await server[Symbol.asyncDispose]()
  await folder[Symbol.asyncDispose]()
})

test('setting a policy echoes the value in force, as it is shown', async () => {
  for (const [key, given, value] of [
    ['text.requestsPerMinute', '007', 7],
    ['upload.types', 'PNG,jpg,png', ['image/png', 'image/jpeg']],
    ['upload.dedupScope', 'owner', 'owner'],
  ] as const) {
    const { out } = await pictoglyph(variables, ['policy', 'set', key, given, '--json'])
    expect(JSON.parse(out)).toEqual({ ok: true, key, value })
    const shown = await pictoglyph(variables, ['policy', 'show', '--json'])
    expect(JSON.parse(shown.out)[key]).toEqual(value)
  }
}, 30_000)

test('a policy that is a list of links is shown as it is written', async () => {
  const links = '[{"label":"Imprint","url":"https://example.org/imprint"}]'
  const { out } = await pictoglyph(variables, ['policy', 'set', 'site.links', links])
  expect(out).toBe(`site.links is set to ${links}.\n`)
  const shown = await pictoglyph(variables, ['policy', 'show'])
  expect(shown.out).toMatch(/^upload\.types +image\/png,image\/jpeg/m)
  expect(shown.out.split('\n').some((line) => line.endsWith(`  ${links}`))).toBe(true)
}, 30_000)

test('a key is made under a name, and for a disabled user with a word that it can do nothing', async () => {
  const nameless = await pictoglyph(variables, ['key', 'create', '--user', 'admin', '--name', ' '])
  expect([nameless.code, nameless.err]).toEqual([1, 'pictoglyph: The name is empty.\n'])
  await pictoglyph(variables, ['user', 'add', 'bob'])
  await pictoglyph(variables, ['user', 'disable', 'bob'])
  const words = ['key', 'create', '--user', 'bob', '--permission', 'images:upload']
  const { code, err } = await pictoglyph(variables, words)
  expect([code, err]).toEqual([0, expect.stringContaining('The user "bob" is disabled')])
}, 30_000)

test('a table has its headings in words', async () => {
  const { out } = await pictoglyph(variables, ['user', 'list'])
  expect(out.split('\n')[0]).toMatch(
    /^ID +NAME +ROLE +DISABLED +IMAGES +USED +QUOTA +CREATED AT +LAST SEEN AT$/,
  )
})

test('a backup is put into no other backup, and into the site’s own folder with a warning', async () => {
  const backup = join(folder.path, 'backup')
  expect(await pictoglyph(variables, ['backup', backup])).toMatchObject({ code: 0 })
  await mkdir(join(folder.path, 'data', 'kept'))
  await symlink(join(folder.path, 'data'), join(folder.path, 'link'))
  const places = [
    ['data/kept', 0, "in the site's own folder"],
    ['data/new', 0, "in the site's own folder"],
    ['link/other', 0, "in the site's own folder"],
    ['backup/inner', 1, 'in another backup'],
    ['backup/blobs', 1, 'in another backup'],
  ] as const
  for (const [place, code, words] of places) {
    const result = await pictoglyph(variables, ['backup', join(folder.path, place)])
    expect([place, result.code, result.err]).toEqual([place, code, expect.stringContaining(words)])
  }
  const again = await pictoglyph(variables, ['backup', backup])
  expect([again.code, again.err]).toEqual([0, expect.not.stringContaining('own folder')])
}, 30_000)
