/** What a form has led to stands in the history as a page to go back to, which sends nothing again when it is reloaded. */
export function enhanceHistory({ dataset }: HTMLElement): void {
  if (dataset.address !== undefined) history.replaceState(null, '', dataset.address)
}

/** Lets the keyboard, and anyone who listens to the page, go on at the field that was refused, or at what was told. */
export function enhanceFocus(root: ParentNode): void {
  const refused = root.querySelector<HTMLElement>('[autofocus]')
  const next = refused ?? root.querySelector<HTMLElement>('[data-focus]')
  next?.focus()
}

/** Puts every time into the reader's zone and language, with the exact moment to be read on hovering. */
export function enhanceTimes(root: ParentNode): void {
  const language = document.documentElement.lang
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
  const exact = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'long' })
  for (const time of root.querySelectorAll<HTMLTimeElement>('time[data-local]')) {
    const moment = new Date(time.dateTime)
    time.textContent = format.format(moment)
    time.title = exact.format(moment)
  }
}
