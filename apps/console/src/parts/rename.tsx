/** @jsxImportSource hono/jsx */

import { useConsole } from '../context/console-context.ts'
import { submittedTo } from '../context/submitted-form.ts'
import { Field, Form } from './form.tsx'
import { HiddenName } from './hidden-name.tsx'

/** A button that unfolds a form with the name of something, to be changed; unfolded where a new name was refused. */
export const Rename = (props: {
  action: string
  /** What the name is called. */
  label: string
  name: string
  maxCharacters: number
}) => {
  const context = useConsole()
  const { common } = context.text
  const refused = submittedTo(context, props.action).get('name')
  return (
    <details class="confirm" data-dismiss="" open={refused !== null}>
      <summary class="button quiet small">
        {common.rename}
        <HiddenName name={props.name} />
      </summary>
      <Form action={props.action} class="confirm-panel stack">
        <Field
          label={props.label}
          name="name"
          value={refused ?? props.name}
          control={{ required: true, maxlength: props.maxCharacters }}
        />
        <button type="submit" class="small">
          {common.save}
        </button>
      </Form>
    </details>
  )
}
