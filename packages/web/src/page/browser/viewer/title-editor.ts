import { element } from './parts.ts'

interface TitleEditing {
  /** The title as it is, empty if there is none. */
  title: string
  /** In characters. */
  maxLength: number
  /** The name of the field. */
  label: string
  /** Saves another title. @returns whether that worked; if not, what was written stays in the field */
  save: (title: string) => Promise<boolean>
  /** Called when the heading is as before again. */
  ended: () => void
}

/** Puts a field in place of a heading's text: Enter and leaving it save, Escape does not. */
export function editTitle(heading: HTMLElement, editing: TitleEditing): void {
  const { title, maxLength, label, save, ended } = editing
  if (heading.querySelector('input')) return
  const field = element('input', { value: title, ariaLabel: label, maxLength, dir: 'auto' })
  let isSaving = false
  async function finish(): Promise<void> {
    if (isSaving || !field.isConnected) return
    isSaving = true
    const isDone = field.value.trim() === title || (await save(field.value.trim()))
    isSaving = false
    if (isDone) ended()
  }
  field.addEventListener('keydown', (event) => {
    event.stopPropagation()
    if (event.isComposing) return
    if (event.key === 'Enter') void finish()
    if (event.key !== 'Escape') return
    // It ends the editing, not the viewer.
    event.preventDefault()
    field.value = title
    void finish()
  })
  field.addEventListener('blur', () => void finish())
  heading.replaceChildren(field)
  field.focus()
  field.select()
}
