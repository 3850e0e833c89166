/** @jsxImportSource hono/jsx */
import { useVisit } from '../visit/visit-context.ts'

/** A text to be copied: by its button, or selected by hand where no script runs. */
export const CopyField = ({ label, value }: { label: string; value: string }) => (
  <div class="copy-field">
    <label class="field">
      <span class="field-label">{label}</span>
      <input type="text" readonly value={value} data-select-all="" />
    </label>
    <CopyButton label={label} value={value} />
  </div>
)

/** A button that copies a text; without a script there is none. */
export const CopyButton = ({ label, value }: { label: string; value: string }) => {
  const { common } = useVisit().text
  return (
    <button type="button" class="quiet small" hidden data-copy={value} data-copied={common.copied}>
      {common.copy}
      <span class="visually-hidden"> {label}</span>
    </button>
  )
}
