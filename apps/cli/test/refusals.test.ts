import { expect, test } from 'bun:test'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pictoglyph, startPictoglyph } from './command.ts'
import { temporaryFolder } from './temporary-folder.ts'

const misused = [['key', 'create'], ['category', 'add'], ['bogus'], ['policy', 'set', 'upload.maxBytes']]

for (const words of misused) {
  test(`with --json "${words.join(' ')}" is told as JSON alone, without it in words alone`, async () => {
    await using folder = await temporaryFolder()
    const variables = { PICTOGLYPH_DATA_DIR: folder.path }
    const asJson = await pictoglyph(variables, [...words, '--json'])
    expect([asJson.code, asJson.out]).toEqual([1, ''])
    expect(JSON.parse(asJson.err)).toMatchObject({ ok: false, error: { code: 'BAD_REQUEST' } })
    const inWords = await pictoglyph(variables, words)
    expect([inWords.code, inWords.err.includes('{')]).toEqual([1, false])
    expect(inWords.err).not.toBeEmpty()
  })
}

test('help that is asked for is no failure', async () => {
  for (const words of [['--help'], ['key', '--help'], ['--version']]) {
    const { code, out, err } = await pictoglyph({}, words)
    expect([words, code, err]).toEqual([words, 0, ''])
    expect(out).not.toBeEmpty()
  }
})

const senseless: [string, Record<string, string>][] = [
  ['two services on one port', { PICTOGLYPH_IMAGES_PORT: '18999', PICTOGLYPH_TEXT_PORT: '18999' }],
  ['an address with a query', { PICTOGLYPH_IMAGES_URL: 'https://img.example/?x=1' }],
  ['an address with a fragment', { PICTOGLYPH_TEXT_URL: 'https://img.example/#x' }],
  ['what is no address', { PICTOGLYPH_IMAGES_URL: 'nonsense' }],
  ['a host that is none of this machine', { PICTOGLYPH_HOST: '203.0.113.9' }],
  ['a host of no known name', { PICTOGLYPH_SERVICES: 'console', PICTOGLYPH_CONSOLE_HOST: 'nowhere.invalid' }],
  ['bytes in no folder', { PICTOGLYPH_BLOBS_URL: 'file:' }],
  ['rows in no file', { PICTOGLYPH_DATABASE_URL: 'sqlite://' }],
  ['a password that is not encoded', { PICTOGLYPH_DATABASE_URL: 'postgres://joe:my#secret@127.0.0.1/x' }],
  ['a port that is none', { PICTOGLYPH_DATABASE_URL: 'postgres://joe@127.0.0.1:99999/x' }],
  ['rows in a folder', { PICTOGLYPH_DATABASE_URL: 'sqlite:/usr' }],
  ['bytes in a file', { PICTOGLYPH_SERVICES: 'text', PICTOGLYPH_BLOBS_URL: `file:${import.meta.path}` }],
  ['data in a file', { PICTOGLYPH_SERVICES: 'text', PICTOGLYPH_DATA_DIR: import.meta.path }],
  ['data below a file', { PICTOGLYPH_SERVICES: 'text', PICTOGLYPH_DATA_DIR: join(import.meta.path, 'data') }],
  ['a service that is named twice', { PICTOGLYPH_SERVICES: 'images,images' }],
  ['a port beyond the last', { PICTOGLYPH_TEXT_PORT: '70000' }],
  ['an address with a password', { PICTOGLYPH_CONSOLE_URL: 'https://u:p@img.example' }],
]

for (const [what, variables] of senseless) {
  test(`${what} is told before anything is made, with exit code 2`, async () => {
    await using folder = await temporaryFolder()
    const directory = join(folder.path, 'data')
    const ports = { PICTOGLYPH_IMAGES_PORT: '0', PICTOGLYPH_TEXT_PORT: '0', PICTOGLYPH_CONSOLE_PORT: '0' }
    const given = { ...ports, PICTOGLYPH_DATA_DIR: directory, ...variables }
    const { code, err } = await pictoglyph(given, ['serve'])
    expect([code, err]).toEqual([2, expect.stringContaining(`${Object.keys(variables).at(-1)}: `)])
    expect(err).not.toContain('secret')
    expect(await Bun.file(join(directory, 'pictoglyph.db')).exists()).toBe(false)
  })
}

test('one port at two addresses is no clash', async () => {
  const { code, err } = await pictoglyph(
    {
      PICTOGLYPH_HOST: '127.0.0.2',
      PICTOGLYPH_IMAGES_PORT: '18999',
      PICTOGLYPH_CONSOLE_PORT: '18999',
    },
    ['client'],
  )
  expect([code, err]).toEqual([0, ''])
})

test('what the database holds is for its owner alone, whoever made its folder', async () => {
  await using folder = await temporaryFolder()
  const variables = {
    PICTOGLYPH_DATA_DIR: folder.path,
    PICTOGLYPH_SERVICES: 'text',
    PICTOGLYPH_TEXT_PORT: '0',
  }
  await using server = startPictoglyph(variables, ['serve'])
  await server.printed(/text +(http)/)
  expect((await stat(join(folder.path, 'pictoglyph.db'))).mode & 0o077).toBe(0)
})
