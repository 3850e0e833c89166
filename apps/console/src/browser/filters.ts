/** A choice in a filter takes effect at once; typed words wait for Enter. */
export function enhanceFilters(root: ParentNode): void {
  for (const form of root.querySelectorAll<HTMLFormElement>('form[data-submit-on-change]')) {
    form.addEventListener('change', (event) => {
      if (event.target instanceof HTMLSelectElement) form.requestSubmit()
    })
    form.addEventListener('submit', () => disableEmpty(form))
  }
}

/** Keeps the address short: a field that says nothing does not stand in it. */
function disableEmpty(form: HTMLFormElement): void {
  for (const control of form.elements) {
    if (control instanceof HTMLInputElement || control instanceof HTMLSelectElement) {
      control.disabled = control.value === ''
    }
  }
}
