import { expect, test } from 'bun:test'
import { commandActor } from '../../src/audit/audit-draft.ts'
import {
  addCategory,
  arrangeCategories,
  findCategory,
  renameCategory,
  setCategoryEnabled,
} from '../../src/categories/categories.ts'
import { openSiteOnDisk } from '../site-on-disk.ts'

test('a category that is added is enabled, the last, and has an id that can be read where that is free', async () => {
  await using site = await openSiteOnDisk()
  const { ports } = site
  const pets = await addCategory(ports, commandActor, 'My Pets')
  expect(pets).toMatchObject({ id: 'my-pets', name: 'My Pets', enabled: true })
  expect(await findCategory(ports, 'my-pets')).toEqual(pets)
  expect((await ports.database.categories.list()).map(({ id, enabled }) => [id, enabled])).toEqual([
    [site.categoryId, true],
    ['my-pets', true],
  ])
  const chinese = await addCategory(ports, commandActor, '宠物')
  expect(chinese.id).toMatch(/^[0-9A-Za-z]+$/)
  await renameCategory(ports, commandActor, 'my-pets', 'Other')
  expect((await addCategory(ports, commandActor, 'my pets')).id).not.toBe('my-pets')
  await expect(addCategory(ports, commandActor, 'OTHER')).rejects.toMatchObject({ code: 'CONFLICT' })
  await expect(addCategory(ports, commandActor, ' ')).rejects.toMatchObject({ code: 'BAD_REQUEST' })
})

test('categories are switched off and on, and put in order', async () => {
  await using site = await openSiteOnDisk()
  const { ports } = site
  await addCategory(ports, commandActor, 'Cats')
  await setCategoryEnabled(ports, commandActor, 'cats', false)
  expect((await findCategory(ports, 'cats')).enabled).toBe(false)
  await setCategoryEnabled(ports, commandActor, 'cats', true)
  expect((await findCategory(ports, 'cats')).enabled).toBe(true)
  await arrangeCategories(ports, commandActor, ['cats'])
  expect((await ports.database.categories.list()).map(({ id }) => id)).toEqual(['cats', site.categoryId])
  for (const change of [
    () => setCategoryEnabled(ports, commandActor, 'dogs', true),
    () => renameCategory(ports, commandActor, 'dogs', 'Dogs'),
  ])
    await expect(change()).rejects.toMatchObject({ code: 'NOT_FOUND' })
  const [entry] = (await ports.database.audit.list({ action: 'category.enable', limit: 1 })).items
  expect(entry).toMatchObject({ subject: 'cats', before: { enabled: false }, after: { enabled: true } })
})
