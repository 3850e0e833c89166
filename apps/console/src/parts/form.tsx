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
  /** The form's accessible name, if no heading has it. */
  label?: string
  /** For a form that sends files. */
  enctype?: 'multipart/form-data'
  data?: Record<string, string>
  /** The preview of the form: a part with this id from the page at this address. */
  preview?: { address: string; id: string }
  children: Child
}

/** A form that changes something: it is posted, with the token of our page. */
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
  /** The sent values, if they went to another address than the form's. */
  written?: URLSearchParams
}

/**
 * A form that edits existing values. Its fields hold the present values, or the sent ones if it is shown again. It also
 * sends the values it showed, so that it reverts no changes of others. `readShownForm` and `changedFields` read it.
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

/**
 * A form for something new. Its fields hold their usual values, or the sent ones if it is shown again.
 * @param props.usual the values by field; a field without one, such as a password, is shown empty
 */
export const NewForm = ({ usual, children, ...form }: FormProps & { usual: Record<string, string> }) => {
  const sent = submittedTo(useConsole(), form.action)
  const written = Object.fromEntries(
    Object.entries(usual).map(([name, value]) => [name, sent.get(name) ?? value]),
  )
  return (
    <Form {...form}>
      <ShownForm.Provider value={{ present: {}, unusable: {}, written }}>{children}</ShownForm.Provider>
    </Form>
  )
}

/** The button of a form, beneath its fields. */
export const Submit = ({ children }: { children: string }) => (
  <div>
    <button type="submit">{children}</button>
  </div>
)

/** The value of a field of the current form. */
function useWritten(name: string): string {
  return shownText(useContext(ShownForm).written[name] ?? '')
}

interface FieldProps {
  label: string
  name: string
  hint?: Child
  /** Its value; an {@link EditForm} or a {@link NewForm} provides it. */
  value?: string
  /** Attributes of the input element. */
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

/** A labelled text area. */
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

/** A labelled select. */
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

/** A checkbox. */
export const CheckField = (box: BoxProps) => (
  <div class="field">
    <Box {...box} />
    <RefusalOf field={box.name} />
  </div>
)

/** Checkboxes of one name; any number may be ticked. */
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
