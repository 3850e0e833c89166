/** @jsxImportSource hono/jsx */
import { mediaTypes } from '@pictoglyph/media/media-type'
import type { Restriction } from '@pictoglyph/site/keys/restriction'
import {
  allRestrictions,
  type KeyRestrictions,
  type RestrictionName,
  readRestrictions,
  restrictions,
} from '@pictoglyph/site/keys/restrictions'
import type { Album } from '@pictoglyph/site/language/records'
import { typeName } from '@pictoglyph/site/language/type-name'
import { useConsole, useWords } from '../context/console-context.ts'
import { spanIn } from '../parts/expiry-choice.ts'
import { ExpiryField } from '../parts/expiry-field.tsx'
import { CheckFields, Field, TextField } from '../parts/form.tsx'
import type { FieldValues } from '../parts/shown-values.ts'

type Named = Pick<Album, 'id' | 'name'>

/** The restrictions of a key, folded until one is set. Empty fields restrict nothing. */
export const RestrictionFields = (props: {
  form: URLSearchParams
  categories: readonly Named[]
  albums: readonly Named[]
}) => {
  const { key: text } = useConsole().text
  const { form, categories, albums } = props
  const isGiven = allRestrictions.some(([, { field }]) => form.getAll(field).some((one) => one.trim() !== ''))
  const types = mediaTypes.map((type) => ({ id: type, name: typeName(type) }))
  return (
    <details class="restriction-fields" open={isGiven}>
      <summary>{text.restrictions}</summary>
      <div class="stack">
        <p class="muted">{text.restrictionsHint}</p>
        <RestrictionField name="categoryIds" form={form} choices={categories} />
        {albums.length === 0 ? null : <RestrictionField name="albumIds" form={form} choices={albums} />}
        <RestrictionField name="types" form={form} choices={types} />
        <div class="field-row">
          <RestrictionField name="maxBytes" form={form} />
          <RestrictionField name="uploadsPerMinute" form={form} />
        </div>
        <div class="field-row">
          <RestrictionField name="maxUploads" form={form} />
          <RestrictionField name="imageLifetimeMs" form={form} />
        </div>
        <RestrictionField name="linkNames" form={form} />
        <RestrictionField name="networks" form={form} />
      </div>
    </details>
  )
}

interface RestrictionFieldProps {
  name: RestrictionName
  form: URLSearchParams
  choices?: readonly Named[]
}

/** The form field of a restriction. */
export const RestrictionField = ({ name, form, choices = [] }: RestrictionFieldProps) => {
  const { expiry } = useConsole().text
  const words = useWords()
  const { field, control, hint, label } = restrictions[name] as Restriction<unknown>
  const value = form.get(field) ?? ''
  const shared = { label: words(label), name: field, value, ...(hint && { hint: words(hint) }) }
  switch (control.kind) {
    case 'boxes': {
      const ticked = new Set(form.getAll(field))
      const boxes = choices.map(({ id, name }) => ({ label: name, value: id, checked: ticked.has(id) }))
      return <CheckFields label={shared.label} name={field} boxes={boxes} />
    }
    case 'number':
      return <Field {...shared} control={{ type: 'number', ...control.attributes }} />
    case 'span':
      return (
        <ExpiryField
          label={shared.label}
          name={field}
          form={form}
          first={expiry.bySite}
          endsAlways
          takesDay={false}
        />
      )
    case 'words':
      return <Field {...shared} />
    case 'lines':
      return <TextField {...shared} control={{ rows: 3, class: 'mono', spellcheck: false }} />
  }
}

/** The restrictions of a key, as form values. */
export function restrictionValues(given: KeyRestrictions): FieldValues {
  const values = allRestrictions.map(([name, { field, control, write }]) => {
    const texts = given[name] === undefined ? [] : write(given[name])
    if (control.kind === 'boxes') return [field, texts]
    const [text = ''] = texts
    return [field, control.kind === 'number' && text !== '' ? String(Number(text) / control.unit) : text]
  })
  return Object.fromEntries(values) as FieldValues
}

/**
 * Reads the restrictions from a form.
 * @param before the former ones; only `fields` replace them, by default all
 * @throws {Failure} BAD_REQUEST
 */
export const restrictionsIn = (
  form: URLSearchParams,
  { before = {}, fields }: { before?: KeyRestrictions; fields?: Pick<ReadonlySet<string>, 'has'> } = {},
): KeyRestrictions =>
  readRestrictions(
    before,
    (restriction) => (fields?.has(restriction.field) === false ? undefined : textsIn(form, restriction)),
    ({ field }) => field,
  )

function textsIn(form: URLSearchParams, { field, control }: Restriction<unknown>): string[] {
  if (control.kind === 'span') return form.get(field) ? [spanIn(form, field)] : []
  const texts = form.getAll(field).filter((text) => text.trim() !== '')
  return control.kind === 'number'
    ? texts.map((text) => String(Math.round(Number(text) * control.unit)))
    : texts
}
