/** @jsxImportSource hono/jsx */
import { Field } from '../parts/form.tsx'
import { useVisit } from '../visit/visit-context.ts'

const idControl = { required: true, maxlength: 40, pattern: '[a-z0-9][a-z0-9_\\-]*', autocapitalize: 'none' }

/** What a new character set and a new preset are called by programs and by people. */
export const NewPartFields = ({ fields }: { fields: URLSearchParams }) => {
  const { cipher: text } = useVisit().text
  return (
    <>
      <Field label={text.id} name="id" value={fields.get('id') ?? ''} control={idControl} />
      <Field
        label={text.name}
        name="name"
        value={fields.get('name') ?? ''}
        control={{ required: true, maxlength: 64 }}
      />
    </>
  )
}
