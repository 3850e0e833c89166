/** @jsxImportSource hono/jsx */
import { maxUploadsOfKey } from '@pictoglyph/site/keys'
import type { ApiKey } from '@pictoglyph/site/language/records'
import { maxNameCharacters } from '@pictoglyph/site/language/text-field'
import { useConsole } from '../context/console-context.ts'
import { submittedTo } from '../context/submitted-form.ts'
import { ExpiryField } from '../parts/expiry-field.tsx'
import { Field, Form } from '../parts/form.tsx'
import { RestrictionFields, restrictionsIn } from './key-restriction-fields.tsx'
import type { NamesOfRestrictions } from './key-restrictions.tsx'

/** The name, expiry and restrictions of a key, to be changed. A link for guests has a number of uploads only. */
export const KeyChangeForm = ({ apiKey, names }: { apiKey: ApiKey; names: NamesOfRestrictions }) => {
  const context = useConsole()
  const { key: text, common, expiry } = context.text
  const action = `/keys/${apiKey.id}`
  const written = submittedTo(context, action)
  const form = written.has('name') ? written : restrictionsIn(apiKey)
  const { categoryIds = [], albumIds = [] } = apiKey.binding
  const offered = names.categories.filter(({ enabled, id }) => enabled || categoryIds.includes(id))
  return (
    <Form action={action} class="card stack">
      <input type="hidden" name="return" value={apiKey.isQuiet ? '/guests' : '/keys'} />
      <Field
        label={text.name}
        name="name"
        value={form.get('name') ?? apiKey.name}
        control={{ required: true, maxlength: maxNameCharacters.key }}
      />
      <ExpiryField label={text.expiry} form={written} first={expiry.unchanged} />
      {apiKey.isQuiet ? (
        <Field
          label={text.maxUploads}
          name="maxUploads"
          value={form.get('maxUploads') ?? ''}
          hint={text.noBound}
          control={{ type: 'number', min: 1, max: maxUploadsOfKey, class: 'short' }}
        />
      ) : (
        <RestrictionFields
          form={form}
          categories={withUnknown(categoryIds, offered)}
          albums={withUnknown(albumIds, names.albums)}
        />
      )}
      <p class="hint">{text.widerHint}</p>
      <div>
        <button type="submit">{common.save}</button>
      </div>
    </Form>
  )
}

/** What is there, and what the key is bound to and is there no more: by its id. */
function withUnknown(ids: readonly string[], known: readonly { id: string; name: string }[]) {
  const gone = ids.filter((id) => known.every((one) => one.id !== id))
  return [...known, ...gone.map((id) => ({ id, name: id }))]
}
