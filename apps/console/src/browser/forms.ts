/** A double click, or a key that is held a moment too long, sends nothing twice: the first has sent the form already. */
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

/** Keeps the addresses that filters lead to short: a field that says nothing does not stand in them. */
export function enhanceAddresses(root: ParentNode): void {
  for (const form of root.querySelectorAll<HTMLFormElement>('form[method="get"]')) {
    form.addEventListener('formdata', ({ formData }) => {
      for (const [name, value] of [...formData]) if (value === '') formData.delete(name)
    })
  }
}
