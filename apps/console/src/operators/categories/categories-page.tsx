/** @jsxImportSource hono/jsx */
import type { Category } from '@pictoglyph/site/language/records'
import { maxNameCharacters } from '@pictoglyph/site/language/text-field'
import { type SignedInContext, useConsole } from '../../context/console-context.ts'
import { submittedTo } from '../../context/submitted-form.ts'
import { CreateButton, CreatePanel, SectionHead } from '../../parts/create-panel.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Field, Form } from '../../parts/form.tsx'
import { Count } from '../../parts/numbers-and-times.tsx'
import { PlaceButtons } from '../../parts/place-buttons.tsx'
import { RowCell, RowLink, RowList } from '../../parts/row-list.tsx'
import { settingsPath } from '../settings/settings-page.tsx'

export const categoriesPath = `${settingsPath('uploads')}/categories`

export interface CategoryInUse extends Category {
  images: number
  /** Keys that are not revoked and have it as their default. */
  keys: number
}

/** The categories in their order, with what uses them. */
export async function categoriesInUse({ services }: SignedInContext): Promise<CategoryInUse[]> {
  const { database } = services.site
  const [categories, counts, keys] = await Promise.all([
    database.categories.list(),
    database.categories.counts(),
    database.categories.defaultsOfKeys(),
  ])
  return categories.map((category) => ({
    ...category,
    images: counts.get(category.id) ?? 0,
    keys: keys.get(category.id) ?? 0,
  }))
}

/** What uploads are filed under, and a form for one more. */
export const Categories = ({ inUse }: { inUse: readonly CategoryInUse[] }) => {
  const context = useConsole()
  const { category: text, nav } = context.text
  const form = submittedTo(context, categoriesPath)
  const panel = { label: text.add, isOpen: inUse.length === 0 || form.size > 0 }
  return (
    <section class="stack" id="categories">
      <SectionHead title={text.title}>
        <CreateButton panel="create-category" {...panel} />
      </SectionHead>
      <p class="muted">{text.lead}</p>
      <CreatePanel id="create-category" {...panel}>
        <Form action={categoriesPath} class="card stack">
          <h3>{text.add}</h3>
          <Field
            label={text.newName}
            name="name"
            value={form.get('name') ?? ''}
            control={{ required: true, maxlength: maxNameCharacters.category }}
          />
          <div>
            <button type="submit">{text.add}</button>
          </div>
        </Form>
      </CreatePanel>
      {inUse.length === 0 ? (
        <Empty title={text.empty}>
          <p>{text.emptyHint}</p>
        </Empty>
      ) : (
        <RowList
          label={text.title}
          columns={[
            { label: text.name },
            { label: nav.images },
            { label: text.usedBy, isWide: true },
            { label: text.order },
          ]}
        >
          {inUse.map((category, index) => (
            <CategoryRow category={category} isFirst={index === 0} isLast={index === inUse.length - 1} />
          ))}
        </RowList>
      )}
    </section>
  )
}

const CategoryRow = (props: { category: CategoryInUse; isFirst: boolean; isLast: boolean }) => {
  const { category: text } = useConsole().text
  const { category } = props
  const base = `${categoriesPath}/${category.id}`
  return (
    <tr id={`at-${category.id}`} tabindex={-1}>
      <RowLink
        href={base}
        badges={category.enabled ? undefined : <span class="badge bad">{text.disabled}</span>}
      >
        {category.name}
      </RowLink>
      <RowCell>
        <Count of={category.images} />
      </RowCell>
      <RowCell isWide>
        <span class="muted">{text.keys(category.keys)}</span>
      </RowCell>
      <RowCell>
        <PlaceButtons
          action={`${base}/place`}
          name={category.name}
          isFirst={props.isFirst}
          isLast={props.isLast}
        />
      </RowCell>
    </tr>
  )
}
