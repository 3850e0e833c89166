/** The second click of a double click sends nothing: the first has sent the form already. */
export function enhanceSending(root: ParentNode): void {
  for (const form of root.querySelectorAll<HTMLFormElement>('form[method="post"]')) {
    form.addEventListener('click', (event) => {
      const isOnButton = event.target instanceof Element && event.target.closest('button') !== null
      if (isOnButton && event.detail > 1) event.preventDefault()
    })
  }
}
