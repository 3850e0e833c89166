/** Opens the menu where there is room, and makes questions close on their own. */
export function enhanceDisclosures(root: ParentNode): void {
  const menu = root.querySelector<HTMLDetailsElement>('details[data-menu]')
  const isWide = matchMedia('(min-width: 60rem)')
  const followWidth = () => {
    if (menu) menu.open = isWide.matches
  }
  isWide.addEventListener('change', followWidth)
  followWidth()
  enhanceDismissing(root)
}

/** Scrolls a question into view, and closes it on Escape or when the user goes elsewhere. */
export function enhanceDismissing(root: ParentNode): void {
  for (const question of root.querySelectorAll<HTMLDetailsElement>('details[data-dismiss]')) {
    document.addEventListener('click', (event) => {
      if (event.target instanceof Node && !question.contains(event.target)) question.open = false
    })
    question.addEventListener('toggle', () => {
      if (question.open) question.querySelector('.confirm-panel')?.scrollIntoView({ block: 'nearest' })
    })
    question.addEventListener('focusout', ({ relatedTarget: next }) => {
      const isElsewhere = next instanceof Node && !next.contains(question) && !question.contains(next)
      if (isElsewhere) question.open = false
    })
    question.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape' || !question.open) return
      event.stopPropagation()
      question.open = false
      question.querySelector('summary')?.focus()
    })
  }
}
