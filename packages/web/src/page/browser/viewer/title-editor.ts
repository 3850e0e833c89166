import { element } from './parts.ts'

interface TitleEditing {
  /** The current title, empty if there is none. */
  title: string
  /** In characters. */
  maxLength: number
  /** The name of the field. */
  label: string
  /** Saves another title. @returns whether that worked; if not, the field keeps the text */
  save: (title: string) => Promise<boolean>
  /** Called when the heading is back. */
  ended: () => void
}

/** Replaces a heading's text by a field. Enter and leaving it save, Escape does not. */
export function editTitle(heading: HTMLElement, editing: TitleEditing): void {
  const { title, maxLength, label, save, ended } = editing
  if (heading.querySelector('input')) return
  const field = element('input', { value: title, ariaLabel: label, maxLength, dir: 'auto' })
  let isFinished = false
  async function finish(): Promise<void> {
    // The field loses the focus once more when the heading is back.
    if (isFinished || !field.isConnected) return
    isFinished = true
    isFinished = field.value.trim() === title || (await save(field.value.trim()))
    if (isFinished) ended()
  }
  field.addEventListener('keydown', (event) => {
    event.stopPropagation()
    if (event.isComposing) return
    if (event.key === 'Enter') void finish()
    if (event.key !== 'Escape') return
    // Escape closes the field, not the viewer.
    event.preventDefault()
    field.value = title
    void finish()
  })
  field.addEventListener('blur', () => void finish())
  heading.replaceChildren(field)
  field.focus()
  field.select()
}
