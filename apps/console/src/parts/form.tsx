/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'
import { useVisit } from '../visit/visit-context.ts'

/** A form that changes something: it is posted, and carries the proof that it comes from a page of ours. */
export const Form = (props: {
  action: string
  class?: string
  id?: string
  /** What the form is for, where no heading says so. */
  label?: string
  data?: Record<string, string>
  /** While it is filled in, the part of the page at this address that has this id shows what it would do. */
  preview?: { address: string; id: string }
  children: Child
}) => {
  const { csrfToken, text } = useVisit()
  const { preview } = props
  return (
    <form
      method="post"
      action={props.action}
      class={props.class}
      id={props.id}
      aria-label={props.label}
      data-preview={preview?.address}
      data-preview-into={preview?.id}
      data-preview-missing={preview && text.common.previewMissing}
      {...props.data}
    >
      <input type="hidden" name="csrf" value={csrfToken} />
      {props.children}
    </form>
  )
}

interface FieldProps {
  label: string
  name: string
  hint?: Child
  value?: string
  /** Attributes of the control itself. */
  control?: Record<string, string | number | boolean>
}

/** A labelled input. */
export const Field = ({ label, name, hint, value, control }: FieldProps) => (
  <label class="field">
    <span class="field-label">{label}</span>
    <input name={name} type="text" dir="auto" value={value} {...control} />
    {hint === undefined ? null : <span class="hint">{hint}</span>}
  </label>
)

/** A labelled box for several lines. */
export const TextField = ({ label, name, hint, value = '', control }: FieldProps) => (
  <label class="field">
    <span class="field-label">{label}</span>
    <textarea name={name} dir="auto" rows={4} {...control}>
      {value}
    </textarea>
    {hint === undefined ? null : <span class="hint">{hint}</span>}
  </label>
)

export interface Choice {
  value: string
  label: string
}

/** A labelled choice of one. */
export const SelectField = (props: FieldProps & { choices: readonly Choice[] }) => (
  <label class="field">
    <span class="field-label">{props.label}</span>
    <select name={props.name} {...props.control}>
      {props.choices.map((choice) => (
        <option value={choice.value} selected={choice.value === props.value}>
          {choice.label}
        </option>
      ))}
    </select>
    {props.hint === undefined ? null : <span class="hint">{props.hint}</span>}
  </label>
)

/** A box to tick. */
export const CheckField = (props: {
  label: Child
  name: string
  value?: string
  checked?: boolean
  hint?: Child
}) => (
  <label class="check">
    <input type="checkbox" name={props.name} value={props.value ?? 'on'} checked={props.checked ?? false} />
    <span>
      {props.label}
      {props.hint === undefined ? null : <span class="hint">{props.hint}</span>}
    </span>
  </label>
)
