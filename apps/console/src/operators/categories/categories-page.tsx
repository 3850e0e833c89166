/** @jsxImportSource hono/jsx */
import { type Category, maxNameCharacters } from '@pictoglyph/core'
import { type SignedInContext, useConsole } from '../../context/console-context.ts'
import { submittedTo } from '../../context/submitted-form.ts'
import { showPage } from '../../page/page.tsx'
import { Empty } from '../../parts/empty.tsx'
import { Field, Form } from '../../parts/form.tsx'
import { HiddenName } from '../../parts/hidden-name.tsx'
import { Count } from '../../parts/numbers-and-times.tsx'
import { PlaceButtons } from '../../parts/place-buttons.tsx'
import { Rename } from '../../parts/rename.tsx'

interface CategoryInUse extends Category {
  images: number
  /** Keys that are not revoked and have it as their default. */
  keys: number
}

/** The categories in their order, and what uses them. */
export async function showCategories(context: SignedInContext): Promise<Response> {
  const { database } = context.services.site
  const [categories, counts, keys] = await Promise.all([
    database.categories.list(),
    database.categories.counts(),
    database.categories.defaultsOfKeys(),
  ])
  const inUse: CategoryInUse[] = categories.map((category) => ({
    ...category,
    images: counts.get(category.id) ?? 0,
    keys: keys.get(category.id) ?? 0,
  }))
  const { category: text } = context.text
  return showPage(context, {
    title: text.title,
    lead: text.lead,
    body: (
      <>
        <Form action="/categories" class="card inline-form">
          <Field
            label={text.newName}
            name="name"
            value={submittedTo(context, '/categories').get('name') ?? ''}
            control={{ required: true, maxlength: maxNameCharacters.category }}
          />
          <button type="submit">{text.add}</button>
        </Form>
        {inUse.length === 0 ? (
          <Empty title={text.empty}>
            <p>{text.emptyHint}</p>
          </Empty>
        ) : (
          <ul class="rows">
            {inUse.map((category, index) => (
              <CategoryRow category={category} isFirst={index === 0} isLast={index === inUse.length - 1} />
            ))}
          </ul>
        )}
      </>
    ),
  })
}

const CategoryRow = (props: { category: CategoryInUse; isFirst: boolean; isLast: boolean }) => {
  const { category: text, gallery } = useConsole().text
  const { category } = props
  const base = `/categories/${category.id}`
  return (
    <li class="card row" id={`at-${category.id}`} tabindex={-1}>
      <PlaceButtons
        action={`${base}/place`}
        name={category.name}
        isFirst={props.isFirst}
        isLast={props.isLast}
      />
      <div class="row-main">
        <h2>
          {category.name} <code>{category.id}</code>
          {category.enabled ? null : <span class="badge bad">{text.disabled}</span>}
        </h2>
        <p class="muted">
          <Count of={category.images} /> {gallery.images(category.images)} · {text.keys(category.keys)}
        </p>
      </div>
      <div class="row-actions">
        <Rename
          action={`${base}/name`}
          label={text.name}
          name={category.name}
          maxCharacters={maxNameCharacters.category}
        />
        <Form action={`${base}/enabled`}>
          <button type="submit" class="quiet small" name="enabled" value={category.enabled ? 'off' : 'on'}>
            {category.enabled ? text.disable : text.enable}
            <HiddenName name={category.name} />
          </button>
        </Form>
      </div>
    </li>
  )
}
