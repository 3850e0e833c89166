let question: string | undefined

/** Asks before the user leaves a page whose once-only value they have not copied, saved or marked as kept. */
export function enhanceShownOnce(root: ParentNode): void {
  question = root.querySelector<HTMLElement>('[data-shown-once]')?.dataset.shownOnce
}

/** Asks before another page loads into this document, which the browser does not ask about. */
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
// A form that carries the value leads to a page that shows it again; only signing out loses it.
addEventListener('submit', ({ target, defaultPrevented }) => {
  if (!(target instanceof HTMLFormElement) || defaultPrevented) return
  if (target.elements.namedItem('shown') !== null && new URL(target.action).pathname !== '/sign-out') taken()
})
addEventListener('beforeunload', (event) => {
  if (question !== undefined) event.preventDefault()
})
