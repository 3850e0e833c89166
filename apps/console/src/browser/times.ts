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
