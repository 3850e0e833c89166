/** @jsxImportSource hono/jsx */
import type { Both } from '@pictoglyph/forms/both'
import type { SettingControl } from '@pictoglyph/forms/setting'
import { type PolicyKey, settingOf } from '@pictoglyph/site/policy'
import { useWords } from '../../context/console-context.ts'
import { ExpiryField } from '../../parts/expiry-field.tsx'
import { CheckFields, Field, SelectField, TextField } from '../../parts/form.tsx'

/** The fields of several settings, in their `PolicyForm`. */
export const SettingFields = ({ keys }: { keys: readonly PolicyKey[] }) => (
  <>
    {keys.map((key) => (
      <SettingField name={key} />
    ))}
  </>
)

/** The field of one setting, in its `PolicyForm`. */
export const SettingField = ({ name }: { name: PolicyKey }) => {
  const words = useWords()
  const { label, hint, kind } = settingOf(name)
  const { control } = kind
  const labelled = (choices: Readonly<Record<string, Both>>) =>
    Object.entries(choices).map(([value, label]) => ({ value, label: words(label) }))
  const field = { name, label: words(label), ...(hint && { hint: words(hint) }) }
  switch (control.as) {
    case 'number':
      return <Field {...field} control={numberAttributes(control)} />
    case 'line':
      return <Field {...field} control={{ required: control.isRequired === true }} />
    case 'lines':
      return <TextField {...field} />
    case 'choice':
      return <SelectField {...field} choices={labelled(control.choices)} />
    case 'boxes':
      return <CheckFields {...field} boxes={labelled(control.choices)} />
    case 'span':
      return <ExpiryField {...field} takesDay={false} />
  }
}

function numberAttributes({ least, most, unit }: Extract<SettingControl, { as: 'number' }>) {
  const bounds = unit === 1 ? { min: least, max: most, step: 1 } : { min: 0, step: 'any' }
  return { type: 'number', ...bounds, required: true }
}
