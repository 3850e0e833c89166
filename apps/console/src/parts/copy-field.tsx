/** @jsxImportSource hono/jsx */
import type { Child } from 'hono/jsx'
import { useConsole } from '../context/console-context.ts'
import { HiddenName } from './hidden-name.tsx'

/**
 * A text to be copied: by its button, or selected by hand where no script runs.
 */
export const CopyField = (props: {
  label: string
  /** The name of what it belongs to, where a page has several. */
  of?: string
  value: string
  /** Copying it is what one came for: the keyboard is there. */
  isFirst?: boolean
  /** What stands beside the button. */
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

/** A button that copies a text; without a script there is none. */
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
