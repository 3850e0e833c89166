import { expect, test } from 'bun:test'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pictoglyph, startPictoglyph } from './command.ts'
import { makeStoppedSite } from './stopped-site.ts'
import { temporaryFolder } from './temporary-folder.ts'

/** A stopped site on files with one image, and a folder for its bytes to go to. */
async function stoppedSite() {
  const folder = await temporaryFolder()
  const { PICTOGLYPH_DATA_DIR: old } = await makeStoppedSite(join(folder.path, 'old'))
  const target = join(folder.path, 'new')
  return {
    target,
    from: ['--from', `sqlite:${old}/pictoglyph.db`, '--from', `file:${old}/blobs`],
    to: (database: string) => ['--to', database, '--to', `file:${target}`],
    [Symbol.asyncDispose]: () => folder[Symbol.asyncDispose](),
  }
}

test('a site is not moved to a database that does not answer, which is told before any bytes go', async () => {
  await using site = await stoppedSite()
  const words = ['migrate', ...site.from, ...site.to('postgres://joe:secret@127.0.0.1:1/x'), '--json']
  const { code, err } = await pictoglyph({}, words)
  const { error } = JSON.parse(err.split('\n').at(-2) ?? '')
  expect([code, error.code]).toEqual([1, 'STORAGE_FAILED'])
  expect(error.message).toContain('The database at 127.0.0.1:1, which --to names,')
  expect(err).not.toMatch(/\bjoe\b|secret/)
  expect(await readdir(site.target).catch(() => [])).toEqual([])
}, 30_000)

test.each(['--from', '--to'])('an address that is none is told with its option, %s', async (option) => {
  const other = option === '--from' ? '--to' : '--from'
  const words = ['postgres://joe:my#secret@127.0.0.1/x', 'file:a'].flatMap((url) => [option, url])
  const more = ['sqlite:b.db', 'file:b'].flatMap((url) => [other, url])
  const { code, err } = await pictoglyph({}, ['migrate', ...words, ...more])
  expect([code, err]).toEqual([2, expect.stringContaining(`${option}: is no address`)])
  expect(err).not.toContain('secret')
})

test('what is wrong with an s3:// address is told with its option', async () => {
  await using site = await stoppedSite()
  const credentials = { AWS_ACCESS_KEY_ID: 'a', AWS_SECRET_ACCESS_KEY: 'b' }
  const words = ['migrate', ...site.from, '--to', 'sqlite:b.db', '--to', 's3://bucket:9000']
  const { code, err } = await pictoglyph(credentials, words)
  expect([code, err]).toEqual([2, expect.stringContaining('--to: It has a port')])
})

test('a site is not moved while it is served, and is once its server has stopped', async () => {
  await using folder = await temporaryFolder()
  const variables = await makeStoppedSite(join(folder.path, 'old'))
  const { PICTOGLYPH_DATA_DIR: old } = variables
  const target = join(folder.path, 'new')
  const from = ['--from', `sqlite:${old}/pictoglyph.db`, '--from', `file:${old}/blobs`]
  const to = ['--to', `sqlite:${target}.db`, '--to', `file:${target}`]
  const migrate = () => pictoglyph({}, ['migrate', ...from, ...to, '--json'])
  {
    await using server = startPictoglyph(variables, ['serve', '--json'])
    await server.logged('serving')
    const { code, err } = await migrate()
    const { error } = JSON.parse(err.split('\n').at(-2) ?? '')
    expect([code, error]).toEqual([
      1,
      { code: 'CONFLICT', message: expect.stringContaining('is being served') },
    ])
    expect(await readdir(folder.path)).toEqual(['old'])
  }
  const { code, out } = await migrate()
  expect([code, JSON.parse(out)]).toEqual([0, expect.objectContaining({ ok: true, blobs: 1 })])
}, 60_000)
