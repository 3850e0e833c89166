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

/** Tells the console the reader's time zone, by whose days it lists and filters. @returns whether it is another */
export function tellTimeZone(): boolean {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  const told = `zone=${encodeURIComponent(timeZone)}`
  if (document.cookie.split('; ').includes(told)) return false
  // biome-ignore lint/suspicious/noDocumentCookie: the other interface is not on plain http
  document.cookie = `${told}; path=/; max-age=${keptSeconds}; samesite=lax`
  return true
}

const keptSeconds = 365 * 24 * 60 * 60

/** Puts every time into the reader's zone and language, with the exact moment to be read on hovering. */
export function enhanceTimes(root: ParentNode): void {
  const language = document.documentElement.lang
  const format = new Intl.DateTimeFormat(language, { dateStyle: 'medium', timeStyle: 'short' })
  const exact = new Intl.DateTimeFormat(language, { dateStyle: 'full', timeStyle: 'long' })
  for (const time of root.querySelectorAll<HTMLTimeElement>('time[data-local]')) {
    const moment = new Date(time.dateTime)
    time.textContent =
      time.dataset.local === 'day'
        ? moment.toLocaleDateString(language, { dateStyle: 'medium' })
        : format.format(moment)
    time.title = exact.format(moment)
  }
}
