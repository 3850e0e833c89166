/** @jsxImportSource hono/jsx */
import type { CountedThing } from '@pictoglyph/site/things/run-action'
import type { StoredThing } from '@pictoglyph/site/things/stored-thing'
import { useConsole, useWords } from '../context/console-context.ts'
import { submittedTo } from '../context/submitted-form.ts'
import { CreateButton, CreatePanel, SectionHead } from '../parts/create-panel.tsx'
import { Empty } from '../parts/empty.tsx'
import { Field, Form } from '../parts/form.tsx'
import { PlaceButtons } from '../parts/place-buttons.tsx'
import { RowCell, RowLink, RowList } from '../parts/row-list.tsx'
import { DisabledBadge } from './disabled-badge.tsx'
import { CountOf } from './thing-count.tsx'

interface ListProps {
  thing: StoredThing
  things: readonly CountedThing[]
}

/** The things of a kind in their order, and a form that creates another one. */
export const ThingList = ({ thing, things }: ListProps) => {
  const words = useWords()
  const form = submittedTo(useConsole(), thing.at.one)
  const { add } = thing.actions
  const label = words(add.label)
  const panel = { label, isOpen: things.length === 0 || form.size > 0 }
  const id = `create-${thing.kind}`
  return (
    <section class="stack" id={thing.table}>
      <SectionHead title={words(thing.title)}>
        <CreateButton panel={id} {...panel} />
      </SectionHead>
      <p class="muted">{words(thing.lead)}</p>
      <CreatePanel id={id} {...panel}>
        <Form action={thing.at.one} class="card stack">
          <h3>{label}</h3>
          <Field
            label={words(add.nameLabel)}
            name="name"
            value={form.get('name') ?? ''}
            control={{ required: true, maxlength: thing.columns.name.max }}
          />
          <div>
            <button type="submit">{label}</button>
          </div>
        </Form>
      </CreatePanel>
      {things.length === 0 ? (
        <Empty title={words(thing.empty.title)}>
          <p>{words(thing.empty.hint)}</p>
        </Empty>
      ) : (
        <Rows thing={thing} things={things} />
      )}
    </section>
  )
}

const Rows = ({ thing, things }: ListProps) => {
  const words = useWords()
  const counts = Object.entries(thing.counts)
  return (
    <RowList
      label={words(thing.title)}
      columns={[
        { label: words(thing.columns.name.label) },
        ...counts.map(([, { label, isWide = false }]) => ({ label: words(label), isWide })),
        { label: words(thing.columns.position.label) },
      ]}
    >
      {things.map((one, index) => (
        <tr id={`at-${one.id}`} tabindex={-1}>
          <RowLink href={`${thing.at.one}/${one.id}`} badges={one.enabled ? undefined : <DisabledBadge />}>
            {one.name}
          </RowLink>
          {counts.map(([name, count]) => (
            <RowCell isWide={count.isWide === true}>
              <CountOf count={count} number={one.counts[name] ?? 0} isMuted />
            </RowCell>
          ))}
          <RowCell>
            <PlaceButtons
              action={`${thing.at.one}/${one.id}/place`}
              name={one.name}
              isFirst={index === 0}
              isLast={index === things.length - 1}
            />
          </RowCell>
        </tr>
      ))}
    </RowList>
  )
}
