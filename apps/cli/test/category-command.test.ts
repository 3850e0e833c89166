import { expect, test } from 'bun:test'
import { openSite } from '@pictoglyph/images/test/site-fixture'
import { pictoglyph } from './command.ts'
import { placesOf } from './places-of.ts'

test('the command does to categories all that the console does', async () => {
  await using site = await openSite()
  const run = async (...words: string[]) => pictoglyph(placesOf(site), ['category', ...words])
  const json = async (...words: string[]) => JSON.parse((await run(...words, '--json')).out)

  expect(await json('add', 'My cats')).toEqual({ id: 'my-cats' })
  expect((await run('rename', 'my-cats', 'Cats')).out).toBe('Renamed the category “My cats” to “Cats”.\n')
  expect(await json('rename', 'my-cats', 'Kätzchen')).toEqual({ ok: true, id: 'my-cats', name: 'Kätzchen' })
  expect(await json('disable', 'my-cats')).toEqual({ ok: true, id: 'my-cats', enabled: false })
  expect((await run('enable', 'my-cats')).out).toBe('Enabled the category “Kätzchen”.\n')
  expect(await json('arrange', 'my-cats')).toEqual({ ok: true, ids: ['my-cats'] })
  expect(await json('list')).toEqual([
    { id: 'my-cats', name: 'Kätzchen', enabled: true, images: 0, keys: 0 },
    { id: site.categoryId, name: site.categoryId, enabled: true, images: 0, keys: 0 },
  ])
})

test('a category that is not there is refused, and so is a name that another one has', async () => {
  await using site = await openSite()
  const run = async (...words: string[]) => pictoglyph(placesOf(site), ['category', ...words])
  for (const words of [
    ['rename', 'dogs', 'Dogs'],
    ['enable', 'dogs'],
    ['arrange', site.categoryId, 'dogs'],
  ]) {
    const { code, err } = await run(...words)
    expect([code, err]).toEqual([1, expect.stringContaining('The category "dogs"')])
  }
  await run('add', 'Cats')
  expect((await run('rename', 'cats', site.categoryId)).err).toContain('exists already')
})
