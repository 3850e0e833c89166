/** @jsxImportSource hono/jsx */
import { belongingsOf } from '@pictoglyph/site/accounts/delete-user'
import { formatBytes } from '@pictoglyph/site/language/format-bytes'
import type { User } from '@pictoglyph/site/language/records'
import type { SignedInContext } from '../../context/console-context.ts'
import { Fact } from '../../gallery/image-facts.tsx'
import { showPage } from '../../page/page.tsx'
import { Form, SelectField } from '../../parts/form.tsx'
import { Count } from '../../parts/numbers-and-times.tsx'

/** Shows everything that deleting a user would delete. */
export async function showDeletion(context: SignedInContext, user: User): Promise<Response> {
  const { bytes, ...counts } = await belongingsOf(context.services.site, user.id)
  const { user: text } = context.text
  return showPage(context, {
    title: text.deleteTitle(user.name),
    lead: text.deleteLead,
    actions: (
      <a class="button quiet" href="/users">
        {text.toUsers}
      </a>
    ),
    body: (
      <Form action={`/users/${user.id}/delete`} class="card narrow stack">
        <h2>{text.goes}</h2>
        <dl class="facts">
          {(Object.keys(counts) as (keyof typeof counts)[]).map((name) => (
            <Fact term={text.belongings[name]}>
              <Count of={counts[name]} />
            </Fact>
          ))}
          <Fact term={text.belongings.bytes}>{formatBytes(bytes, context.language)}</Fact>
        </dl>
        <SelectField
          label={text.imagesOf}
          name="images"
          value={context.form.get('images') ?? 'delete'}
          choices={[
            { value: 'delete', label: text.imagesGo },
            { value: 'keep', label: text.imagesStay },
          ]}
        />
        <div>
          <button type="submit" class="danger">
            {text.deleteThis}
          </button>
        </div>
      </Form>
    ),
  })
}
