import { expect, test } from 'bun:test'
import { commandActor } from '../../src/audit/audit-draft.ts'
import { category } from '../../src/categories/category.ts'
import { arrangeThings, findThing, runAction } from '../../src/things/run-action.ts'
import { openSiteOnDisk } from '../site-on-disk.ts'

test('a category that is added is enabled, the last, and has an id that can be read where that is free', async () => {
  await using site = await openSiteOnDisk()
  const { ports } = site
  const pets = await runAction(ports, { actor: commandActor, thing: category, verb: 'add', name: 'My Pets' })
  expect(pets).toMatchObject({ id: 'my-pets', name: 'My Pets', enabled: true })
  expect(await findThing(ports, category, 'my-pets')).toEqual(pets)
  expect((await ports.database.categories.list()).map(({ id, enabled }) => [id, enabled])).toEqual([
    [site.categoryId, true],
    ['my-pets', true],
  ])
  const chinese = await runAction(ports, { actor: commandActor, thing: category, verb: 'add', name: '宠物' })
  expect(chinese.id).toMatch(/^[0-9A-Za-z]+$/)
  await runAction(ports, {
    actor: commandActor,
    thing: category,
    verb: 'rename',
    id: 'my-pets',
    name: 'Other',
  })
  expect(
    (await runAction(ports, { actor: commandActor, thing: category, verb: 'add', name: 'my pets' })).id,
  ).not.toBe('my-pets')
  await expect(
    runAction(ports, { actor: commandActor, thing: category, verb: 'add', name: 'OTHER' }),
  ).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(
    runAction(ports, { actor: commandActor, thing: category, verb: 'add', name: ' ' }),
  ).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('categories are switched off and on, and put in order', async () => {
  await using site = await openSiteOnDisk()
  const { ports } = site
  await runAction(ports, { actor: commandActor, thing: category, verb: 'add', name: 'Cats' })
  await runAction(ports, { actor: commandActor, thing: category, verb: 'disable', id: 'cats' })
  expect((await findThing(ports, category, 'cats')).enabled).toBe(false)
  await runAction(ports, { actor: commandActor, thing: category, verb: 'enable', id: 'cats' })
  expect((await findThing(ports, category, 'cats')).enabled).toBe(true)
  await arrangeThings(ports, { actor: commandActor, thing: category }, ['cats'])
  expect((await ports.database.categories.list()).map(({ id }) => id)).toEqual(['cats', site.categoryId])
  for (const change of [
    () => runAction(ports, { actor: commandActor, thing: category, verb: 'enable', id: 'dogs' }),
    () =>
      runAction(ports, { actor: commandActor, thing: category, verb: 'rename', id: 'dogs', name: 'Dogs' }),
  ])
    await expect(change()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const [entry] = (await ports.database.audit.list({ action: 'category.enable', limit: 1 })).items
  expect(entry).toMatchObject({ subject: 'cats', before: { enabled: false }, after: { enabled: true } })
})
