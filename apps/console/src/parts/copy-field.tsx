/** @jsxImportSource hono/jsx */
import { useConsole } from '../context/console-context.ts'
import { HiddenName } from './hidden-name.tsx'

/**
 * A text to be copied: by its button, or selected by hand where no script runs.
 * @param props.of the name of what it belongs to, where a page has several
 */
export const CopyField = ({ label, of = '', value }: { label: string; of?: string; value: string }) => (
  <div class="copy-field">
    <label class="field">
      <span class="field-label">
        {label}
        {of === '' ? null : <HiddenName name={of} />}
      </span>
      <input type="text" readonly value={value} data-select-all="" />
    </label>
    <CopyButton label={`${label} ${of}`.trim()} value={value} />
  </div>
)

/** A button that copies a text; without a script there is none. */
export const CopyButton = ({ label, value }: { label: string; value: string }) => {
  const { common } = useConsole().text
  return (
    <button type="button" class="quiet small" hidden data-copy={value} data-copied={common.copied}>
      {common.copy}
      <HiddenName name={label} />
    </button>
  )
}
