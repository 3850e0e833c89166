/** @jsxImportSource hono/jsx */
import { inLanguage } from '@pictoglyph/forms/both'
import { type CountedThing, countedThings } from '@pictoglyph/site/things/run-action'
import type { StoredThing } from '@pictoglyph/site/things/stored-thing'
import { thingNotFound } from '@pictoglyph/site/things/thing-rows'
import { type SignedInContext, useConsole, useWords } from '../context/console-context.ts'
import { idOf } from '../context/page-address.ts'
import { Fact } from '../gallery/image-facts.tsx'
import { showPage } from '../page/page.tsx'
import { EditForm, Field, Form, Submit } from '../parts/form.tsx'
import { OnOff } from '../parts/on-off.tsx'
import type { ShownThing } from '../parts/shown-values.ts'
import { WayBack } from '../parts/way-back.tsx'
import { thingAnchor } from './thing-anchor.ts'
import { countCells, StateBadges, statesOf, type ThingCell } from './thing-cell.tsx'

/**
 * The page of a thing: its facts, its name, and whether it is enabled or the default.
 * @param cells its own facts, before its counts
 */
export const showThing =
  (thing: StoredThing, cells: readonly ThingCell[]) => async (context: SignedInContext) => {
    const id = idOf(context)
    const one = (await countedThings(context.services.site, thing)).find((each) => each.id === id)
    if (one === undefined) throw thingNotFound(thing, id)
    return showPage(context, {
      title: one.name,
      actions: (
        <WayBack href={`${thing.at.list}#${thingAnchor(thing, id)}`}>
          {inLanguage(context.language, thing.back)}
        </WayBack>
      ),
      body: (
        <>
          <Facts one={one} cells={[...cells, ...countCells(thing)]} />
          <NameForm thing={thing} one={one} />
          {one.isDefault === true ? null : <States thing={thing} one={one} />}
        </>
      ),
    })
  }

interface OneProps {
  thing: StoredThing
  one: CountedThing
}

/** Makes the thing the default, if its kind has one, and disables or enables it. */
const States = ({ thing, one }: OneProps) => {
  const { thing: text } = useConsole().text
  const words = useWords()
  const { default: byDefault, disable } = thing.actions
  const address = `${thing.at.one}/${one.id}`
  return (
    <>
      {byDefault === undefined ? null : (
        <Form action={`${address}/default`} class="card stack">
          <p>{words(byDefault.hint)}</p>
          <Submit>{words(byDefault.label)}</Submit>
        </Form>
      )}
      <OnOff
        action={`${address}/enabled`}
        name={one.name}
        enabled={one.enabled}
        disable={text.disable}
        enable={text.enable}
        question={words(disable.question)}
      />
    </>
  )
}

const Facts = ({ one, cells }: { one: CountedThing; cells: readonly ThingCell[] }) => {
  const { thing: text } = useConsole().text
  const words = useWords()
  return (
    <section class="card">
      <dl class="facts">
        <Fact term={text.id}>
          <code class="long">{one.id}</code>
        </Fact>
        {statesOf(one).length === 0 ? null : (
          <Fact term={text.state}>
            <StateBadges one={one} />
          </Fact>
        )}
        {cells.map(({ label, Content }) => (
          <Fact term={words(label)}>
            <Content one={one} isRow={false} />
          </Fact>
        ))}
      </dl>
    </section>
  )
}

/** The name of a thing for an edit form. */
export const shownThing = (
  { kind }: StoredThing,
  { id, name }: { id: string; name: string },
): ShownThing => ({
  present: { name },
  history: { subject: id, actions: { name: `${kind}.rename` } },
})

const NameForm = ({ thing, one }: OneProps) => {
  const { common } = useConsole().text
  const { label, max } = thing.columns.name
  return (
    <EditForm
      action={`${thing.at.one}/${one.id}/name`}
      present={shownThing(thing, one).present}
      class="card stack"
    >
      <Field label={useWords()(label)} name="name" control={{ required: true, maxlength: max }} />
      <Submit>{common.save}</Submit>
    </EditForm>
  )
}
