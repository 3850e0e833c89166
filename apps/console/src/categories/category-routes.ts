import {
  addCategory,
  arrangeCategories,
  findCategory,
  renameCategory,
  setCategoryEnabled,
  shifted,
} from '@pictoglyph/core'
import { type ConsoleRoute, operatorAct, operatorPage } from '../routing/route.ts'
import { goTo } from '../visit/answers.ts'
import { choiceIn, isOn } from '../visit/choice-in.ts'
import { idOf } from '../visit/id-of.ts'
import type { MemberVisit } from '../visit/visit.ts'
import { showCategories } from './categories-page.tsx'

export const categoryRoutes: ConsoleRoute[] = [
  operatorPage('/categories', showCategories),
  operatorAct('/categories', { perform: add, again: showCategories }),
  operatorAct('/categories/:id/name', { perform: rename, again: showCategories }),
  operatorAct('/categories/:id/enabled', { perform: changeEnabled, again: showCategories }),
  operatorAct('/categories/:id/place', { perform: place, again: showCategories }),
]

async function add(visit: MemberVisit): Promise<Response> {
  const category = await addCategory(visit.services.site, visit.actor, visit.form.get('name') ?? '')
  return goTo(visit, '/categories', { name: 'categoryAdded', about: category.name })
}

async function rename(visit: MemberVisit): Promise<Response> {
  await renameCategory(visit.services.site, visit.actor, idOf(visit), visit.form.get('name') ?? '')
  return goTo(visit, '/categories', { name: 'saved', about: '' })
}

async function changeEnabled(visit: MemberVisit): Promise<Response> {
  const enabled = isOn(visit.form, 'enabled')
  await setCategoryEnabled(visit.services.site, visit.actor, idOf(visit), enabled)
  const { name } = await findCategory(visit.services.site, idOf(visit))
  return goTo(visit, '/categories', { name: enabled ? 'categoryEnabled' : 'categoryDisabled', about: name })
}

async function place(visit: MemberVisit): Promise<Response> {
  const { site } = visit.services
  const category = await findCategory(site, idOf(visit))
  const ids = (await site.database.categories.list()).map(({ id }) => id)
  const by = choiceIn(visit.form, 'by', ['earlier', 'later']) === 'earlier' ? -1 : 1
  await arrangeCategories(site, visit.actor, shifted(ids, category.id, by))
  return goTo(visit, `/categories#at-${category.id}`)
}
