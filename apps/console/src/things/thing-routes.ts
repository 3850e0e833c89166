import type { Actions } from '@pictoglyph/forms/thing'
import { movedByOne } from '@pictoglyph/site/language/ordering'
import { arrangeThings, findThing, runAction } from '@pictoglyph/site/things/run-action'
import type { StoredThing, ThingRow } from '@pictoglyph/site/things/stored-thing'
import { goTo } from '../context/answers.ts'
import type { ConsoleContext, SignedInContext } from '../context/console-context.ts'
import type { NoticeName } from '../context/notice.ts'
import { idOf } from '../context/page-address.ts'
import { choiceIn, isOn } from '../context/submitted-form.ts'
import { changedFields } from '../parts/shown-values.ts'
import { type ConsoleRoute, operatorAction, operatorPage, type Show } from '../routing/route.ts'
import { thingAnchor } from './thing-anchor.ts'
import type { ThingCell } from './thing-cell.tsx'
import { shownThing, showThing } from './thing-page.tsx'

/**
 * Routes of a kind: the page of one thing, and the forms that create, change and arrange them.
 * @param showList the page with the list
 * @param cells the kind's own facts on a thing's page
 */
export function thingRoutes(
  thing: StoredThing,
  showList: Show,
  cells: readonly ThingCell[] = [],
): ConsoleRoute[] {
  const { list, one } = thing.at
  const showOne = showThing(thing, cells)
  const onOne = {
    onRefused: showOne,
    page: (context: ConsoleContext) => `${one}/${idOf(context)}`,
  }

  async function create(context: SignedInContext): Promise<Response> {
    const given = Object.fromEntries(context.form)
    const run = { actor: context.actor, thing, verb: 'add', name: given.name ?? '', given } as const
    return confirm(context, 'add', await runAction(context.services.site, run))
  }

  async function rename(context: SignedInContext): Promise<Response> {
    const { site } = context.services
    const found = await findThing(site, thing, idOf(context))
    const name = (await changedFields(context, shownThing(thing, found))).get('name')
    const run = { actor: context.actor, thing, verb: 'rename', id: found.id } as const
    if (name !== undefined) await runAction(site, { ...run, name })
    return goTo(context, list, { name: 'saved', about: '' })
  }

  async function turn(context: SignedInContext, verb: 'enable' | 'disable' | 'default'): Promise<Response> {
    const run = { actor: context.actor, thing, verb, id: idOf(context) } as const
    return confirm(context, verb, await runAction(context.services.site, run))
  }

  const switchOn: Show = (context) => turn(context, isOn(context.form, 'enabled') ? 'enable' : 'disable')

  const confirm = (context: SignedInContext, verb: keyof Actions, { id, name }: ThingRow<StoredThing>) =>
    goTo(context, list, { name: `${thing.kind}.${verb}` as NoticeName, about: name, detail: id })

  async function move(context: SignedInContext): Promise<Response> {
    const { site } = context.services
    const { id } = await findThing(site, thing, idOf(context))
    const ids = (await site.database[thing.table].list()).map((each) => each.id)
    const by = choiceIn(context.form, 'by', ['earlier', 'later']) === 'earlier' ? -1 : 1
    await arrangeThings(site, { actor: context.actor, thing }, movedByOne(ids, id, by))
    return goTo(context, `${list}#${thingAnchor(thing, id)}`)
  }

  return [
    operatorAction(one, { run: create, onRefused: showList }),
    operatorPage(`${one}/:id`, showOne),
    operatorAction(`${one}/:id/name`, { ...onOne, run: rename }),
    operatorAction(`${one}/:id/enabled`, { ...onOne, run: switchOn }),
    operatorAction(`${one}/:id/place`, { run: move, onRefused: showList, proof: false }),
    ...(thing.actions.default === undefined
      ? []
      : [operatorAction(`${one}/:id/default`, { ...onOne, run: (context) => turn(context, 'default') })]),
  ]
}
