/** @jsxImportSource hono/jsx */
import { restrictionsOf } from '@pictoglyph/site/keys/restrictions'
import type { ApiKey } from '@pictoglyph/site/language/records'
import { maxNameCharacters } from '@pictoglyph/site/language/text-field'
import { useConsole } from '../context/console-context.ts'
import { submittedTo } from '../context/submitted-form.ts'
import { ExpiryField } from '../parts/expiry-field.tsx'
import { EditForm, Field, Submit } from '../parts/form.tsx'
import { formOf, type ShownThing, writtenValues } from '../parts/shown-values.ts'
import { RestrictionField, RestrictionFields, restrictionValues } from './key-restriction-fields.tsx'
import type { NamesOfRestrictions } from './key-restrictions.tsx'

/** The editable fields of a key for an edit form. A guest link stays bound to its category. */
export function shownKey(key: ApiKey): ShownThing {
  const { maxUploads = '', ...others } = restrictionValues(restrictionsOf(key))
  const present = { name: key.name, maxUploads, ...(!key.isGuestLink && others) }
  const actions = Object.fromEntries(Object.keys(present).map((name) => [name, 'key.change' as const]))
  return { present, history: { subject: key.id, actions } }
}

/** Edits the name, expiry and restrictions of a key. A guest link only has a number of uploads. */
export const KeyChangeForm = ({ apiKey, names }: { apiKey: ApiKey; names: NamesOfRestrictions }) => {
  const context = useConsole()
  const { key: text, common, expiry } = context.text
  const action = `/keys/${apiKey.id}`
  const written = submittedTo(context, action)
  const { present } = shownKey(apiKey)
  const form = formOf(writtenValues(written, present))
  const { categoryIds = [], albumIds = [] } = apiKey.binding
  const offered = names.categories.filter(({ enabled, id }) => enabled || categoryIds.includes(id))
  return (
    <EditForm action={action} present={present} class="card stack">
      <input type="hidden" name="return" value={apiKey.isGuestLink ? '/guests' : '/keys'} />
      <Field label={text.name} name="name" control={{ required: true, maxlength: maxNameCharacters.key }} />
      <ExpiryField label={text.expiry} first={expiry.unchanged} />
      {apiKey.isGuestLink ? (
        <RestrictionField name="maxUploads" form={form} />
      ) : (
        <RestrictionFields
          form={form}
          categories={withUnknown(categoryIds, offered)}
          albums={withUnknown(albumIds, names.albums)}
        />
      )}
      <p class="hint">{text.widerHint}</p>
      <Submit>{common.save}</Submit>
    </EditForm>
  )
}

/** Existing things, and the ids that the key is bound to and that no longer exist. */
function withUnknown(ids: readonly string[], known: readonly { id: string; name: string }[]) {
  const gone = ids.filter((id) => known.every((one) => one.id !== id))
  return [...known, ...gone.map((id) => ({ id, name: id }))]
}
