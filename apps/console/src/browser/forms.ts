/** Sends a form only once, even after a double click or a key that is held too long. */
export function enhanceSending(root: ParentNode): void {
  for (const form of root.querySelectorAll<HTMLFormElement>('form[method="post"]')) {
    form.addEventListener('click', (event) => {
      const isOnButton = event.target instanceof Element && event.target.closest('button') !== null
      if (isOnButton && event.detail > 1) event.preventDefault()
    })
    form.addEventListener('keydown', (event) => {
      const isInLines = event.target instanceof HTMLTextAreaElement
      if (event.key === 'Enter' && event.repeat && !isInLines) event.preventDefault()
    })
  }
}

/**
 * Applies a filter or an order at once, and moves the keyboard focus back to the conditions. A slash focuses the
 * search.
 */
export function enhanceFilters(root: ParentNode): void {
  for (const select of root.querySelectorAll<HTMLSelectElement>('select[data-applied]')) {
    select.addEventListener('change', () => select.form?.requestSubmit())
  }
  const panel = root.querySelector<HTMLElement>('.filter-panel')
  const folded = panel?.closest('details')
  if (!panel || !folded) return
  if (sessionStorage.getItem(appliedByKey) !== null) folded.querySelector('summary')?.focus()
  sessionStorage.removeItem(appliedByKey)
  let isByKey = false
  let pending: HTMLSelectElement | HTMLInputElement | undefined
  function apply(field: HTMLSelectElement | HTMLInputElement): void {
    pending = undefined
    if (isByKey) sessionStorage.setItem(appliedByKey, '')
    field.form?.requestSubmit()
  }
  panel.addEventListener('pointerdown', () => {
    isByKey = false
  })
  panel.addEventListener('keydown', ({ key }) => {
    isByKey = true
    if (key === 'Enter' && pending) apply(pending)
  })
  panel.addEventListener('change', ({ target }) => {
    // On a phone the conditions cover the list, and a button at their end applies them together.
    if (!isWide.matches || !(target instanceof HTMLSelectElement || target instanceof HTMLInputElement))
      return
    // Keys step through choices and type a day in parts: apply the condition when they leave the field.
    if (isByKey && target.type !== 'checkbox') pending = target
    else apply(target)
  })
  panel.addEventListener('focusout', () => {
    if (pending) apply(pending)
  })
}

/** Set for the next page when the keyboard applied a condition. */
const appliedByKey = 'applied-by-key'
const isWide = matchMedia('(min-width: 40.01rem)')

document.addEventListener('keydown', (event) => {
  const isTyping =
    event.target instanceof Element && event.target.closest('input, textarea, select, dialog') !== null
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
  const search = document.querySelector<HTMLInputElement>('[data-search]')
  if (search === null) return
  event.preventDefault()
  search.focus()
})

/** Shortens the addresses of filters: empty fields are left out. */
export function enhanceAddresses(root: ParentNode): void {
  for (const form of root.querySelectorAll<HTMLFormElement>('form[method="get"]')) {
    form.addEventListener('formdata', ({ formData }) => {
      for (const [name, value] of [...formData]) if (value === '') formData.delete(name)
    })
  }
}
