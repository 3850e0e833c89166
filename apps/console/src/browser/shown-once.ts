let question: string | undefined

/**
 * Asks before a page is left that shows a value this once, until something of the page has been copied or
 * saved, or its reader says that it is. */
export function enhanceShownOnce(root: ParentNode): void {
  question = root.querySelector<HTMLElement>('[data-shown-once]')?.dataset.shownOnce
}

/** Asks whether to go on to a page that comes into this document, where the browser itself asks nothing. */
export function mayLeaveUncopied(): boolean {
  return question === undefined || confirm(question)
}

const taken = () => {
  question = undefined
}
addEventListener('copy', taken)
addEventListener('click', ({ target }) => {
  if (target instanceof Element && target.closest('[data-copy], [data-kept], a[download]') !== null) taken()
})
// The answer to a form that carries the value shows it again, but for the one that ends the session.
addEventListener('submit', ({ target, defaultPrevented }) => {
  if (!(target instanceof HTMLFormElement) || defaultPrevented) return
  if (target.elements.namedItem('shown') !== null && new URL(target.action).pathname !== '/sign-out') taken()
})
addEventListener('beforeunload', (event) => {
  if (question !== undefined) event.preventDefault()
})
