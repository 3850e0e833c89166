/** @jsxImportSource hono/jsx */
import { algorithmTypes, variantsOf } from '@pictoglyph/codec'
import { Form, SelectField } from '../parts/form.tsx'
import { useVisit } from '../visit/visit-context.ts'
import { NewPartFields } from './new-part-fields.tsx'

/** Every kind of encoding there is, as a preset names it. */
const schemes = algorithmTypes.flatMap((type) =>
  variantsOf[type].map((variant) => ({ value: `${type}/${variant}`, type, variant })),
)

/** A form for another preset. @param props.fields what was written so far */
export const NewPreset = ({ fields }: { fields: URLSearchParams }) => {
  const { cipher: text } = useVisit().text
  return (
    <Form action="/ciphers/presets" class="card stack">
      <h3>{text.newPreset}</h3>
      <div class="field-row">
        <NewPartFields fields={fields} />
        <SelectField
          label={text.type}
          name="scheme"
          value={fields.get('scheme') ?? ''}
          choices={schemes.map(({ value, type, variant }) => ({ value, label: `${type} · ${variant}` }))}
        />
      </div>
      <div>
        <button type="submit">{text.addPreset}</button>
      </div>
    </Form>
  )
}
