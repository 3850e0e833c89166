/** @jsxImportSource hono/jsx */
import { type Child, useContext } from 'hono/jsx'
import { useConsole } from '../context/console-context.ts'
import { submittedTo } from '../context/submitted-form.ts'
import { FormAction, RefusalOf, useRefused } from './refused-field.tsx'
import { type FieldValues, ShownForm, shownField, shownText, writtenValues } from './shown-values.ts'

interface FormProps {
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
}

/** A form that changes something: it is posted, and carries the proof that it comes from a page of ours. */
export const Form = (props: FormProps) => {
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

export interface EditFormProps extends FormProps {
  present: FieldValues
  unusable?: Readonly<Record<string, string>>
  /** What was sent, where that is not to the form's own address. */
  written?: URLSearchParams
}

/**
 * A form that changes what it shows. Its fields hold the present values, or what was written where it is shown again; it
 * also sends what it showed, so that it takes back nothing that others change meanwhile. `readShownForm` and
 * `changedFields` read it.
 */
export const EditForm = ({ present, unusable = {}, written, children, ...form }: EditFormProps) => {
  const [path = ''] = form.action.split('?')
  const sent = written ?? submittedTo(useConsole(), path)
  const shown = { present, unusable, written: writtenValues(sent, present) }
  return (
    <Form {...form}>
      {Object.entries(present).map(([name, value]) => (
        <input type="hidden" name={shownField(name)} value={unusable[name] ?? shownText(value)} />
      ))}
      <ShownForm.Provider value={shown}>{children}</ShownForm.Provider>
    </Form>
  )
}

/** What stands in a field of the form that is being rendered. */
function useWritten(name: string): string {
  return shownText(useContext(ShownForm).written[name] ?? '')
}

interface FieldProps {
  label: string
  name: string
  hint?: Child
  /** What stands in it; in an {@link EditForm} that is known. */
  value?: string
  /** Attributes of the control itself. */
  control?: Record<string, string | number | boolean>
}

/** A labelled input. */
export const Field = ({ label, name, hint, value, control }: FieldProps) => {
  const written = useWritten(name)
  return (
    <div class="field">
      <label>
        <span class="field-label">{label}</span>
        <input
          name={name}
          type="text"
          dir="auto"
          value={value ?? written}
          {...control}
          {...useRefused(name)}
        />
        <Hint words={hint} />
      </label>
      <RefusalOf field={name} />
    </div>
  )
}

/** A labelled box for several lines. */
export const TextField = ({ label, name, hint, value, control }: FieldProps) => {
  const written = useWritten(name)
  return (
    <div class="field">
      <label>
        <span class="field-label">{label}</span>
        <textarea name={name} dir="auto" rows={4} {...control} {...useRefused(name)}>
          {value ?? written}
        </textarea>
        <Hint words={hint} />
      </label>
      <RefusalOf field={name} />
    </div>
  )
}

export interface Choice {
  value: string
  label: string
}

/** A labelled choice of one. */
export const SelectField = (props: FieldProps & { choices: readonly Choice[] }) => {
  const { name, choices } = props
  const written = useWritten(name)
  const chosen = props.value ?? written
  return (
    <div class="field">
      <label>
        <span class="field-label">{props.label}</span>
        <select name={name} {...props.control} {...useRefused(name)}>
          {choices.map((choice) => (
            <option value={choice.value} selected={choice.value === chosen}>
              {choice.label}
            </option>
          ))}
        </select>
        <Hint words={props.hint} />
      </label>
      <RefusalOf field={name} wordsOf={(value) => choices.find((one) => one.value === value)?.label} />
    </div>
  )
}

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
  hint?: Child
  boxes: readonly Omit<BoxProps, 'name'>[]
}) => {
  const { name } = props
  const written = useContext(ShownForm).written[name]
  const labels = new Map(props.boxes.map(({ value = 'on', label }) => [value, String(label)]))
  return (
    <fieldset>
      <legend>{props.label}</legend>
      {props.boxes.map(({ value = 'on', checked = written?.includes(value) ?? false, ...box }) => (
        <Box name={name} {...box} value={value} checked={checked} />
      ))}
      <Hint words={props.hint} />
      <RefusalOf field={name} wordsOf={(value) => labels.get(value)} />
    </fieldset>
  )
}
