import { expect, test } from 'bun:test'
import { openSite } from '@pictoglyph/images/test/site-fixture'
import { pictoglyph } from './command.ts'
import { placesOf } from './places-of.ts'

test('the command does to character sets all that the console does', async () => {
  await using site = await openSite()
  const run = async (...words: string[]) => pictoglyph(placesOf(site), ['charset', ...words])
  const json = async (...words: string[]) => JSON.parse((await run(...words, '--json')).out)
  const listed = async () => (await json('list')).find(({ id }: { id: string }) => id === 'shapes')

  expect(await json('add', 'shapes', 'Shapes', '■□▲△')).toEqual({ id: 'shapes' })
  expect((await run('rename', 'shapes', 'Forms')).out).toBe(
    'Renamed the character set “Shapes” to “Forms”.\n',
  )
  expect(await json('disable', 'shapes')).toEqual({ ok: true, id: 'shapes', enabled: false })
  const rows = { id: 'shapes', name: 'Forms', symbols: '■□▲△', enabled: false, isDefault: false }
  expect(await listed()).toEqual(rows)
  expect((await run('default', 'shapes')).out).toBe('Made “Forms” the default character set.\n')
  expect(await listed()).toEqual({ ...rows, enabled: true, isDefault: true })
  expect(await json('arrange', 'shapes')).toEqual({ ok: true, ids: ['shapes'] })
  expect((await json('list'))[0]).toMatchObject({ id: 'shapes' })
  const { code, err } = await run('disable', 'shapes')
  expect([code, err]).toEqual([1, expect.stringContaining('is the default character set')])
}, 30_000)

test('the command gives a preset a variant of its type', async () => {
  await using site = await openSite()
  const run = async (...words: string[]) => pictoglyph(placesOf(site), ['preset', ...words])
  const json = async (...words: string[]) => JSON.parse((await run(...words, '--json')).out)

  expect(await json('add', 'plain', 'Plain', 'raw')).toEqual({ id: 'plain' })
  expect(await json('add', 'framed', 'Framed', 'RAW', '--variant', 'frame')).toEqual({ id: 'framed' })
  const rows = await json('list')
  expect(rows.slice(-2)).toEqual([
    { id: 'plain', name: 'Plain', type: 'RAW', variant: 'classic', enabled: true, isDefault: false },
    { id: 'framed', name: 'Framed', type: 'RAW', variant: 'frame', enabled: true, isDefault: false },
  ])
  expect((await run('add', 'loud', 'Loud', 'RAW', '--variant', 'loud')).code).toBe(1)
  expect((await run('enable', 'none')).err).toContain('The preset "none"')
}, 30_000)
