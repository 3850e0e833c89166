/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'
import { useConsole } from '../context/console-context.ts'
import { HiddenName } from './hidden-name.tsx'

/** A text to copy: by its button, or by hand without a script. */
export const CopyField = (props: {
  label: string
  /** The name of its thing, if a page has several. */
  of?: string
  value: string
  /** Whether its button has the focus, because copying is the purpose of the page. */
  isFirst?: boolean
  /** Elements next to the button. */
  children?: Child
}) => {
  const { label, of = '', value, isFirst = false, children } = props
  return (
    <div class="copy-field">
      <label class="field">
        <span class="field-label">
          {label}
          {of === '' ? null : <HiddenName name={of} />}
        </span>
        <input type="text" readonly value={value} data-select-all="" />
      </label>
      <CopyButton label={`${label} ${of}`.trim()} value={value} isFirst={isFirst} />
      {children}
    </div>
  )
}

/** A button that copies a text; hidden without a script. */
export const CopyButton = (props: { label: string; value: string; isFirst?: boolean }) => {
  const { label, value, isFirst = false } = props
  const { common } = useConsole().text
  return (
    <button
      type="button"
      class={isFirst ? 'small' : 'quiet small'}
      hidden
      autofocus={isFirst}
      data-copy={value}
      data-copied={common.copied}
    >
      {common.copy}
      <HiddenName name={label} />
    </button>
  )
}
