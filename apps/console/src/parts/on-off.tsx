/** @jsxImportSource hono/jsx */
import { Confirm } from './confirm.tsx'
import { Form } from './form.tsx'

/** Disables a thing at the foot of its page, with a confirmation, or enables it again. */
export const OnOff = (props: {
  action: string
  name: string
  enabled: boolean
  disable: string
  enable: string
  question: string
}) => (
  <Form action={props.action} class="foot-actions">
    {props.enabled ? (
      <Confirm
        label={props.disable}
        of={props.name}
        question={props.question}
        confirm={props.disable}
        button={{ name: 'enabled', value: 'off' }}
      />
    ) : (
      <button type="submit" class="quiet small" name="enabled" value="on">
        {props.enable}
      </button>
    )}
  </Form>
)
