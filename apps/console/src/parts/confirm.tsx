/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'
import { HiddenName } from './hidden-name.tsx'

/** Asks for confirmation: a button opens the question and the button that acts. */
export const Confirm = (props: {
  label: string
  /** The name of the target, if a page has several. */
  of?: string
  question: Child
  /** The submit button's text, and attributes that send it to another address than its form's. */
  confirm: string
  button?: Record<string, string>
  /** Open, because a field in it is refused. */
  isOpen?: boolean
}) => (
  <details class="confirm" data-dismiss="" open={props.isOpen === true}>
    <summary class="button quiet danger small">
      <span>{props.label}</span>
      {props.of === undefined ? null : <HiddenName name={props.of} />}
    </summary>
    <div class="confirm-panel">
      {props.of === undefined ? null : (
        <p>
          <strong dir="auto">{props.of}</strong>
        </p>
      )}
      {typeof props.question === 'string' ? <p>{props.question}</p> : <div>{props.question}</div>}
      <button type="submit" class="danger small" {...props.button}>
        {props.confirm}
      </button>
    </div>
  </details>
)
