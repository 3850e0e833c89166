/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'
import { useConsole } from '../context/console-context.ts'
import { FormAction, RefusalOf, useRefused } from './refused-field.tsx'

/** A form that changes something: it is posted, and carries the proof that it comes from a page of ours. */
export const Form = (props: {
  action: string
  class?: string
  id?: string
  /** What the form is for, where no heading says so. */
  label?: string
  /** Where it sends files. */
  enctype?: 'multipart/form-data'
  data?: Record<string, string>
  /** While it is filled in, the part of the page at this address that has this id shows what it would do. */
  preview?: { address: string; id: string }
  children: Child
}) => {
  const { csrfToken, shown, text } = useConsole()
  const { preview } = props
  return (
    <FormAction.Provider value={props.action}>
      <form
        method="post"
        action={props.action}
        enctype={props.enctype}
        class={props.class}
        id={props.id}
        aria-label={props.label}
        data-preview={preview?.address}
        data-preview-into={preview?.id}
        data-preview-missing={preview && text.common.previewMissing}
        {...props.data}
      >
        <input type="hidden" name="csrf" value={csrfToken} />
        {shown === undefined ? null : <input type="hidden" name="shown" value={shown} />}
        {props.children}
      </form>
    </FormAction.Provider>
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
  <div class="field">
    <label>
      <span class="field-label">{label}</span>
      <input name={name} type="text" dir="auto" value={value} {...control} {...useRefused(name)} />
      <Hint words={hint} />
    </label>
    <RefusalOf field={name} />
  </div>
)

/** A labelled box for several lines. */
export const TextField = ({ label, name, hint, value = '', control }: FieldProps) => (
  <div class="field">
    <label>
      <span class="field-label">{label}</span>
      <textarea name={name} dir="auto" rows={4} {...control} {...useRefused(name)}>
        {value}
      </textarea>
      <Hint words={hint} />
    </label>
    <RefusalOf field={name} />
  </div>
)

export interface Choice {
  value: string
  label: string
}

/** A labelled choice of one. */
export const SelectField = (props: FieldProps & { choices: readonly Choice[] }) => (
  <div class="field">
    <label>
      <span class="field-label">{props.label}</span>
      <select name={props.name} {...props.control} {...useRefused(props.name)}>
        {props.choices.map((choice) => (
          <option value={choice.value} selected={choice.value === props.value}>
            {choice.label}
          </option>
        ))}
      </select>
      <Hint words={props.hint} />
    </label>
    <RefusalOf field={props.name} />
  </div>
)

const Hint = ({ words }: { words: Child }) => (words === undefined ? null : <span class="hint">{words}</span>)

interface BoxProps {
  label: Child
  name: string
  value?: string
  checked?: boolean
  hint?: Child
}

const Box = ({ label, name, value = 'on', checked = false, hint }: BoxProps) => (
  <label class="check">
    <input type="checkbox" name={name} value={value} checked={checked} {...useRefused(name)} />
    <span>
      {label}
      <Hint words={hint} />
    </span>
  </label>
)

/** A box to tick. */
export const CheckField = (box: BoxProps) => (
  <div class="field">
    <Box {...box} />
    <RefusalOf field={box.name} />
  </div>
)

/** Boxes of one name, of which any may be ticked. */
export const CheckFields = (props: {
  label: string
  name: string
  boxes: readonly Omit<BoxProps, 'name'>[]
}) => (
  <fieldset>
    <legend>{props.label}</legend>
    {props.boxes.map((box) => (
      <Box name={props.name} {...box} />
    ))}
    <RefusalOf field={props.name} />
  </fieldset>
)
