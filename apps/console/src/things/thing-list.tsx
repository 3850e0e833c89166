/** @jsxImportSource hono/jsx */
import { createLabel } from '@pictoglyph/forms/thing'
import type { CountedThing } from '@pictoglyph/site/things/run-action'
import type { StoredThing } from '@pictoglyph/site/things/stored-thing'
import type { Child } from 'hono/jsx'
import { useConsole, useWords } from '../context/console-context.ts'
import { submittedTo } from '../context/submitted-form.ts'
import { CreateButton, CreatePanel, SectionHead } from '../parts/create-panel.tsx'
import { Empty } from '../parts/empty.tsx'
import { Field, NewForm, Submit } from '../parts/form.tsx'
import { PlaceButtons } from '../parts/place-buttons.tsx'
import { Cell, RowLink, Table } from '../parts/table.tsx'
import { thingAnchor } from './thing-anchor.ts'
import { countCells, StateBadges, type ThingCell } from './thing-cell.tsx'

interface ListProps {
  thing: StoredThing
  things: readonly CountedThing[]
  /** The kind's own cells, before those of its counts. */
  cells?: readonly ThingCell[]
}

/**
 * The things of a kind in order, and a form that creates another one.
 * @param props.create the form and its values, if a thing has more than a name
 */
export const ThingList = (props: ListProps & { create?: { written: URLSearchParams; form: Child } }) => {
  const { thing, things, create } = props
  const words = useWords()
  const written = create?.written ?? submittedTo(useConsole(), thing.at.one)
  const panel = { label: words(createLabel(thing)), isOpen: things.length === 0 || written.size > 0 }
  const id = `create-${thing.kind}`
  return (
    <section class="stack" id={thing.table}>
      <SectionHead title={words(thing.title)}>
        <CreateButton panel={id} {...panel} />
      </SectionHead>
      <p class="muted">{words(thing.lead)}</p>
      <CreatePanel id={id} {...panel}>
        {create?.form ?? <NameForm thing={thing} />}
      </CreatePanel>
      {things.length === 0 ? (
        <Empty title={words(thing.empty.title)}>
          <p>{words(thing.empty.hint)}</p>
        </Empty>
      ) : (
        <Rows {...props} />
      )}
    </section>
  )
}

const NameForm = ({ thing }: { thing: StoredThing }) => {
  const words = useWords()
  const label = words(createLabel(thing))
  const [english, chinese] = thing.noun
  return (
    <NewForm action={thing.at.one} usual={{ name: '' }} class="card stack">
      <h3>{label}</h3>
      <Field
        label={words([`Name of the ${english}`, `${chinese}名称`])}
        name="name"
        control={{ required: true, maxlength: thing.columns.name.max }}
      />
      <Submit>{label}</Submit>
    </NewForm>
  )
}

const Rows = ({ thing, things, cells: own = [] }: ListProps) => {
  const words = useWords()
  const cells = [...own, ...countCells(thing)]
  return (
    <Table
      label={words(thing.title)}
      columns={[
        { label: words(thing.columns.name.label) },
        ...cells.map(({ label, isWide = false }) => ({ label: words(label), isWide })),
        { label: words(thing.columns.position.label) },
      ]}
    >
      {things.map((one, index) => (
        <tr id={thingAnchor(thing, one.id)} tabindex={-1}>
          <RowLink href={`${thing.at.one}/${one.id}`} badges={<StateBadges one={one} />}>
            {one.name}
          </RowLink>
          {cells.map(({ isWide, Content }) => (
            <Cell isWide={isWide === true}>
              <Content one={one} isRow />
            </Cell>
          ))}
          <Cell>
            <PlaceButtons
              action={`${thing.at.one}/${one.id}/place`}
              name={one.name}
              isFirst={index === 0}
              isLast={index === things.length - 1}
            />
          </Cell>
        </tr>
      ))}
    </Table>
  )
}
