/** @jsxImportSource hono/jsx */
import { inLanguage } from '@pictoglyph/forms/both'
import { notFound } from '@pictoglyph/site/language/failure'
import { type CountedThing, countedThings } from '@pictoglyph/site/things/run-action'
import type { StoredThing } from '@pictoglyph/site/things/stored-thing'
import { type SignedInContext, useConsole, useWords } from '../context/console-context.ts'
import { idOf } from '../context/page-address.ts'
import { Fact } from '../gallery/image-facts.tsx'
import { showPage } from '../page/page.tsx'
import { EditForm, Field } from '../parts/form.tsx'
import { OnOff } from '../parts/on-off.tsx'
import type { ShownThing } from '../parts/shown-values.ts'
import { WayBack } from '../parts/way-back.tsx'
import { DisabledBadge } from './disabled-badge.tsx'
import { CountOf } from './thing-count.tsx'

/** Shows the thing whose id the address has: its counts, its name, and whether it is enabled. */
export const showThing = (thing: StoredThing) => async (context: SignedInContext) => {
  const id = idOf(context)
  const one = (await countedThings(context.services.site, thing)).find((each) => each.id === id)
  if (one === undefined) throw notFound(thing.missing(id))
  const { thing: text } = context.text
  return showPage(context, {
    title: one.name,
    actions: <WayBack href={`${thing.at.list}#at-${id}`}>{inLanguage(context.language, thing.back)}</WayBack>,
    body: (
      <>
        <Facts thing={thing} one={one} />
        <NameForm thing={thing} one={one} />
        <OnOff
          action={`${thing.at.one}/${id}/enabled`}
          name={one.name}
          enabled={one.enabled}
          disable={text.disable}
          enable={text.enable}
          question={inLanguage(context.language, thing.actions.disable.question)}
        />
      </>
    ),
  })
}

interface OneProps {
  thing: StoredThing
  one: CountedThing
}

const Facts = ({ thing, one }: OneProps) => {
  const { thing: text } = useConsole().text
  const words = useWords()
  return (
    <section class="card">
      <dl class="facts">
        <Fact term={text.id}>
          <code class="long">{one.id}</code>
        </Fact>
        {one.enabled ? null : (
          <Fact term={text.state}>
            <DisabledBadge />
          </Fact>
        )}
        {Object.entries(thing.counts).map(([name, count]) => (
          <Fact term={words(count.label)}>
            <CountOf count={count} number={one.counts[name] ?? 0} />
          </Fact>
        ))}
      </dl>
    </section>
  )
}

/** The name of a thing, as its form shows it. */
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
      <div>
        <button type="submit">{common.save}</button>
      </div>
    </EditForm>
  )
}
