/** @jsxImportSource hono/jsx */
import { notFound } from '@pictoglyph/site/language/failure'
import { message } from '@pictoglyph/site/language/message'
import type { Category } from '@pictoglyph/site/language/records'
import { maxNameCharacters } from '@pictoglyph/site/language/text-field'
import { type SignedInContext, useConsole } from '../../context/console-context.ts'
import { idOf } from '../../context/page-address.ts'
import { Fact } from '../../gallery/image-facts.tsx'
import { showPage } from '../../page/page.tsx'
import { EditForm, Field } from '../../parts/form.tsx'
import { Count } from '../../parts/numbers-and-times.tsx'
import { OnOff } from '../../parts/on-off.tsx'
import type { ShownThing } from '../../parts/shown-values.ts'
import { WayBack } from '../../parts/way-back.tsx'
import { settingsPath } from '../settings/settings-page.tsx'
import { type CategoryInUse, categoriesInUse, categoriesPath } from './categories-page.tsx'

/** One category: what uses it, its name, and whether it takes uploads. */
export async function showCategory(context: SignedInContext): Promise<Response> {
  const id = idOf(context)
  const category = (await categoriesInUse(context)).find((one) => one.id === id)
  if (category === undefined) throw notFound(message('The category "{id}"', { id }))
  const { category: text } = context.text
  return showPage(context, {
    title: category.name,
    actions: <WayBack href={`${settingsPath('uploads')}#at-${id}`}>{text.toCategories}</WayBack>,
    body: (
      <>
        <CategoryFacts category={category} />
        <NameForm category={category} />
        <OnOff
          action={`${categoriesPath}/${id}/enabled`}
          name={category.name}
          enabled={category.enabled}
          disable={text.disable}
          enable={text.enable}
          question={text.disableQuestion}
        />
      </>
    ),
  })
}

const CategoryFacts = ({ category }: { category: CategoryInUse }) => {
  const { category: text, nav } = useConsole().text
  return (
    <section class="card">
      <dl class="facts">
        <Fact term={text.id}>
          <code class="long">{category.id}</code>
        </Fact>
        {category.enabled ? null : (
          <Fact term={text.state}>
            <span class="badge bad">{text.disabled}</span>
          </Fact>
        )}
        <Fact term={nav.images}>
          <Count of={category.images} />
        </Fact>
        <Fact term={text.usedBy}>{text.keys(category.keys)}</Fact>
      </dl>
    </section>
  )
}

/** A category's name, as the form shows it. */
export const shownCategory = ({ id, name }: Category): ShownThing => ({
  present: { name },
  history: { subject: id, actions: { name: 'category.rename' } },
})

const NameForm = ({ category }: { category: CategoryInUse }) => {
  const { category: text, common } = useConsole().text
  const action = `${categoriesPath}/${category.id}/name`
  return (
    <EditForm action={action} present={shownCategory(category).present} class="card stack">
      <Field
        label={text.name}
        name="name"
        control={{ required: true, maxlength: maxNameCharacters.category }}
      />
      <div>
        <button type="submit">{common.save}</button>
      </div>
    </EditForm>
  )
}
