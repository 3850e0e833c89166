/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'
import { useConsole } from '../context/console-context.ts'
import { CopyField } from './copy-field.tsx'

/** A value that is shown this once: the keyboard is at its button, and leaving before it was copied asks. */
export const ShownOnce = (props: {
  title: string
  hint: string
  label: string
  value: string
  /** Beside the value, what else it is kept by. */
  keptBy?: Child
  children?: Child
}) => (
  <section class="card stack highlight" data-shown-once={useConsole().text.common.leaveUncopied}>
    <h2>{props.title}</h2>
    <p>{props.hint}</p>
    {props.children}
    <CopyField label={props.label} value={props.value} isFirst>
      {props.keptBy}
    </CopyField>
  </section>
)
