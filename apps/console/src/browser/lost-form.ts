/** The values of a form when it was sent, in case its session has ended. */
interface SentForm {
  userId: string
  action: string
  fields: { name: string; value: string; checked: boolean }[]
  /** Whether the form had no effect. */
  isLost: boolean
}

type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement

const storageKey = 'sent-form'

/**
 * Fills a form in again if its session had ended and the same user is back on its page. Until then this tab stores the
 * values; never passwords or files.
 */
export function enhanceLostForms(root: ParentNode, { dataset: { userId } }: HTMLElement): void {
  const sent = readSent()
  if (userId === undefined) {
    if (sent) keep({ ...sent, isLost: sent.isLost || root.querySelector('[data-form-lost]') !== null })
    return
  }
  sessionStorage.removeItem(storageKey)
  for (const form of root.querySelectorAll<HTMLFormElement>('form[method="post"]')) {
    if (sent?.isLost && sent.userId === userId && form.action === sent.action) fill(form, sent)
    form.addEventListener('submit', () => {
      const fields = controlsOf(form).map((control) => ({
        name: control.name,
        value: control.value,
        checked: isTicked(control),
      }))
      keep({ userId, action: form.action, fields, isLost: false })
    })
  }
}

function readSent(): SentForm | undefined {
  const stored = sessionStorage.getItem(storageKey)
  return stored === null ? undefined : JSON.parse(stored)
}

function keep(sent: SentForm): void {
  sessionStorage.setItem(storageKey, JSON.stringify(sent))
}

function fill(form: HTMLFormElement, { fields }: SentForm): void {
  for (const control of controlsOf(form)) {
    const isBox = control instanceof HTMLInputElement && control.type === 'checkbox'
    const field = fields.find(
      ({ name, value }) => name === control.name && (!isBox || value === control.value),
    )
    if (field === undefined) continue
    if (isBox) control.checked = field.checked
    else control.value = field.value
    control.closest('details')?.setAttribute('open', '')
    control.closest<HTMLElement>('[popover]:not(:popover-open)')?.showPopover()
  }
}

const isTicked = (control: Control): boolean => control instanceof HTMLInputElement && control.checked

/** Includes the values that the form showed, so that unchanged fields stay unchanged. */
const isKept = ({ type, name }: HTMLInputElement): boolean =>
  name.startsWith('shown.') || !['hidden', 'password', 'file'].includes(type)

function controlsOf(form: HTMLFormElement): Control[] {
  return [...form.elements].filter(
    (element): element is Control =>
      element instanceof HTMLTextAreaElement ||
      element instanceof HTMLSelectElement ||
      (element instanceof HTMLInputElement && isKept(element)),
  )
}
