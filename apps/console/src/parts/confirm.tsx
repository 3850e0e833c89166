/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'
import { HiddenName } from './hidden-name.tsx'

/** Asks once before something is done: a button that unfolds the question and the button that does it. */
export const Confirm = (props: {
  label: string
  /** The name of what it is done to, where a page has several. */
  of?: string
  question: Child
  /** The submit button's words, and attributes that send it elsewhere than its form. */
  confirm: string
  button?: Record<string, string>
  /** Unfolded, as a field in it is refused. */
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
