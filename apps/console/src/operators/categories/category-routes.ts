import {
  addCategory,
  arrangeCategories,
  findCategory,
  renameCategory,
  setCategoryEnabled,
} from '@pictoglyph/site/categories'
import { movedByOne } from '@pictoglyph/site/language/ordering'
import { goTo } from '../../context/answers.ts'
import type { ConsoleContext, SignedInContext } from '../../context/console-context.ts'
import { idOf } from '../../context/page-address.ts'
import { choiceIn, isOn } from '../../context/submitted-form.ts'
import { changedFields } from '../../parts/shown-values.ts'
import { type ConsoleRoute, operatorAction, operatorPage } from '../../routing/route.ts'
import { showPolicy } from '../policy/policy-page.tsx'
import { settingsPath } from '../settings/settings-page.tsx'
import { categoriesPath } from './categories-page.tsx'
import { showCategory, shownCategory } from './category-page.tsx'

const listPath = settingsPath('uploads')

/** The form stands on the page of one category. */
const onOne = {
  onRefused: showCategory,
  page: (context: ConsoleContext) => `${categoriesPath}/${idOf(context)}`,
}

export const categoryRoutes: ConsoleRoute[] = [
  operatorAction(categoriesPath, { run: add, onRefused: showPolicy }),
  operatorPage(`${categoriesPath}/:id`, showCategory),
  operatorAction(`${categoriesPath}/:id/name`, { ...onOne, run: rename }),
  operatorAction(`${categoriesPath}/:id/enabled`, { ...onOne, run: changeEnabled }),
  operatorAction(`${categoriesPath}/:id/place`, { run: place, onRefused: showPolicy, proof: false }),
]

async function add(context: SignedInContext): Promise<Response> {
  const category = await addCategory(context.services.site, context.actor, context.form.get('name') ?? '')
  return goTo(context, listPath, { name: 'categoryAdded', about: category.name })
}

async function rename(context: SignedInContext): Promise<Response> {
  const { site } = context.services
  const category = await findCategory(site, idOf(context))
  const name = (await changedFields(context, shownCategory(category))).get('name')
  if (name !== undefined) await renameCategory(site, context.actor, category.id, name)
  return goTo(context, listPath, { name: 'saved', about: '' })
}

async function changeEnabled(context: SignedInContext): Promise<Response> {
  const enabled = isOn(context.form, 'enabled')
  await setCategoryEnabled(context.services.site, context.actor, idOf(context), enabled)
  const { name } = await findCategory(context.services.site, idOf(context))
  return goTo(context, listPath, { name: enabled ? 'categoryEnabled' : 'categoryDisabled', about: name })
}

async function place(context: SignedInContext): Promise<Response> {
  const { site } = context.services
  const category = await findCategory(site, idOf(context))
  const ids = (await site.database.categories.list()).map(({ id }) => id)
  const by = choiceIn(context.form, 'by', ['earlier', 'later']) === 'earlier' ? -1 : 1
  await arrangeCategories(site, context.actor, movedByOne(ids, category.id, by))
  return goTo(context, `${listPath}#at-${category.id}`)
}
