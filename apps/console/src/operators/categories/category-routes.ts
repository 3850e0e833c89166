import {
  addCategory,
  arrangeCategories,
  findCategory,
  movedByOne,
  renameCategory,
  setCategoryEnabled,
} from '@pictoglyph/core'
import { goTo } from '../../context/answers.ts'
import type { SignedInContext } from '../../context/console-context.ts'
import { idOf } from '../../context/page-address.ts'
import { choiceIn, isOn } from '../../context/submitted-form.ts'
import { type ConsoleRoute, operatorAction, operatorPage } from '../../routing/route.ts'
import { showCategories } from './categories-page.tsx'

export const categoryRoutes: ConsoleRoute[] = [
  operatorPage('/categories', showCategories),
  operatorAction('/categories', { run: add, onRefused: showCategories }),
  operatorAction('/categories/:id/name', { run: rename, onRefused: showCategories }),
  operatorAction('/categories/:id/enabled', { run: changeEnabled, onRefused: showCategories }),
  operatorAction('/categories/:id/place', { run: place, onRefused: showCategories }),
]

async function add(context: SignedInContext): Promise<Response> {
  const category = await addCategory(context.services.site, context.actor, context.form.get('name') ?? '')
  return goTo(context, '/categories', { name: 'categoryAdded', about: category.name })
}

async function rename(context: SignedInContext): Promise<Response> {
  await renameCategory(context.services.site, context.actor, idOf(context), context.form.get('name') ?? '')
  return goTo(context, '/categories', { name: 'saved', about: '' })
}

async function changeEnabled(context: SignedInContext): Promise<Response> {
  const enabled = isOn(context.form, 'enabled')
  await setCategoryEnabled(context.services.site, context.actor, idOf(context), enabled)
  const { name } = await findCategory(context.services.site, idOf(context))
  return goTo(context, '/categories', { name: enabled ? 'categoryEnabled' : 'categoryDisabled', about: name })
}

async function place(context: SignedInContext): Promise<Response> {
  const { site } = context.services
  const category = await findCategory(site, idOf(context))
  const ids = (await site.database.categories.list()).map(({ id }) => id)
  const by = choiceIn(context.form, 'by', ['earlier', 'later']) === 'earlier' ? -1 : 1
  await arrangeCategories(site, context.actor, movedByOne(ids, category.id, by))
  return goTo(context, `/categories#at-${category.id}`)
}
