/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'
import { useConsole } from '../context/console-context.ts'
import { CopyField } from './copy-field.tsx'

/** A value that is shown only once: its copy button has the focus, and leaving before copying asks. */
export const ShownOnce = (props: {
  title: string
  hint: string
  label: string
  value: string
  /** Next to the value, other ways to save it. */
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
